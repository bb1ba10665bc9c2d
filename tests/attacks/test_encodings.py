"""Bodies and fields in forms that nobody should read."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import Value, decode, encode
from p2pqwirkle.record.entry import sign_entry
from p2pqwirkle.table.entries import Kind, RevealBody
from tests.attacks.bench import HeldBack, about_to_say, corners, elements, proven, scalars
from tests.attacks.trial import assert_convicted
from tests.forge import (
    FORBIDDEN,
    NOT_CANONICAL,
    NOT_UTF8,
    SMALL_ORDER,
    longer_forms,
    nested,
    with_torsion,
)
from tests.lies import Liar, Opens
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

GROUP = QuickGroup()
REAL = Edwards25519()
READ = [kind for kind in Kind if kind is not Kind.CHARTER]
"""The kinds whose body is read; that of a charter is only compared."""


@pytest.mark.parametrize("kind", READ, ids=lambda kind: kind.name.lower())
class TestABodyHasOneShape:
    """bytes-6: signed, so that each is its author's fault."""

    def test_no_forbidden_type(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)

        assert {held.clause_of(body) for body in FORBIDDEN.values()} == {"E1.3"}

    def test_no_text_that_is_none(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)

        assert {held.clause_of(body) for body in NOT_UTF8.values()} == {"E1.5"}

    def test_nothing_missing(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)

        assert held.clause_of(b"") == "E1.2"
        assert held.clause_of(held.entry.body[:-1]) == "E1.2"

    def test_nothing_behind(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)

        assert held.clause_of(held.entry.body + b"\x00") == "E1.6"

    def test_no_longer_form(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)

        forms = list(longer_forms(decode(held.entry.body)))

        assert forms
        assert {held.clause_of(form) for form in forms} == {"E1.7"}

    def test_no_depth(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)

        assert {held.clause_of(nested(depth)) for depth in (9, 1000, 60_000)} == {"E1.4"}

    def test_no_other_length(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)
        fields = fields_of(held)

        assert held.clause_of(encode((*fields, None))) == "E2.5"
        assert not fields or held.clause_of(encode(fields[:-1])) == "E2.5"

    def test_no_other_type(self, kind: Kind) -> None:
        held = about_to_say(kind, GROUP)
        fields = fields_of(held)

        bodies = [
            encode((*fields[:place], wrong, *fields[place + 1 :]))
            for place, field in enumerate(fields)
            for wrong in of_other_types(field)
            if (kind, wrong) != (Kind.KEYS, None)
        ]

        assert {held.clause_of(body) for body in (*bodies, encode("a text"))} == {"E2.1"}


def fields_of(held: HeldBack) -> tuple[Value, ...]:
    fields = decode(held.entry.body)
    assert isinstance(fields, tuple)
    return fields


def of_other_types(field: Value) -> Iterator[Value]:
    values: list[Value] = [None, True, 1, "text", b"bytes", ()]
    yield from (value for value in values if type(value) is not type(field))


@pytest.mark.parametrize(
    ("kind", "body", "clause"),
    [
        pytest.param(Kind.COMMIT, (bytes(31),), "E2.3", id="a hash too short"),
        pytest.param(Kind.REVEAL, (bytes(32), bytes(64), bytes(33)), "E2.3", id="a nonce too long"),
        pytest.param(Kind.SHUFFLE, (bytes(24_577), b""), "E2.4", id="outputs too long"),
        pytest.param(Kind.DEAL, (bytes(24_577),), "E2.4", id="shares too long"),
        pytest.param(Kind.DEAL, (bytes(100),), "B6.1", id="shares of no whole slot"),
        pytest.param(Kind.CLAIM, (256, bytes(32)), "E2.2", id="a size of more than a byte"),
        pytest.param(Kind.CLAIM, (-1, bytes(32)), "E2.2", id="a size below zero"),
        pytest.param(Kind.CLAIM, (3, bytes(31)), "E2.3", id="a salt too short"),
        pytest.param(Kind.PLAY, (((0, 108),), ((0, 0),), b""), "E2.2", id="a slot of no bag"),
        pytest.param(Kind.PLAY, (((0, 1, 2),), ((0, 0),), b""), "E2.5", id="a slot of three parts"),
        pytest.param(Kind.PLAY, (((0, 1),), ((128, 0),), b""), "E2.2", id="a cell too far"),
        pytest.param(Kind.PLAY, (((0, 1),) * 7, (), b""), "E2.6", id="seven slots"),
        pytest.param(Kind.PLAY, (((0, 1),), ((0, 0),) * 7, b""), "E2.6", id="seven cells"),
        pytest.param(Kind.SWAP, (((2**31, 1),),), "E2.2", id="a bag number too high"),
        pytest.param(Kind.SEAL, ((1, 2),), "E2.5", id="scores of two in a game of three"),
        pytest.param(Kind.SEAL, ((-1, 2, 3),), "E2.2", id="a score below zero"),
        pytest.param(Kind.KEYS, (bytes(31),), "E2.3", id="a key too short"),
    ],
)
def test_every_field_has_its_limits(kind: Kind, body: Value, clause: str) -> None:
    """bytes-6"""
    assert about_to_say(kind, GROUP).clause_of(encode(body)) == clause


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name.lower())
@settings(max_examples=25, deadline=None)
@given(chaos=st.data())
def test_every_body_ends_in_a_value_or_in_a_breach(kind: Kind, chaos: st.DataObject) -> None:
    """bytes-6, local-9: whatever is signed, the judge stays up."""
    held = about_to_say(kind, GROUP)
    body = chaos.draw(st.binary(max_size=80) | damaged(held.entry.body))
    signed = sign_entry(replace(held.entry, body=body), held.author.identity)

    for other in held.lan.others(held.author.name):
        standing = other.table._standing
        with suppress(Breach):
            standing.hearing(held.author.seat, signed)


