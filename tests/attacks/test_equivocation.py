"""wire-1: two stories of one step."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import SIGNATURE_PREFIX, Entry, read_signed_entry, sign_entry
from p2pqwirkle.table.entries import (
    Kind,
    read_reveal,
    write_hash,
    write_keys,
    write_nothing,
    write_reveal,
    write_swap,
)
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.verdicts import Fault
from tests.attacks.trial import assert_convicted, audited
from tests.forge import scalar_of, sign_with_nonce, wire_of
from tests.lan import Neighbour, Told, greedy_bot, swapping_bot
from tests.lies import (
    Bend,
    Forked,
    Liar,
    SaysInTurn,
    Split,
    Twice,
    other_shuffle,
    played_anew,
    proven_anew,
)
from tests.scenes import Scene, honest_end, scene


def something_else(_liar: Liar, body: bytes) -> bytes:
    return encode((body,))


def other_hash(_liar: Liar, body: bytes) -> bytes:
    return write_hash(body[-32:][::-1])


def other_coin(_liar: Liar, body: bytes) -> bytes:
    return write_reveal(replace(read_reveal(body), coin_nonce=bytes(32)))


def other_slot(liar: Liar, _body: bytes) -> bytes:
    return write_swap((liar.hidden.hands[liar.seat][-1].slot,))


def closed(_liar: Liar, _body: bytes) -> bytes:
    return write_keys(None)


TWO_STORIES = [
    pytest.param(Scene.START, Kind.CHARTER, something_else, id="charter"),
    pytest.param(Scene.START, Kind.COMMIT, other_hash, id="commit"),
    pytest.param(Scene.START, Kind.REVEAL, other_coin, id="reveal"),
    pytest.param(Scene.SHUFFLE, Kind.SHUFFLE, other_shuffle, id="shuffle"),
    pytest.param(Scene.SHUFFLE, Kind.READY, something_else, id="ready"),
    pytest.param(Scene.READY, Kind.DEAL, proven_anew, id="deal"),
    pytest.param(Scene.READY, Kind.PLEDGE, other_hash, id="pledge"),
    pytest.param(Scene.READY, Kind.CLAIM, something_else, id="claim"),
    pytest.param(Scene.OPENING, Kind.PLAY, played_anew, id="play"),
    pytest.param(Scene.OPENING, Kind.DRAW, proven_anew, id="draw"),
    pytest.param(Scene.ENDGAME, Kind.SWAP, other_slot, id="swap"),
    pytest.param(Scene.EMPTY, Kind.SEAL, something_else, id="seal"),
]


@pytest.mark.parametrize(("where", "kind", "bend"), TWO_STORIES)
def test_a_second_story_is_kept_beside_the_first(where: Scene, kind: Kind, bend: Bend) -> None:
    lan = scene(where)
    lan.bot = swapping_bot if kind is Kind.SWAP else greedy_bot
    lan["south"].lie = Twice(kind, bend)

    lan.play()

    assert_convicted(lan, "south", "C4.1")
    for peer in lan.others("south"):
        assert isinstance(peer.stopped, Fault)
        assert peer.stopped.against is not None
        assert peer.stopped.against.wire in peer.wires


def test_a_second_pass_is_kept_beside_the_first() -> None:
    lan = scene(Scene.EMPTY)
    passes = SaysInTurn(Kind.PASS, lambda _: write_nothing())
    twice = Twice(Kind.PASS, something_else)

    def lie(peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        for said in passes(peer, entry):
            yield from twice(peer, said)

    lan["south"].lie = lie

    lan.play()

    assert_convicted(lan, "south", "C4.1")


FORKS = [story for story in TWO_STORIES if story.id in {"commit", "deal", "pledge", "play", "draw"}]


@pytest.mark.parametrize("ears", ["north", "east"])
@pytest.mark.parametrize(("where", "kind", "bend"), FORKS)
def test_two_good_stories_for_two_peers_are_found_out(
    where: Scene, kind: Kind, bend: Bend, ears: str
) -> None:
    lan = scene(where)
    lan["south"].lie = Split(kind, bend, (ears,))

    lan.play()

    assert_convicted(lan, "south", "C4.1")


def test_a_key_told_twice_is_found_out_while_a_key_is_awaited() -> None:
    lan = scene(Scene.SEAL)
    lan["north"].lie = lambda _peer, entry: [] if entry.kind == Kind.KEYS else [entry]
    lan["south"].lie = Twice(Kind.KEYS, closed)

    lan.play()

    fault = lan["east"].stopped
    assert lan["east"].phase is Phase.KEYS
    assert isinstance(fault, Fault)
    assert (fault.seat, fault.clause) == (lan["south"].seat, "C4.1")


def test_a_key_told_to_some_alone_changes_no_result() -> None:
    """Who has heard all keys is done: it may lack one, but it has the same scores as the others."""
    lan = scene(Scene.SEAL)
    lan["south"].lie = Split(Kind.KEYS, closed, ("east",))

    lan.play()

    reports = [audited(lan, peer.name) for peer in lan.others("south")]
    assert {report.players for report in reports} == {honest_end(lan.group).players}
    assert {one.seat for report in reports for one in report.faults} <= {lan["south"].seat}


def test_forked_seals_open_no_honest_key() -> None:
    """play-6: two ways in which the game ended, each sealed by the liar, for one peer each.

    The two meet in the liar, so that neither hears the other's story before it seals.
    """
    probe = scene(Scene.EMPTY)
    probe.play()
    plays = [
        (one.entry.step, peer.name)
        for peer in probe.peers.values()
        for one in peer.said
        if one.entry.kind == Kind.PLAY
    ]
    last, liar = max(plays)
    lan = scene(Scene.EMPTY)
    one, other = lan.others(liar)
    forked = Forked(Kind.PLAY, played_anew, (one.name,))

    def at_last(peer: Neighbour, entry: Entry) -> Iterator[Entry | Told]:
        yield from forked(peer, entry) if entry.step >= last else [entry]

    lan[liar].lie = at_last
    lan.cut.add(frozenset({one.name, other.name}))

    lan.play()

    assert forked.other is not None
    assert forked.other.phase is Phase.SEAL
    assert isinstance(one.stopped, Fault)
    assert (one.stopped.seat, one.stopped.clause) == (lan[liar].seat, "C4.1")
    for peer in (one, other):
        assert Kind.KEYS not in {signed.entry.kind for signed in peer.said}


def test_the_same_entry_twice_is_one() -> None:
    """wire-1, wire-3: whatever its signature, since the digest covers what was signed."""
    lan = scene(Scene.OPENING)
    secret = scalar_of(lan["south"].identity)

    def signed_anew(wire: bytes) -> bytes:
        encoded = read_signed_entry(wire).encoded
        return wire_of(encoded, sign_with_nonce(secret, SIGNATURE_PREFIX + encoded, nonce=7))

    def repeat(peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        yield entry
        if entry.kind != Kind.DRAW or peer.told:
            return
        again = signed_anew(sign_entry(entry, peer.identity).wire)
        peer.told.append(read_signed_entry(again))
        for other in lan.others("south"):
            lan.send(peer.player, other.player, again)

    lan["south"].lie = repeat
    probe = scene(Scene.OPENING)

    lan.play()
    probe.play()

    digests = {peer.snapshot.standing.moment.digest for peer in lan.peers.values()}
    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
    assert digests == {probe["north"].snapshot.standing.moment.digest}
