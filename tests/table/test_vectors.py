"""The vectors of T, taken by the package and by its second implementation."""

import json
from typing import Any, Final

import pytest

from p2pqwirkle.errors import Breach
from tests.naive import table_vectors
from tests.naive.refused import Refused
from tests.table import taking
from tests.vectors import table
from tests.vectors.text import committed, render

KEYS: Final = {
    "read charter": {"body", "game", "players", "options"},
    "read body": {"kind", "body", "fill", "players"},
    "commitment": {"game", "seat", "reveal", "hash"},
    "pledge": {"game", "seat", "size", "salt", "hash"},
    "turn order": {"game", "nonces", "order"},
    "spoken words": {"digest", "words"},
}
"""What a case may hold by its operation, beside its id, its comment and what is expected."""
CASES: Final[dict[str, dict[str, Any]]] = {
    f"{case['expect']} {case['id']}": case for case in json.loads(committed("table.json"))["cases"]
}


def test_the_committed_vectors_are_those_that_the_generator_gives() -> None:
    assert committed("table.json") == render(table.document())


def test_every_case_has_an_id_of_its_own_and_no_key_that_nobody_knows() -> None:
    ids = [case["id"] for case in json.loads(committed("table.json"))["cases"]]

    assert len(set(ids)) == len(ids)
    for case in CASES.values():
        assert case.keys() - {"id", "expect", "comment", "operation"} <= KEYS[case["operation"]]


@pytest.mark.parametrize("label", CASES)
def test_the_package_takes_it_or_refuses_it_by_its_clause(label: str) -> None:
    case = CASES[label]
    if case["expect"] == "ok":
        taking.TAKE[case["operation"]](case)
        return

    with pytest.raises(Breach) as refused:
        taking.TAKE[case["operation"]](case)

    assert refused.value.clause == case["expect"]


@pytest.mark.parametrize("label", CASES)
def test_the_second_implementation_takes_it_or_refuses_it_by_its_clause(label: str) -> None:
    case = CASES[label]
    if case["expect"] == "ok":
        table_vectors.TAKE[case["operation"]](case)
        return

    with pytest.raises(Refused) as refused:
        table_vectors.TAKE[case["operation"]](case)

    assert refused.value.clause == case["expect"]
