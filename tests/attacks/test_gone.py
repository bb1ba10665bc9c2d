"""Departures as weapons: to part those who stay, to look twice, to stall, to take a tile away."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import takewhile

import pytest

from p2pqwirkle.audit.hands import check_tiles
from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import Entry, SignedEntry, read_signed_entry
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.tiles import TILE_COUNT
from p2pqwirkle.table.agreement import (
    MAX_QUESTION,
    ROUND,
    ROUNDS_OF_AN_ANSWER,
    Answer,
    Question,
    read_answer,
    write_answer,
)
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.council import unanswered
from p2pqwirkle.table.effects import Say, Show
from p2pqwirkle.table.entries import Kind, read_shuffle, write_nothing
from p2pqwirkle.table.exhibits import MOST_FAULTS
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.seat import Speech
from tests.lan import NAMES, Lan, Neighbour, Told, greedy_bot, swapping_bot
from tests.lies import Liar
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

FRAMES_OF_A_DRAW = 15
"""And of the play before it; all peers have come to the next turn then."""


def deliver(lan: Lan, frames: int = 10_000) -> int:
    """Deliver so many frames, or all that are under way, and let nobody move."""
    return sum(1 for _ in takewhile(bool, (lan.deliver_one() for _ in range(frames))))


def vanish(lan: Lan, name: str) -> None:
    """Let *name* go, with all that is under way from it and to it."""
    lan.cut |= {frozenset((name, other.name)) for other in lan.others(name)}
    for link, frames in lan._frames.items():
        if lan[name].player in link:
            frames.clear()


def go_on_without(lan: Lan, name: str) -> None:
    """Let the others ask and agree to go on without *name*, where that may be."""
    for peer in lan.others(name):
        ballots = peer.snapshot.standing.ballots
        try:
            if ballots:
                said = peer.table.answer(ballots[-1].question, agrees=True)
            else:
                said = peer.table.ask_out([lan[name].seat])
        except Breach:
            continue  # this one has completed the step, or waits for somebody else
        lan.perform(peer, said)
        deliver(lan)


@pytest.mark.parametrize("frames", range(FRAMES_OF_A_DRAW + 1))
def test_a_draw_that_is_cut_after_any_frame_parts_nobody(frames: int) -> None:
    """gone-10, draw-8: north's share is here and not there."""
    lan = scene(Scene.MIDGAME)
    south = lan["south"]
    lan.perform(south, south.table.intend(lan.bot(south.snapshot, lan.random)))
    assert deliver(lan, frames) == frames

    vanish(lan, "north")
    deliver(lan)
    go_on_without(lan, "north")
    deliver(lan)
    others = lan.others("north")
    if others[0].phase is Phase.TURN and lan["north"].seat in others[0].snapshot.standing.living:
        lan.play()  # all had come: north is missed in its turn only, or in the next draw
        go_on_without(lan, "north")
        deliver(lan)

    one, other = (peer.snapshot.standing for peer in others)
    assert one.moment == other.moment
    assert lan["north"].seat not in one.living
    assert all(peer.stopped is None for peer in others)


def test_shares_that_the_drawer_alone_was_given_reach_all_through_it() -> None:
    """draw-8: an honest drawer passes a share on before it opens anything with it."""
    lan = scene(Scene.MIDGAME)

    def to_the_drawer(peer: Neighbour, entry: Entry) -> Iterable[Entry | Told]:
        if entry.kind != Kind.DRAW:
            return [entry]
        stage = Liar.of(peer).standing.stage
        assert isinstance(stage, Playing)
        assert stage.drawer is not None  # somebody draws
        return [Told(entry, (lan.named(stage.drawer).name,))]

    lan["north"].lie = to_the_drawer

    lan.play()

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
    assert len({peer.record.getvalue() for peer in lan.peers.values()}) == 1