def damaged(body: bytes) -> st.SearchStrategy[bytes]:
    """*body* with a few bytes cut out, and others put there."""
    places = st.integers(0, len(body))

    def cut(start: int, end: int, instead: bytes) -> bytes:
        return body[: min(start, end)] + instead + body[max(start, end) :]

    near = st.integers(0, 40).flatmap(
        lambda start: st.builds(
            cut, st.just(start), st.just(start + 1), st.binary(min_size=1, max_size=1)
        )
    )
    return near | st.builds(cut, places, places, st.binary(max_size=8))


BAD_POINTS: Final[dict[str, tuple[bytes, ...]]] = {
    "B1.2": NOT_CANONICAL,
    "B1.3": SMALL_ORDER[:1],
    "B1.4": SMALL_ORDER[1:],
}
"""Points that nobody may read, by the clause that says so (bytes-1, bytes-4)."""
POINTED = [Kind.SHUFFLE, Kind.DEAL, Kind.DRAW, Kind.PLAY]


@dataclass(frozen=True, slots=True)
class OpensWithTorsion:
    """An opening whose key share has a part of small order."""

    part: int

    def __call__(self, _liar: Liar, honest: RevealBody, _preamble: Preamble) -> RevealBody:
        return replace(honest, key_share=with_torsion(honest.key_share, self.part))


@dataclass(frozen=True, slots=True)
class OpensWithPoint:
    """An opening with any bytes for a key share."""

    point: bytes

    def __call__(self, _liar: Liar, honest: RevealBody, _preamble: Preamble) -> RevealBody:
        return replace(honest, key_share=self.point)


@pytest.mark.parametrize(
    ("opening", "clause"),
    [
        *((OpensWithPoint(SMALL_ORDER[part]), "B1.4") for part in range(1, 8)),
        *((OpensWithTorsion(part), "B1.4") for part in range(1, 8)),
        *((OpensWithPoint(point), "B1.2") for point in NOT_CANONICAL[::5]),
        (OpensWithPoint(SMALL_ORDER[0]), "B1.3"),
    ],
)
def test_a_bad_point_is_no_key_share(
    opening: OpensWithPoint | OpensWithTorsion, clause: str
) -> None:
    """bytes-1, bytes-2, bytes-4"""
    lan = scene(Scene.START, REAL)
    lan["south"].lie = Opens(opening)

    lan.play()

    assert_convicted(lan, "south", clause)


@pytest.mark.parametrize("kind", POINTED, ids=lambda kind: kind.name.lower())
@pytest.mark.parametrize("clause", BAD_POINTS)
def test_a_bad_point_is_refused_wherever_a_point_may_stand(kind: Kind, clause: str) -> None:
    held = about_to_say(kind, REAL)
    places, points = corners(elements(proven(held))), BAD_POINTS[clause]
    # A bad point far back in a shuffle takes long to reach: there, not every point in its turn.
    count = len(places) if kind is Kind.SHUFFLE else max(len(places), len(points))

    for number in range(count):
        place, point = places[number % len(places)], points[number % len(points)]
        assert held.clause_with(place, point) == clause, place


@pytest.mark.parametrize("kind", POINTED, ids=lambda kind: kind.name.lower())
def test_a_part_of_small_order_is_refused_wherever_a_point_may_stand(kind: Kind) -> None:
    """bytes-2: also where the point only enters sums."""
    held = about_to_say(kind, REAL)
    points = elements(proven(held))

    for number, place in enumerate(corners(points)):
        point = with_torsion(points[place], 1 + number % 7)
        assert held.clause_with(place, point) == "B1.4", place


@pytest.mark.parametrize("kind", POINTED, ids=lambda kind: kind.name.lower())
def test_a_number_has_no_second_form_wherever_one_may_stand(kind: Kind) -> None:
    """bytes-3"""
    held = about_to_say(kind, REAL)
    numbers = scalars(proven(held))

    for place in corners(numbers):
        assert held.clause_with(place, numbers[place] + REAL.order) == "B1.6", place
        assert held.clause_with(place, 2**256 - 1) == "B1.6", place
        assert held.clause_with(place, 0) == "B1.7", place
