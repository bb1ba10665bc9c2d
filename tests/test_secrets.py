"""What one peer can get hold of opens no other hand before it is played (local-6, draw-2, draw-13).

A spy keeps every byte that reached it, its files, and the repr of all that its program ever held;
then it searches them for the others' secrets, and tries what it has against each hidden slot.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache

import pytest

from p2pqwirkle.bag.group import Edwards25519, Element, Scalar, sum_of
from p2pqwirkle.bag.masking import tile_elements
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.onlooker import Onlooker
from p2pqwirkle.table.playing import Playing
from tests.lan import Disk, Lan, Neighbour

GROUP = Edwards25519()
STEPS = 30
"""Far enough for plays and draws of everybody."""


@cache
def midgame() -> Lan:
    """A game on the real group, in the middle: no key is open yet."""
    lan = Lan(group=GROUP, seed=11)
    lan.play(until=lambda lan: all(_step(peer) >= STEPS for peer in lan.peers.values()))
    return lan


def _step(peer: Neighbour) -> int:
    return peer.snapshot.standing.moment.step


def _hoard(spy: Neighbour) -> bytes:
    """All that *spy* has received, written, asked for or would print, its own journal too."""
    table = spy.table
    printed = repr((table, spy.effects, table._seat, table._referee.standing, vars(table)))
    return b"".join(
        (*spy.received, spy.record.getvalue(), spy.journal.getvalue(), printed.encode())
    )


def _secrets(peer: Neighbour) -> tuple[bytes, ...]:
    return (
        peer.seed,
        GROUP.encode_scalar(peer.table._seat.secret),
        peer.identity.secret,
    )


def forms(secret: bytes) -> Iterator[bytes]:
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    yield b64encode(secret).rstrip(b"=")
    yield str(int.from_bytes(secret, "little")).encode()
    yield str(int.from_bytes(secret, "big")).encode()


def test_nothing_that_a_peer_holds_has_a_secret_of_another() -> None:
    lan = midgame()

    for spy in lan.peers.values():
        hoard = _hoard(spy)
        for other in lan.others(spy.name):
            found = [form for secret in _secrets(other) for form in forms(secret) if form in hoard]
            assert found == []


def test_the_search_finds_what_is_there() -> None:
    spy = midgame()["north"]

    assert bytes(spy.seed) in _hoard(spy)


def test_no_secret_of_its_own_is_in_what_a_peer_sends_records_or_prints() -> None:
    lan = midgame()

    for peer in lan.peers.values():
        heard = b"".join(wire for other in lan.others(peer.name) for wire in other.received)
        table = peer.table
        printed = repr((table, peer.effects, vars(table), vars(table._referee))).encode()
        spread = heard + printed + peer.record.getvalue()
        found = [form for secret in _secrets(peer) for form in forms(secret) if form in spread]
        assert found == []


@pytest.mark.parametrize("name", ["north", "south", "east"])
def test_no_scalar_and_no_element_that_a_peer_holds_opens_a_hidden_tile(name: str) -> None:
    lan = midgame()
    spy = lan[name]
    stage = spy.snapshot.standing.stage
    assert isinstance(stage, Playing)
    others = [seat for seat in range(len(lan.peers)) if seat != spy.seat]
    veiled = [held.veiled for seat in others for held in stage.hidden.hands[seat]]
    masks = [held.drawn.tile.a for seat in others for held in stage.hidden.hands[seat]]
    hoard = _hoard(spy)

    opened = [one for one in veiled if any(_opens(one, share) for share in _elements(hoard))] + [
        one for one in veiled if one in tile_elements(GROUP)
    ]
    by_scalar = [
        mask
        for one, mask in zip(veiled, masks, strict=True)
        if any(_opens(one, share) for share in _multiples(mask, spy, hoard))
    ]

    assert opened == []
    assert by_scalar == []


@pytest.mark.parametrize("name", ["north", "south", "east"])
def test_nothing_that_a_peer_holds_opens_the_next_tiles_of_the_bag(name: str) -> None:
    spy = midgame()[name]
    stage = spy.snapshot.standing.stage
    assert isinstance(stage, Playing)
    own = spy.table._seat.secret
    hidden = [
        left
        for tile in stage.hidden.bag.tiles[:3]
        for left in (tile.b, GROUP.subtract(tile.b, GROUP.multiply(own, tile.a)))
    ]

    opened = [one for one in hidden for share in _elements(_hoard(spy)) if _opens(one, share)]

    assert opened == []


def test_all_others_together_open_no_hand() -> None:
    """draw-13: whichever of their secrets they put to it."""
    lan = midgame()
    stage = lan["north"].snapshot.standing.stage
    assert isinstance(stage, Playing)

    for owner in lan.peers.values():
        others = [other.table._seat.secret for other in lan.others(owner.name)]
        for held in stage.hidden.hands[owner.seat]:
            shares = [GROUP.multiply(secret, held.drawn.tile.a) for secret in others]
            for used in (shares[:1], shares[1:], shares):
                assert not _opens(held.veiled, sum_of(GROUP, used))


def test_the_owner_s_secret_opens_each_of_them() -> None:
    lan = midgame()
    stage = lan["north"].snapshot.standing.stage
    assert isinstance(stage, Playing)

    for peer in lan.peers.values():
        for held in stage.hidden.hands[Seat(peer.seat)]:
            share = GROUP.multiply(peer.table._seat.secret, held.drawn.tile.a)
            assert _opens(held.veiled, share)


def _opens(veiled: Element, share: Element) -> bool:
    try:
        return GROUP.subtract(veiled, share) in tile_elements(GROUP)
    except Breach:
        return False


@cache
def _elements(hoard: bytes) -> frozenset[Element]:
    """Every element that stands in a field of 32 bytes, or in a list of such fields."""
    found = set()
    for field in _fields(hoard):
        for start in range(0, len(field) - 31, 32):
            try:
                found.add(GROUP.decode_element(field[start : start + 32]))
            except Breach:
                continue
    return frozenset(found)


def _multiples(mask: Element, spy: Neighbour, hoard: bytes) -> Iterator[Element]:
    """*mask* times the spy's own secret, and times a share of the scalars that it has read."""
    yield GROUP.multiply(spy.table._seat.secret, mask)
    for scalar in _scalars(hoard):
        yield GROUP.multiply(scalar, mask)


