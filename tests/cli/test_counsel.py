"""What a bot says when others are silent, or take their time."""

from dataclasses import replace

import pytest

from p2pqwirkle.cli.counsel import AskOut, AskToPassOver, Deed, GiveUp, Reply, View, counsel
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.life import Life
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Ballot, Purpose, Question
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase
from tests.lan import NAMES, Lan, Neighbour, greedy_bot
from tests.quick_group import QuickGroup
from tests.soak.counsel import Evening

PATIENCE = 60.0
HERE = Life(silence=0.5, absence=0.5, presence=100.0)


def turn(players: int = 3, turn_seconds: int = 0) -> tuple[Lan, Seat]:
    """A table at which all wait for one seat to move."""
    options = Options(turn_seconds=turn_seconds)
    lan = Lan(NAMES[:players], group=QuickGroup(), options=options)
    lan.play(lambda lan: all(one.shown and one.phase is Phase.TURN for one in lan.peers.values()))
    return lan, lan.mover.seat


def view_of(  # noqa: PLR0913 - what a bot knows
    peer: Neighbour,
    silences: dict[Seat, float],
    *,
    step_age: float = 0.0,
    presence: float = 100.0,
    linked: bool = True,
    ballots: tuple[Ballot, ...] = (),
    known: float = 0.0,
) -> View:
    """What *peer* knows when *silences* are those that are not short."""
    snapshot: Snapshot = peer.snapshot
    shown = replace(snapshot, standing=replace(snapshot.standing, ballots=ballots))
    seats = snapshot.standing.moment.charter.seats
    lives = [replace(HERE, silence=silences.get(seat, 0.5), presence=presence) for seat in seats]
    return View(
        shown,
        lives,
        seats if linked else (),
        step_age=step_age,
        patience=PATIENCE,
        asked_for={ballot.question: known for ballot in ballots},
    )


def snapshot_of(peer: Neighbour) -> Snapshot:
    """What *peer* is shown now."""
    return replace(peer.snapshot, standing=peer.table._referee.standing)


def others(lan: Lan, mover: Seat) -> list[Neighbour]:
    """Everybody but the mover, by seat."""
    return sorted(
        (one for one in lan.peers.values() if one.seat != mover), key=lambda one: one.seat
    )


def said_of(lan: Lan, mover: Seat) -> list[Deed | None]:
    return [counsel(view_of(peer, {mover: 61.0})) for peer in others(lan, mover)]


def test_the_lowest_who_is_there_asks_to_go_on_without_a_silent_mover() -> None:
    lan, mover = turn()

    assert said_of(lan, mover) == [AskOut((mover,)), None]
    late = [counsel(view_of(peer, {mover: 63.0})) for peer in others(lan, mover)]
    assert late == [AskOut((mover,)), AskOut((mover,))]


def test_nobody_asks_about_a_mover_who_is_there_and_thinks() -> None:
    lan, mover = turn()

    assert [counsel(view_of(peer, {}, step_age=3_000)) for peer in others(lan, mover)] == [None] * 2


def test_nobody_asks_about_a_silent_seat_that_nothing_waits_for() -> None:
    lan, mover = turn()
    first, second = others(lan, mover)

    assert counsel(view_of(first, {second.seat: 100.0})) is None


def test_once_there_was_a_question_all_silent_seats_are_named() -> None:
    lan, mover = turn(5)
    first, second, *_ = others(lan, mover)
    silences = {mover: 90.0, second.seat: 90.0}
    question = Question(first.seat, (mover,))

    assert counsel(view_of(first, silences)) == AskOut((mover,))
    asked = view_of(first, silences, ballots=(Ballot(question),), known=1.0)
    assert counsel(replace(asked, snapshot=_answered(first, question))) == AskOut(
        tuple(sorted((mover, second.seat)))
    )


def test_whoever_does_not_answer_is_named_in_the_next_question() -> None:
    lan, mover = turn(5, turn_seconds=30)
    first, second, *_ = others(lan, mover)
    lan.perform(first, first.table.ask_to_pass_over())
    (ballot,) = first.table._referee.standing.ballots

    silent = view_of(first, {second.seat: 70.0}, ballots=(ballot,), known=60.0)

    assert counsel(silent) == AskOut((second.seat,))


def test_a_bot_gives_up_where_no_question_leads_on() -> None:
    lan, mover = turn()
    first, _ = others(lan, mover)

    said = counsel(view_of(first, {mover: 601.0}, step_age=601.0))
    after_thought = counsel(view_of(first, {mover: 70.0}, step_age=601.0))

    assert said == GiveUp((mover,))
    assert after_thought == AskOut((mover,))


