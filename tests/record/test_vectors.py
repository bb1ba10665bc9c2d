"""The vectors of E and C, taken by the package and by its second implementation."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from p2pqwirkle.errors import Breach
from tests.naive import record_vectors
from tests.naive.refused import Refused
from tests.record import taking
from tests.vectors import encoding, record
from tests.vectors.text import Json, committed, render

DOCUMENTS: Final[Mapping[str, Callable[[], Json]]] = {
    "encoding.json": encoding.document,
    "record.json": record.document,
}
KEYS: Final = {
    "read value": {"encoded", "fill", "value"},
    "read field": {"encoded", "field"},
    "key": {"secret", "key"},
    "verify": {"key", "message", "signature"},
    "sign entry": {"secret", "entry", "encoded", "signature"},
    "read entry": {"wire", "fill", "entry"},
    "digests": {"game", "steps", "digests"},
    "compare": {"wires"},
    "read record": {"file", "items", "end", "torn"},
    "read journal": {"file", "game", "notes"},
}
"""What a case may hold by its operation, beside its id, its comment and what is expected."""


def cases(name: str) -> list[dict[str, Any]]:
    return list(json.loads(committed(name))["cases"])


CASES: Final = {
    f"{case['expect']} {case['operation']}, {case['id']}": case
    for name in DOCUMENTS
    for case in cases(name)
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_committed_vectors_are_those_that_the_generator_gives(name: str) -> None:
    assert committed(name) == render(DOCUMENTS[name]())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_case_has_an_id_of_its_own_and_no_key_that_nobody_knows(name: str) -> None:
    ids = [case["id"] for case in cases(name)]

    assert len(set(ids)) == len(ids)
    for case in cases(name):
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
        record_vectors.TAKE[case["operation"]](case)
        return

    with pytest.raises(Refused) as refused:
        record_vectors.TAKE[case["operation"]](case)

    assert refused.value.clause == case["expect"]