@cache
def _scalars(hoard: bytes) -> tuple[Scalar, ...]:
    """The scalars of all proofs about shares: those of a shuffle say nothing of one slot."""
    found = set()
    for field in _fields(hoard):
        if len(field) <= 64 + 32 * 12:
            for start in range(0, len(field) - 31, 32):
                try:
                    found.add(GROUP.decode_scalar(field[start : start + 32]))
                except Breach:
                    continue
    return tuple(sorted(found))


def _fields(hoard: bytes) -> Iterator[bytes]:
    """The byte strings of msgpack in *hoard*, wherever one may begin."""
    for head in re.finditer(rb"\xc4(.)|\xc5(..)", hoard, re.DOTALL):
        size = int.from_bytes(head[1] or head[2], "big")
        if size >= 32 and size % 32 == 0:
            yield hoard[head.end() : head.end() + size]


def test_who_watches_holds_no_secret_and_opens_no_hidden_tile() -> None:
    lan = midgame()
    disk = Disk()
    record = RecordWriter(disk, disk.sync)
    onlooker = Onlooker(charter=lan.charter, group=GROUP, record=record)
    wires = lan["north"].wires
    wishes = [wish for wire in wires for wish in onlooker.receive(lan["north"].player, wire)]
    stage = lan["north"].snapshot.standing.stage
    assert isinstance(stage, Playing)
    hidden = [held.veiled for hand in stage.hidden.hands for held in hand]
    hidden += [tile.b for tile in stage.hidden.bag.tiles[:3]]
    printed = repr((wishes, vars(onlooker), vars(onlooker._referee))).encode()
    hoard = b"".join((*wires, disk.getvalue(), printed))

    secrets = [secret for peer in lan.peers.values() for secret in _secrets(peer)]
    opened = [one for one in hidden for share in _elements(hoard) if _opens(one, share)]

    assert [form for secret in secrets for form in forms(secret) if form in hoard] == []
    assert opened == []