def test_a_bot_follows_others_after_some_silence() -> None:
    lan, mover = turn()
    asker, asked = others(lan, mover)
    question = Question(asker.seat, (mover,))
    ballots = (Ballot(question),)

    assert counsel(view_of(asked, {mover: 10.1}, ballots=ballots)) == Reply(question, agrees=True)


def test_a_bot_speaks_for_those_whom_it_hears() -> None:
    lan, mover = turn()
    asker, asked = others(lan, mover)
    question = Question(asker.seat, (mover,))

    said = counsel(view_of(asked, {}, ballots=(Ballot(question),)))

    assert said == Reply(question, agrees=False)


def test_a_bot_waits_a_little_for_whom_only_others_hear() -> None:
    lan, mover = turn()
    asker, asked = others(lan, mover)
    question = Question(asker.seat, (mover,))

    view = view_of(asked, {}, linked=False, ballots=(Ballot(question),), known=1.0)

    assert counsel(view) is None
    assert counsel(replace(view, asked_for={question: 10.1})) == Reply(question, agrees=False)


def test_after_a_refusal_patience_begins_anew() -> None:
    lan, mover = turn()
    asker, asked = others(lan, mover)
    question = Question(asker.seat, (mover,))
    asker.table.ask_out((mover,))
    asked.table.receive(
        asker.player, asker.table._referee.standing.ballots[0].answers[0].signed.wire
    )
    asked.table.answer(question, agrees=False)
    ballots = asked.table._referee.standing.ballots

    view = view_of(asker, {mover: 300.0}, ballots=ballots, known=59.0)

    assert counsel(view) is None
    assert counsel(replace(view, asked_for={question: 61.0})) == AskOut((mover,))


def test_a_turn_is_passed_over_when_its_time_is_over_here() -> None:
    lan, mover = turn(turn_seconds=30)
    first, second = others(lan, mover)

    assert counsel(view_of(first, {}, step_age=29.9)) is None
    assert counsel(view_of(first, {}, step_age=30.0)) == AskToPassOver()
    assert counsel(view_of(second, {}, step_age=30.0)) is None
    assert counsel(view_of(second, {}, step_age=40.0)) == AskToPassOver()


def test_nobody_is_passed_over_right_after_coming_back() -> None:
    lan, mover = turn(turn_seconds=30)
    first, _ = others(lan, mover)

    assert counsel(view_of(first, {}, step_age=300.0, presence=4.9)) is None
    assert counsel(view_of(first, {}, step_age=300.0, presence=5.0)) == AskToPassOver()


def test_a_bot_agrees_to_pass_over_when_the_time_is_over_for_it_too() -> None:
    lan, mover = turn(turn_seconds=30)
    asker, asked = others(lan, mover)
    question = Question(asker.seat, (mover,), Purpose.PASS_OVER)
    ballots = (Ballot(question),)

    assert counsel(view_of(asked, {}, step_age=29.0, ballots=ballots)) is None
    assert counsel(view_of(asked, {}, step_age=30.0, ballots=ballots)) == Reply(
        question, agrees=True
    )


def test_a_move_that_is_here_is_not_passed_over() -> None:
    lan, mover = turn(turn_seconds=30)
    first, second = others(lan, mover)
    first.table.ask_to_pass_over()
    lan.perform(lan.mover, lan.mover.table.intend(greedy_bot(lan.mover.snapshot, lan.random)))
    (moved,) = lan.named(mover).said[-1:]
    first.table.receive(lan.named(mover).player, moved.wire)
    standing = first.table._referee.standing
    bound = replace(view_of(first, {}, step_age=300.0), snapshot=snapshot_of(first))
    question = Question(second.seat, (mover,), Purpose.PASS_OVER)
    asked = replace(standing, ballots=(Ballot(question),))

    assert (standing.phase, standing.awaited) == (Phase.TURN, ())
    assert counsel(bound) is None
    declined = counsel(replace(bound, snapshot=replace(first.snapshot, standing=asked)))
    assert declined == Reply(question, agrees=False)
    with pytest.raises(Breach, match=r"T11\.6"):
        first.table.ask_to_pass_over()


def test_a_mover_does_not_pass_over_itself() -> None:
    lan, mover = turn(turn_seconds=30)

    assert counsel(view_of(lan.named(mover), {}, step_age=100.0)) is None


def _answered(peer: Neighbour, question: Question) -> Snapshot:
    """What *peer* is shown after it has asked *question*."""
    peer.table.ask_out(question.seats)
    return snapshot_of(peer)


@pytest.mark.parametrize(("players", "seed"), [(3, 5), (5, 3)])
def test_those_who_stay_finish_whoever_goes(players: int, seed: int) -> None:
    told = Evening(players, seed).play()

    assert "without []" not in told
