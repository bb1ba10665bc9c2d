"""Lies about decryption shares."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from p2pqwirkle.bag.group import Element
from p2pqwirkle.bag.slots import Drawn
from p2pqwirkle.record.entry import Digest, Entry, sign_entry
from p2pqwirkle.rules.moves import Choice
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.entries import Kind, read_play, write_nothing
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from tests.attacks.trial import assert_convicted, assert_secret_kept, audited
from tests.lan import Lan, Neighbour, greedy_bot, swapping_bot
from tests.lies import (
    Bend,
    Instead,
    Liar,
    Says,
    cancelling_shares,
    one_share_too_few,
    one_share_too_many,
    random_share,
    shares_for_next_slots,
    shares_of,
    shares_under_another_key,
)
from tests.scenes import Scene, scene

WRONG_SHARES = [
    pytest.param(shares_for_next_slots, "B5.2", id="draw-1 of the slots behind"),
    pytest.param(random_share, "B5.2", id="draw-1 nothing of the tile"),
    pytest.param(shares_under_another_key, "B5.2", id="draw-1 under another key"),
    pytest.param(cancelling_shares, "B5.2", id="proof-9 errors that cancel"),
    pytest.param(one_share_too_many, "B6.1", id="draw-3 one too many"),
    pytest.param(one_share_too_few, "B6.1", id="draw-3 one too few"),
]


@pytest.mark.parametrize(("bend", "clause"), WRONG_SHARES)
def test_a_wrong_share_in_the_deal_is_its_givers_fault(bend: Bend, clause: str) -> None:
    lan = scene(Scene.READY)
    lan["south"].lie = Instead(Kind.DEAL, bend)

    lan.play()

    assert_convicted(lan, "south", clause)


@pytest.mark.parametrize(("bend", "clause"), WRONG_SHARES)
def test_a_wrong_share_in_a_draw_is_its_givers_fault(bend: Bend, clause: str) -> None:
    lan = scene(Scene.OPENING)
    lan["south"].lie = Instead(Kind.DRAW, bend)

    lan.play(until=lambda lan: bool(lan["south"].told))
    lan.play()

    assert_convicted(lan, "south", clause)


def test_a_share_is_everybodys_to_judge_and_not_the_drawers_alone() -> None:
    """draw-12: a third player convicts from its own record."""
    lan = scene(Scene.OPENING)
    drawer = lan.named(opener(lan))
    giver, third = lan.others(drawer.name)
    giver.lie = Instead(Kind.DRAW, random_share)

    lan.play()

    assert_convicted(lan, giver.name, "B5.2")
    assert [one.seat for one in audited(lan, third.name).faults] == [giver.seat]


def opener(lan: Lan) -> int:
    stage = lan["north"].snapshot.standing.stage
    assert isinstance(stage, Playing)
    return stage.position.mover


@pytest.mark.parametrize(
    ("lie", "clause"),
    [
        pytest.param(Says(Kind.PLAY, Kind.DRAW, write_nothing()), "T2.3", id="by the mover"),
        pytest.param(Says(Kind.DRAW, Kind.DEAL, write_nothing()), "T2.3", id="as a deal"),
    ],
)
def test_shares_are_given_in_draws_alone(lie: Says, clause: str) -> None:
    """draw-3"""
    lan = scene(Scene.OPENING)
    lan["south"].lie = lie

    lan.play()

    assert_convicted(lan, "south", clause)


def in_the_next_step(peer: Neighbour, entry: Entry) -> Iterator[Entry]:
    """The honest shares, and the same again in the step behind."""
    yield entry
    moment = peer.table._standing.moment
    yield replace(entry, step=moment.step + 1)


def test_shares_are_not_given_twice() -> None:
    """draw-3: what follows the same steps is another story of the same step."""
    lan = scene(Scene.OPENING)
    lan["south"].lie = lambda peer, entry: (
        in_the_next_step(peer, entry) if entry.kind == Kind.DRAW else [entry]
    )

    lan.play()

    assert_convicted(lan, "south", "C4.1")


def test_the_drawers_own_share_is_not_asked_for() -> None:
    """draw-3: whoever draws gives no share, nor does anybody in another's place."""
    lan = scene(Scene.OPENING)
    drawer = lan.named(opener(lan))
    lan.play(until=lambda lan: any(peer.phase is Phase.DRAW for peer in lan.others(drawer.name)))
    liar = Liar.of(drawer)

    shares = shares_of(liar, liar.playing.drawing)
    lan.tell(drawer.name, liar.entry(Kind.DRAW, shares))
    lan.play()

    assert_convicted(lan, drawer.name, "T2.2")


def test_a_share_of_a_finished_step_is_not_taken_for_another() -> None:
    """draw-5: what comes late a second time is known, and convicts nobody."""
    lan = scene(Scene.MIDGAME)
    late = [one for one in lan["south"].said if one.entry.kind == Kind.DRAW]

    for signed in late:
        lan.tell("south", signed.entry)
    lan.play()

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
    assert lan["south"].told == []


