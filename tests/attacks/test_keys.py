"""Lies about keys and the set-up."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pqwirkle.bag.group import Edwards25519, Group, Scalar
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import Entry, GameId, labelled_hash
from p2pqwirkle.table.charter import Charter, Options, Player, draw_up, read_charter
from p2pqwirkle.table.entries import Kind, RevealBody, read_reveal
from p2pqwirkle.table.gathering import Revealing
from p2pqwirkle.table.phases import Phase
from tests.attacks.trial import assert_collapsed, assert_convicted, assert_damaged, audited
from tests.forge import SMALL_ORDER, entry_bytes, raw_int, sign_bytes
from tests.lan import Lan, Neighbour, charter_of, identity_of
from tests.lies import Instead, Liar, Opens, Says, proof_of, rogue_share
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

KNOWN = Scalar(12345)


def test_an_opening_fitted_to_the_others_is_not_what_was_committed_to() -> None:
    """keys-1: the last to speak would own the joint key."""
    lan = scene(Scene.START)
    others = lan.others("east")

    def rogue(liar: Liar, body: bytes) -> bytes:
        share = rogue_share(liar, KNOWN, others)
        proof = proof_of(liar, KNOWN, liar.moment.preamble(liar.seat, None))
        return encode((share, proof, read_reveal(body).coin_nonce))

    lan["east"].lie = Instead(Kind.REVEAL, rogue)

    lan.play()

    assert_convicted(lan, "east", "T3.1")
    assert_no_joint_key(lan, but="east")


def assert_no_joint_key(lan: Lan, but: str) -> None:
    assert all(isinstance(peer.snapshot.standing.stage, Revealing) for peer in lan.others(but))


@pytest.mark.parametrize("is_random", [True, False], ids=["a random proof", "a proof for the sum"])
def test_a_rogue_key_share_has_no_possession_proof(is_random: bool) -> None:  # noqa: FBT001
    """keys-1: even if the shares of the others were known in time to commit."""
    lan = scene(Scene.START)
    others = lan.others("east")

    def rogue(liar: Liar, honest: RevealBody, preamble: Preamble) -> RevealBody:
        proof = bytes([1]) * 63 + bytes(1) if is_random else proof_of(liar, KNOWN, preamble)
        share = rogue_share(liar, KNOWN, others)
        return replace(honest, key_share=share, possession=_reduced(liar.own.group, proof))

    lan["east"].lie = Opens(rogue)

    lan.play()

    assert_convicted(lan, "east", "B3.2")
    assert_no_joint_key(lan, but="east")


def _reduced(group: Group, scalars: bytes) -> bytes:
    halves = (scalars[:32], scalars[32:])
    return b"".join(group.encode_scalar(group.reduce(half)) for half in halves)


@pytest.mark.parametrize("copied", [(Kind.REVEAL,), (Kind.COMMIT, Kind.REVEAL)])
def test_a_copied_opening_is_not_what_its_seat_has_committed_to(copied: tuple[Kind, ...]) -> None:
    """keys-2: byte for byte, with its commitment or without."""
    lan = scene(Scene.START)
    victim = lan["north"]

    def copycat(_peer: Neighbour, entry: Entry) -> list[Entry]:
        if entry.kind not in copied:
            return [entry]
        speech = victim.table._seat.owes(replace(lan["east"].table._standing, heard=()))
        assert speech is not None  # both speak in this step
        return [replace(entry, body=speech[1])]

    lan["east"].lie = copycat

    lan.play()

    assert_convicted(lan, "east", "T3.1")
    assert_no_joint_key(lan, but="east")


def test_a_copied_key_share_has_no_possession_proof_under_its_own_seat() -> None:
    """keys-2"""
    lan = scene(Scene.START)
    victim = lan["north"].table._seat

    def copycat(liar: Liar, _honest: RevealBody, _preamble: Preamble) -> RevealBody:
        stage = liar.standing.stage
        moment = stage.committed_in if isinstance(stage, Revealing) else liar.moment
        return victim._reveal(moment)

    lan["east"].lie = Opens(copycat)

    lan.play()

    assert_convicted(lan, "east", "B3.2")
    assert_no_joint_key(lan, but="east")


def test_a_key_share_of_another_game_has_no_possession_proof_in_this_one() -> None:
    """keys-3, proof-3"""
    other = Lan(group=QuickGroup(), evening=2)
    other.play(until=lambda lan: lan["south"].phase is Phase.SHUFFLE)
    old = next(one.entry for one in other["south"].said if one.entry.kind == Kind.REVEAL)
    lan = scene(Scene.START)
    lan["south"].lie = Opens(lambda _liar, _honest, _preamble: read_reveal(old.body))

    lan.play()

    assert_convicted(lan, "south", "B3.2")


@pytest.mark.parametrize(
    ("key_share", "clause"),
    [
        pytest.param(SMALL_ORDER[0], "B1.3", id="keys-4 the identity"),
        pytest.param(bytes(32), "B1.4", id="keys-4 a point of order four"),
    ],
)
def test_a_key_share_without_a_secret_is_refused(key_share: bytes, clause: str) -> None:
    lan = scene(Scene.START, Edwards25519())
    lan["south"].lie = Opens(lambda _liar, honest, _preamble: replace(honest, key_share=key_share))

    lan.play()

    assert_convicted(lan, "south", clause)


def test_two_seats_with_one_secret_convict_nobody() -> None:
    """keys-2: each proof holds, so the two are in league."""
    lan = scene(Scene.START)
    give_secret(lan["east"], lan["south"].table._seat.secret)

    lan.play()

    assert_collapsed(lan, "B3.3")
    assert [(one.seat, one.clause) for one in audited(lan, "north").faults] == [(None, "B3.3")]


def test_key_shares_that_cancel_convict_nobody() -> None:
    """keys-4"""
    lan = scene(Scene.START)
    rest = lan["north"].table._seat.secret + lan["south"].table._seat.secret
    give_secret(lan["east"], Scalar(-rest % lan.group.order))

    lan.play()

    assert_collapsed(lan, "B3.4")
    assert [(one.seat, one.clause) for one in audited(lan, "north").faults] == [(None, "B3.4")]


def give_secret(peer: Neighbour, secret: Scalar) -> None:
    peer.table._seat = replace(peer.table._seat, secret=secret)


def test_only_the_charter_whose_hash_is_the_game_is_signed() -> None:
    """keys-9"""
    lan = scene(Scene.START)
    other = charter_of(("north", "south", "east"), 1, evening=2)
    lan["south"].lie = Says(Kind.CHARTER, Kind.CHARTER, other.encode())

    lan.play()

    assert_convicted(lan, "south", "T1.6")


Change = Callable[[Player], Player]


def _renamed(player: Player) -> Player:
    return replace(player, name="south pole")


def _aged(player: Player) -> Player:
    return replace(player, age=99)


def _of_yesterday(player: Player) -> Player:
    return replace(player, nonce=bytes(32))


def _somebody_else(player: Player) -> Player:
    return replace(player, identity=identity_of("west", 1).player)


@pytest.mark.parametrize("change", [_renamed, _aged, _of_yesterday, _somebody_else])
def test_no_game_begins_between_players_of_two_charters(change: Change) -> None:
    """keys-9: each field, altered for one peer."""
    lan = Lan(group=QuickGroup())
    north, *rest = lan.charter.players
    lan.invite("south", draw_up((change(north), *rest), lan.charter.options))

    lan.play()

    assert_nothing_begins(lan)


def assert_nothing_begins(lan: Lan) -> None:
    assert {peer.phase for peer in lan.peers.values()} == {Phase.CHARTER}
    assert {peer.stopped for peer in lan.peers.values()} == {None}
    for peer in lan.others("south"):
        assert {reason.partition(":")[0] for reason in peer.dropped} == {"C3.1"}


def test_no_game_begins_between_players_of_two_options() -> None:
    """keys-9"""
    lan = Lan(group=QuickGroup())
    lan.invite("south", Charter(lan.charter.players, Options(stall_guard=False)))

    lan.play()

    assert_nothing_begins(lan)


def test_no_game_begins_under_other_rules() -> None:
    """keys-9: a charter of another rules version is another game, and is not read."""
    lan = Lan(group=QuickGroup())
    downgraded = lan.charter.encode().replace(b"\x93\x01", b"\x93\x02", 1)
    game = GameId(labelled_hash(b"p2pqwirkle/1 game", downgraded))

    def downgrade(_peer: Neighbour, entry: Entry) -> list[Entry]:
        return [replace(entry, game=game, body=downgraded)]

    lan["south"].lie = downgrade
    lan.play()
    with pytest.raises(Breach) as refusal:
        read_charter(downgraded)

    assert refusal.value.clause == "T1.1"
    for peer in lan.others("south"):
        assert peer.phase is Phase.CHARTER
        assert {reason.partition(":")[0] for reason in peer.dropped} == {"C3.1"}


def test_no_game_begins_under_another_protocol() -> None:
    """keys-9"""
    lan = Lan(group=QuickGroup())
    lan["south"].lie = lambda _peer, _entry: []
    lan.play()
    entry = lan["south"].said[0].entry
    wire = sign_bytes(entry_bytes(entry, version=raw_int(2, 1)[1:]), lan["south"].identity)

    for peer in lan.others("south"):
        lan.send(lan["south"].player, peer.player, wire)
    lan.play()

    assert_damaged(lan, "C2.2", seen_by=lan.others("south"))
