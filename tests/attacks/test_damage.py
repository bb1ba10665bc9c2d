"""Bytes that convict nobody, whatever they claim."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.record.entry import (
    SIGNATURE_PREFIX,
    Digest,
    GameId,
    SignedEntry,
    labelled_hash,
    sign_entry,
)
from p2pqwirkle.table.effects import Ask, Drop
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.phases import Phase
from tests.attacks.bench import about_to_say
from tests.forge import (
    FORBIDDEN,
    SMALL_ORDER,
    entry_bytes,
    flipped,
    nested,
    plus_order,
    raw_bytes,
    raw_int,
    sign_bytes,
    wire_of,
)
from tests.lan import Lan, identity_of
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

SOUTH, WEST = identity_of("south", 1), identity_of("west", 1)


def under_way() -> tuple[Lan, SignedEntry]:
    """A game that waits for south's shares, and those shares."""
    held = about_to_say(Kind.DRAW, QuickGroup())
    return held.lan.fork(), sign_entry(held.entry, SOUTH)


def another_key(signed: SignedEntry) -> bytes:
    return wire_of(signed.encoded, WEST.sign(SIGNATURE_PREFIX + signed.encoded))


def no_prefix(signed: SignedEntry) -> bytes:
    return wire_of(signed.encoded, SOUTH.sign(signed.encoded))


def high_s(signed: SignedEntry) -> bytes:
    return wire_of(signed.encoded, signed.signature[:32] + plus_order(signed.signature[32:]))


def small_r(signed: SignedEntry) -> bytes:
    return wire_of(signed.encoded, SMALL_ORDER[3] + signed.signature[32:])


def another_game(signed: SignedEntry) -> bytes:
    game = GameId(labelled_hash(b"tests game"))
    return sign_entry(replace(signed.entry, game=game), SOUTH).wire


def a_stranger(signed: SignedEntry) -> bytes:
    return sign_entry(replace(signed.entry, author=WEST.player), WEST).wire


def a_key_of_small_order(signed: SignedEntry) -> bytes:
    bent = entry_bytes(signed.entry, author=raw_bytes(SMALL_ORDER[2], 1))
    return wire_of(bent, signed.signature)


def bent_head(field: str, encoded: bytes) -> Callable[[SignedEntry], bytes]:
    return lambda signed: sign_bytes(entry_bytes(signed.entry, **{field: encoded}), SOUTH)


@pytest.mark.parametrize(
    ("forge", "clause"),
    [
        pytest.param(another_key, "C1.5", id="wire-9 signed by another"),
        pytest.param(no_prefix, "C1.5", id="proof-3 signed without the prefix"),
        pytest.param(high_s, "C1.4", id="proof-6 S not below q"),
        pytest.param(small_r, "C1.3", id="proof-6 R of small order"),
        pytest.param(a_key_of_small_order, "C1.2", id="proof-6 a key of small order"),
        pytest.param(another_game, "C3.1", id="proof-3 of another game"),
        pytest.param(a_stranger, "C3.2", id="by somebody without a seat"),
        pytest.param(bent_head("version", raw_int(2, 1)[1:]), "C2.2", id="keys-9 a version"),
        pytest.param(bent_head("kind", raw_int(256, 2)), "E2.2", id="bytes-6 a kind too high"),
        pytest.param(bent_head("step", b"\xff"), "E2.2", id="bytes-6 a step below zero"),
        pytest.param(bent_head("game", raw_bytes(bytes(31), 1)), "E2.3", id="bytes-6 a short id"),
        pytest.param(bent_head("body", b"\xa1a"), "E2.1", id="bytes-6 a text for a body"),
        pytest.param(bent_head("kind", b"\x81\x01\x02"), "E1.3", id="bytes-6 a map"),
        pytest.param(bent_head("kind", b"\xcc\x0b"), "E1.7", id="bytes-6 a longer form"),
        pytest.param(lambda signed: signed.wire + b"\x00", "E1.6", id="bytes-6 a trailing byte"),
        pytest.param(lambda _: nested(60_000), "E1.4", id="bytes-6 deep nesting"),
        pytest.param(lambda _: bytes(65_537), "C2.1", id="bytes-6 too large"),
        pytest.param(lambda _: b"\xc6\xff\xff\xff\xff", "E1.2", id="bytes-6 a huge length"),
        pytest.param(lambda _: b"", "E1.2", id="bytes-6 nothing"),
    ],
)
def test_damage_closes_the_link_it_came_by_and_convicts_nobody(
    forge: Callable[[SignedEntry], bytes], clause: str
) -> None:
    lan, honest = under_way()
    north, east = lan["north"], lan["east"]
    before = north.table._standing

    effects = north.table.receive(east.player, forge(honest))

    (drop,) = effects
    assert isinstance(drop, Drop)
    assert drop.peer == east.player
    assert drop.reason.startswith(clause + ":")
    assert north.table._standing == before
    assert north.stopped is None
    assert_goes_on(lan, honest)