@pytest.mark.parametrize("kind", [Kind.DEAL, Kind.DRAW])
def test_an_old_share_does_not_fit_into_the_open_step(kind: Kind) -> None:
    """draw-5, proof-3: signed anew, its proof is another step's."""
    lan = scene(Scene.MIDGAME)
    bodies = [one.entry.body for one in lan["south"].said if one.entry.kind == kind]
    old = {len(body): body for body in bodies}

    def as_before(_liar: Liar, body: bytes) -> bytes:
        return old.get(len(body), bodies[0])

    lan["south"].lie = Instead(Kind.DRAW, as_before)
    lan.play()

    assert_convicted(lan, "south", "B6.1" if kind is Kind.DEAL else "B5.2")


def test_an_old_share_does_not_fit_after_a_reshuffle() -> None:
    """draw-5: a share for a slot of the bag before the last."""
    lan = scene(Scene.ENDGAME)
    lan.bot = swapping_bot
    lan.play(until=lambda lan: lan["north"].phase is Phase.READY)
    lan.bot = greedy_bot
    before = lan["south"].table._standing.stage
    assert isinstance(before, Playing)
    hand = before.hidden.hands[0]

    def of_the_old_bag(liar: Liar, _body: bytes) -> bytes:
        drawn = [held.drawn for held in hand][: len(liar.playing.drawing)]
        return shares_of(liar, drawn)

    lan["south"].lie = Instead(Kind.DRAW, of_the_old_bag)
    lan.play()

    assert_convicted(lan, "south", "B5.2")


def test_nothing_due_needs_no_entry() -> None:
    """draw-3: with an empty bag, a turn follows a turn."""
    lan = scene(Scene.EMPTY)
    said = {name: len(peer.said) for name, peer in lan.peers.items()}

    lan.play()

    for name, peer in lan.peers.items():
        assert Kind.DRAW not in {one.entry.kind for one in peer.said[said[name] :]}


@dataclass(slots=True)
class Witness:
    """Notes what a seat was about to say each time, and lets it."""

    said: list[tuple[Liar, Entry]] = field(default_factory=list)

    def __call__(self, peer: Neighbour, entry: Entry) -> list[Entry]:
        self.said.append((Liar.of(peer), entry))
        return [entry]


def test_no_seat_gives_a_share_but_those_that_are_due() -> None:
    """draw-2: whatever is sent to it, for undrawn tiles and tiles of its hand it says nothing."""
    lan = scene(Scene.READY)
    lan.bot = swap_now_and_then
    witnesses = {name: Witness() for name in lan.peers}
    for name, peer in lan.peers.items():
        peer.lie = witnesses[name]

    lan.play(until=lambda lan: pester(lan, one_time_in=20))

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
    for name, witness in witnesses.items():
        tiles = every_tile(lan[name])
        for liar, entry in witness.said:
            assert shares_in(liar, entry.body, tiles) == {
                drawn.tile.a for drawn in due(liar, entry)
            }


def swap_now_and_then(snapshot: Snapshot, random: Random) -> Choice:
    return (greedy_bot if random.randrange(8) else swapping_bot)(snapshot, random)


def pester(lan: Lan, one_time_in: int) -> bool:
    """Send some peer what it should not answer with a share, and ask it for anything; go on."""
    if lan.random.randrange(one_time_in):
        return False
    sender, receiver = lan.random.sample(list(lan.peers.values()), 2)
    moment = sender.table._standing.moment
    ahead = Entry(
        game=lan.charter.game,
        author=sender.player,
        step=moment.step + lan.random.randrange(1, 30),
        after=Digest(lan.random.randbytes(32)),
        kind=lan.random.randrange(16),
        body=lan.random.choice(sender.said).entry.body,
    )
    lan.send(sender.player, receiver.player, sign_entry(ahead, sender.identity).wire)
    step = lan.random.randrange(moment.step + 1)
    lan.perform(receiver, receiver.table.asked(sender.player, step))
    return False


def every_tile(peer: Neighbour) -> set[Element]:
    """The first components of all masked tiles that *peer* has ever seen in a bag."""
    stages = [snapshot.standing.stage for snapshot in peer.shown]
    bags = {stage.hidden.bag for stage in stages if isinstance(stage, Dealing | Playing)}
    return {tile.a for bag in bags for tile in bag.tiles}


def shares_in(liar: Liar, body: bytes, tiles: set[Element]) -> set[Element]:
    """The tiles whose share of the speaker stands in *body*, wherever."""
    group = scene(Scene.START).group
    return {a for a in tiles if bytes(group.multiply(liar.secret, a)) in body}


def due(liar: Liar, entry: Entry) -> tuple[Drawn, ...]:
    match entry.kind:
        case Kind.DEAL | Kind.DRAW:
            return liar.due
        case Kind.PLAY:
            slots = read_play(entry.body).slots
            return tuple(held.drawn for held in liar.hidden.held(liar.seat, slots))
        case _:
            return ()


def test_a_secret_touches_drawn_tiles_alone_through_a_whole_game() -> None:
    """draw-7"""
    lan = Lan(bot=swapping_bot, seed=9, group=scene(Scene.START).group)

    lan.play()

    for peer in lan.peers.values():
        assert_secret_kept(peer)
        assert peer.group.touched