def test_an_audit_names_a_draw_that_was_made_again_and_whose_it_was() -> None:
    """draw-8: south may have seen what it would have drawn, if north showed it to south alone."""
    lan = scene(Scene.MIDGAME)
    north, south = lan["north"].seat, lan["south"].seat
    lan["north"].lie = lambda _peer, entry: [] if entry.kind == Kind.DRAW else [entry]
    lan.play()
    vanish(lan, "north")
    go_on_without(lan, "north")
    lan.play()

    undrawn, drawn, *_ = draws_of(lan, south)
    report = audit(BytesIO(lan.record("east")), lan.group)

    assert len(undrawn) == len(drawn)
    assert {slot.bag for slot in undrawn}.isdisjoint(slot.bag for slot in drawn)
    assert report.verdict is Verdict.FAIR
    assert [(one.seat, one.voided) for one in report.departures] == [(north, (south,))]


def draws_of(lan: Lan, seat: Seat) -> list[tuple[Slot, ...]]:
    """What *seat* was to draw, one time after the other, as east has seen it."""
    stages = [shown.standing.stage for shown in lan["east"].shown]
    draws = [
        tuple(one.slot for one in stage.drawing)
        for stage in stages
        if isinstance(stage, Playing) and stage.phase is Phase.DRAW and stage.drawer == seat
    ]
    return list(dict.fromkeys(draws))


def test_who_is_slow_to_some_alone_is_not_put_out() -> None:
    """gone-11: whoever has what is missing declines with it, without asking its player."""
    lan = scene(Scene.MIDGAME)
    north, south, east = (lan[name] for name in ("north", "south", "east"))
    deliver(lan)
    lan.cut.add(frozenset(("north", "south")))
    lan.perform(south, south.table.intend(lan.bot(south.snapshot, lan.random)))
    (wire,) = lan._frames.pop((south.player, east.player))
    told = east.table.receive(south.player, wire)  # and is slow to pass it on to north

    lan.perform(north, north.table.ask_out([south.seat]))
    deliver(lan)
    late = [effect for effect in told if not isinstance(effect, Show)]
    lan.perform(east, late)
    lan.play()

    (answer,) = [one.entry.body for one in east.said if one.entry.kind == Kind.ANSWER]
    assert not read_answer(answer).agrees
    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
    assert len({peer.record.getvalue() for peer in lan.peers.values()}) == 1
    assert not audit(BytesIO(north.record.getvalue()), lan.group).departures


@pytest.mark.parametrize("seat", range(3))
def test_who_stops_at_its_shuffle_learns_nothing_of_the_bag_that_follows(seat: int) -> None:
    """shuffle-9: all who stay shuffle anew, and none of their masked tiles comes again."""
    lan = scene(Scene.REVEAL)
    stops = lan.named(seat)
    stops.lie = lambda _peer, entry: [] if entry.kind == Kind.SHUFFLE else [entry]
    lan.play()
    vanish(lan, stops.name)
    go_on_without(lan, stops.name)
    lan.play()

    stayed = lan.others(stops.name)
    before, after = first_shuffles(stayed[0].record.getvalue())

    assert {peer.phase for peer in stayed} == {Phase.OVER}
    assert len(before) == seat
    assert len(after) == 2
    assert not {*tiles_in(before)} & {*tiles_in(after)}


def first_shuffles(record: bytes) -> tuple[list[SignedEntry], list[SignedEntry]]:
    """The shuffles before the first departure, and those between it and the deal."""
    entries = [read_signed_entry(wire) for wire in RecordReader(BytesIO(record))]
    kinds = [signed.entry.kind for signed in entries]
    cut, deal = kinds.index(Kind.ANSWER), kinds.index(Kind.DEAL)
    before, after = entries[:cut], entries[cut:deal]
    return only_shuffles(before), only_shuffles(after)


def only_shuffles(entries: Iterable[SignedEntry]) -> list[SignedEntry]:
    return [signed for signed in entries if signed.entry.kind == Kind.SHUFFLE]