def assert_goes_on(lan: Lan, honest: SignedEntry) -> None:
    """The very entry that was tampered with is welcome, and completes its step."""
    for peer in lan.others("south"):
        lan.send(lan["south"].player, peer.player, honest.wire)
    lan.play(until=lambda lan: lan["north"].phase is not Phase.DRAW)

    assert lan["north"].table._standing.moment.step == honest.entry.step + 1


@pytest.mark.parametrize("bent", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_a_forbidden_type_in_the_head_is_damage(bent: bytes) -> None:
    """bytes-6"""
    lan, honest = under_way()
    wire = sign_bytes(entry_bytes(honest.entry, step=bent), SOUTH)

    (drop,) = lan["north"].table.receive(lan["east"].player, wire)

    assert isinstance(drop, Drop)
    assert drop.reason.startswith("E1.3:")


def test_every_flipped_byte_of_an_entry_is_damage() -> None:
    """bytes-6, wire-7"""
    lan, honest = under_way()
    north, sender = lan["north"].table, lan["east"].player
    before = north._standing

    for place in range(len(honest.wire)):
        (drop,) = north.receive(sender, flipped(honest.wire, place))
        assert isinstance(drop, Drop), place

    assert north._standing == before


@cache
def waiting() -> tuple[Lan, SignedEntry]:
    """The same for tests that leave no trace."""
    return under_way()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_make_a_table_stumble(sent: bytes) -> None:
    """local-9"""
    lan, _ = waiting()

    (drop,) = lan["north"].table.receive(lan["east"].player, sent)

    assert isinstance(drop, Drop)


def test_invented_exhibits_convict_nobody() -> None:
    """wire-9: two stories of south, told by east; there is no second one of south's own."""
    lan, honest = under_way()
    other = replace(honest.entry, body=write_nothing())
    invented = [sign_bytes(entry_bytes(other), lan["east"].identity), honest.wire[:-1] + b"\x00"]
    yesterday = Lan(group=QuickGroup(), evening=2)
    yesterday.play(until=lambda lan: lan["north"].phase is Phase.PLEDGE)
    old = [signed.wire for signed in yesterday["south"].said]

    for wire in (*invented, *old):
        (drop,) = lan["north"].table.receive(lan["east"].player, wire)
        assert isinstance(drop, Drop)

    assert lan["north"].stopped is None
    assert_goes_on(lan, honest)


def test_old_entries_said_again_change_nothing() -> None:
    """wire-3"""
    lan, honest = under_way()
    old = [signed.wire for peer in lan.peers.values() for signed in peer.said]
    old.remove(honest.wire)

    for wire in old:
        assert lan["north"].table.receive(lan["east"].player, wire) == []

    assert_goes_on(lan, honest)


def test_an_entry_after_unknown_steps_is_asked_about_and_convicts_nobody() -> None:
    """wire-3: its author may know more than we do, or less, or lie; that is no proof."""
    lan, honest = under_way()
    elsewhere = replace(honest.entry, after=Digest(bytes(32)))

    effects = lan["north"].table.receive(lan["east"].player, sign_entry(elsewhere, SOUTH).wire)

    assert effects == [Ask(lan["east"].player, honest.entry.step - 1)]
    assert lan["north"].stopped is None
    assert_goes_on(lan, honest)


def test_a_deaf_link_is_no_fault() -> None:
    """wire-2: whoever is left out by one hears it from another."""
    lan = scene(Scene.READY)
    lan.cut.add(frozenset({"north", "south"}))

    lan.play()

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
