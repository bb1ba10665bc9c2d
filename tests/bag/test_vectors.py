"""The vectors of the bag, taken by the bag and by its second implementation."""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from p2pqwirkle.errors import Breach
from tests.bag import taking
from tests.naive import bag_vectors
from tests.naive.refused import Refused
from tests.vectors.bag import DOCUMENTS, FOLDER, render

KEYS: Final = {
    "bag-elements.json": {"element", "scalar"},
    "bag-generators.json": {"label", "index", "element"},
    "bag-foreign.json": {"secret", "seed", "element", "key", "input", "output"},
    "bag-transcripts.json": {
        *("preamble", "label", "absorbed", "state", "index"),
        *("challenge", "weight", "seed", "purpose", "derived"),
    },
    "bag-keys.json": {"preamble", "share", "proof", "seed", "shares", "joint_key", "secret"},
    "bag-tiles.json": {"joint_key", "masked", "tiles", "list", "shares", "element"},
    "bag-shares.json": {
        *("preamble", "key_share", "slots", "masked", "shares", "seed", "intermediate"),
    },
    "bag-shuffles.json": {
        *("preamble", "inputs", "outputs", "argument", "seed", "intermediate"),
    },
    "bag-blindings.json": {"preamble", "inputs", "used", "blinding", "seed", "intermediate"},
    "bag-tags.json": {
        *("preamble", "key_share", "blinded", "shares", "seed"),
        *("tags", "hands", "matched"),
    },
    "bag-rebuilds.json": {
        *("drawn", "departed", "left", "joint_key", "numbers", "masked", "living", "held"),
        *("shuffles", "blindings", "tag_shares", "tags", "matched", "bag"),
    },
}
"""What a case may hold, beside its id, its comment and what is expected."""


def cases(name: str) -> list[dict[str, Any]]:
    document = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return list(document["cases"])


CASES: Final = {
    f"{name.removesuffix('.json')} {case['expect']} {case['id']}": (name, case)
    for name in DOCUMENTS
    for case in cases(name)
}


def clause_of(refusal: type[Breach] | type[Refused], take: Callable[[], None]) -> str:
    try:
        take()
    except refusal as refused:
        return refused.clause
    return "ok"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_committed_vectors_are_those_that_the_generator_gives(name: str) -> None:
    committed = (FOLDER / name).read_text(encoding="utf-8")

    assert render(DOCUMENTS[name]()) == committed


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_case_has_an_id_of_its_own_and_no_key_that_nobody_knows(name: str) -> None:
    known = KEYS[name] | {"id", "expect", "comment"}
    ids = [case["id"] for case in cases(name)]

    assert len(set(ids)) == len(ids)
    assert set().union(*cases(name)) <= known


@pytest.mark.parametrize("label", CASES)
def test_the_bag_takes_it_or_refuses_it_by_its_clause(label: str) -> None:
    name, case = CASES[label]

    assert clause_of(Breach, lambda: taking.TAKE[name](case)) == case["expect"]


@pytest.mark.parametrize("label", CASES)
def test_the_second_implementation_takes_it_or_refuses_it_by_its_clause(label: str) -> None:
    name, case = CASES[label]

    assert clause_of(Refused, lambda: bag_vectors.TAKE[name](case)) == case["expect"]