def tiles_in(shuffles: Iterable[SignedEntry]) -> Iterator[bytes]:
    """The halves of all masked tiles that were put out."""
    for signed in shuffles:
        tiles = read_shuffle(signed.entry.body).tiles
        yield from (tiles[at : at + 32] for at in range(0, len(tiles), 32))


def test_two_stories_about_a_turn_that_was_passed_over_are_found_though_each_hears_one() -> None:
    """gone-10, wire-1: what counts for nothing is passed on as well, and judged."""
    lan = Lan(group=QuickGroup(), options=Options(turn_seconds=60))
    lan.play(
        until=lambda lan: (
            has_opened(lan) and all(peer.phase is Phase.TURN for peer in lan.peers.values())
        )
    )
    liar = lan.mover
    one, other = lan.others(liar.name)
    standing = liar.snapshot.standing
    choices = greedy_bot(liar.snapshot, lan.random), swapping_bot(liar.snapshot, lan.random)
    moves = [liar.table._seat.move(standing, choice) for choice in choices]
    stories = [liar.table._sign(move, standing.moment).wire for move in moves]

    lan.perform(one, one.table.ask_to_pass_over())
    deliver(lan)
    (asked,) = other.snapshot.standing.ballots
    lan.perform(other, other.table.answer(asked.question, agrees=True))
    deliver(lan)
    for peer, story in zip((one, other), stories, strict=True):
        lan.send(liar.player, peer.player, story)
    deliver(lan)

    assert one.snapshot.standing.moment == other.snapshot.standing.moment
    assert liar.seat not in one.snapshot.standing.living


def has_opened(lan: Lan) -> bool:
    stage = lan["north"].snapshot.standing.stage
    return isinstance(stage, Playing) and stage.position.opening is None


@pytest.mark.parametrize("leavers", [1, 2])
def test_where_a_tile_is_stolen_a_game_that_some_have_left_is_not_fair(leavers: int) -> None:
    """audit-6: board, hands and the bag that was made anew hold each of the 108 tiles once."""
    lan = Lan(NAMES[: leavers + 2], group=QuickGroup())
    for name in NAMES[2 : leavers + 2]:
        lan.play(until=lambda lan: all(peer.is_to_move for peer in [lan["north"]]))
        lan.perform(lan[name], lan[name].table.resign())
        deliver(lan)
    lan.play()
    stage = lan["north"].snapshot.standing.stage
    assert isinstance(stage, Playing)
    stolen = stage.hidden.played - {min(stage.hidden.played)}

    report = audit(BytesIO(lan.record("north")), lan.group)

    assert report.verdict is Verdict.FAIR
    assert len(report.departures) == leavers
    assert check_tiles(stage) == TILE_COUNT
    with pytest.raises(Collapse, match=r"A3\.1"):
        check_tiles(replace(stage, hidden=replace(stage.hidden, played=stolen)))


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.DRAW], ids=["in a turn", "in a draw"])
def test_who_asks_to_go_on_without_all_others_holds_nobody_up(phase: Phase) -> None:
    """gone-17: all who are asked have agreed then, but they are too few."""
    lan = scene(Scene.MIDGAME)
    south, others = lan["south"], lan.others("south")
    lan.play(until=lambda _: all(peer.phase is phase for peer in others))
    steps = [peer.snapshot.standing.moment.step for peer in others]
    seats = tuple(sorted(peer.seat for peer in others))

    answer(lan, south, Question(south.seat, seats), agrees=True)
    lan.play()

    assert all(
        peer.snapshot.standing.moment.step > step for peer, step in zip(others, steps, strict=True)
    )


def test_who_shows_everybody_other_faults_is_put_out_all_the_same() -> None:
    """gone-18: nobody keeps all of them, so that each could name grounds that nobody else has."""
    lan = scene(Scene.MIDGAME)
    deliver(lan)
    liar = next(peer for peer in lan.peers.values() if not peer.is_to_move)
    moment = liar.snapshot.standing.moment
    faults = [
        liar.table._sign((Kind.READY, bytes([number])), moment).wire
        for number in range(2 * MOST_FAULTS)
    ]
    one, other = lan.others(liar.name)
    told = [
        (peer, [effect for wire in some for effect in peer.table.receive(liar.player, wire)])
        for peer, some in ((one, faults[:MOST_FAULTS]), (other, faults[MOST_FAULTS:]))
    ]

    for peer, effects in told:
        lan.perform(peer, effects)
    deliver(lan)

    assert one.snapshot.standing.moment == other.snapshot.standing.moment
    assert liar.seat not in one.snapshot.standing.living


def test_no_more_grounds_are_named_than_a_question_may_have() -> None:
    """gone-18: liars with many faults each, of two stories each."""
    lan = Lan(NAMES, group=QuickGroup())
    lan.play(until=lambda lan: all(peer.phase is Phase.TURN for peer in lan.peers.values()))
    waiting = [peer for peer in lan.peers.values() if not peer.is_to_move]
    one, *liars = waiting[:4]
    for turn in range(MOST_FAULTS):
        for liar in liars:
            question = Question(ROUND * turn + liar.seat, (lan.mover.seat,))
            for agrees in (True, False):
                speech = (Kind.ANSWER, write_answer(Answer(question, agrees)))
                told = liar.table._sign(speech, liar.snapshot.standing.moment)
                one.table.receive(liar.player, told.wire)

    effects = one.table.ask_out([liar.seat for liar in liars])

    assert any(isinstance(effect, Say) for effect in effects)


LAST_ROUND = MAX_QUESTION // ROUND - 1
FIRST_OUT_OF_REACH = 2 * ROUNDS_OF_AN_ANSWER
"""After one answer, the liar's own."""


@pytest.mark.parametrize("agrees", [True, False], ids=["asked", "declined"])
@pytest.mark.parametrize("turn", [FIRST_OUT_OF_REACH, LAST_ROUND])
def test_nobody_uses_up_the_numbers_of_questions(turn: int, agrees: bool) -> None:  # noqa: FBT001
    """gone-16: then nobody could be put out any more, the liar itself included."""
    lan = scene(Scene.MIDGAME)
    deliver(lan)
    liar = next(peer for peer in lan.peers.values() if not peer.is_to_move)
    honest = lan.others(liar.name)
    question = Question(ROUND * turn + liar.seat, (honest[0].seat,))

    answer(lan, liar, question, agrees=agrees)

    assert not any(unanswered(peer.snapshot.standing, peer.seat) for peer in honest)
    with pytest.raises(Breach, match=r"T11\.6"):
        honest[1].table.answer(question, agrees=False)
    say(lan, liar, (Kind.READY, write_nothing()))  # which nobody has asked for
    one, other = (peer.snapshot.standing for peer in honest)
    assert one.moment == other.moment
    assert liar.seat not in one.living


def test_a_question_far_above_all_others_is_answered_once_others_have_led_to_it() -> None:
    """gone-16: nobody is parted by what somebody has not heard yet."""
    lan = scene(Scene.MIDGAME)
    deliver(lan)
    north, south, east = (lan[name] for name in ("north", "south", "east"))
    far = Question(ROUND * FIRST_OUT_OF_REACH + south.seat, (north.seat,))
    answer(lan, south, far, agrees=True)
    assert not unanswered(east.snapshot.standing, east.seat)

    answer(lan, south, Question(ROUND + south.seat, (north.seat,)), agrees=False)

    assert far in {one.question for one in unanswered(east.snapshot.standing, east.seat)}


def answer(lan: Lan, peer: Neighbour, question: Question, *, agrees: bool) -> None:
    """Let *peer* answer *question*, whatever an honest program would say."""
    say(lan, peer, (Kind.ANSWER, write_answer(Answer(question, agrees))))


def say(lan: Lan, peer: Neighbour, speech: Speech) -> None:
    """Let *peer* sign *speech* in the open step, and all others hear it."""
    lan.tell(peer.name, peer.table._sign(speech, peer.snapshot.standing.moment).entry)
    deliver(lan)
