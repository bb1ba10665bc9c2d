"""What a console shows while the others go on without somebody, and after it."""

from dataclasses import replace
from io import BytesIO

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.console.arrivals import first_desk, showing, ticked
from p2pqwirkle.console.asking import askable, why_lines
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import AskOut
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.scene import scene_of
from p2pqwirkle.console.scenes import Keeper
from p2pqwirkle.console.view import view
from p2pqwirkle.console.wording import in_turn_order, silent_line, state_of
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Purpose, Question
from p2pqwirkle.table.phases import Phase
from tests.console.desks import text_of
from tests.lan import NAMES, Lan
from tests.quick_group import QuickGroup
from tests.scenes import Scene as Place
from tests.scenes import scene as game_at


def without_south(lan: Lan) -> None:
    """Let north ask to go on without south, and east agree."""
    south = lan["south"].snapshot.seat
    lan.cut |= {frozenset({"south", "north"}), frozenset({"south", "east"})}
    lan.perform(lan["north"], lan["north"].table.ask_out([south]))
    while lan.deliver_one():
        pass
    (ballot,) = lan["east"].snapshot.standing.ballots
    lan.perform(lan["east"], lan["east"].table.answer(ballot.question, agrees=True))


def desks(lan: Lan, name: str, desk: Desk, seen: int) -> list[Desk]:
    """The desk of *name* after each snapshot behind the first *seen*."""
    told = [desk]
    for number, snapshot in enumerate(lan[name].shown[seen:]):
        scene = scene_of(snapshot, told[-1].scene)
        told.append(showing(told[-1], scene, float(number))[0])
    return told[1:]


def test_the_table_and_what_is_laid_out_stay_while_the_bag_is_made_anew() -> None:
    lan = game_at(Place.MIDGAME)
    first = first_desk(scene_of(lan["north"].snapshot, None), Looks(), 0.0)
    laid = replace(first, staging=first.staging.laying(first.staging.rack[0], Cell(30, 30)))
    seen = len(lan["north"].shown)
    history = laid.history

    without_south(lan)
    lan.play(lambda lan: lan["north"].is_to_move or lan["east"].is_to_move)
    told = desks(lan, "north", laid, seen)

    making = [desk for desk in told if desk.scene.new_bag is not None]
    assert next(state_of(desk) for desk in making) == "Making a new bag 1/7"
    assert {desk.scene.new_bag[1] for desk in making if desk.scene.new_bag} == {7}
    assert all(desk.staging.laid == laid.staging.laid for desk in told)
    assert all(desk.scene.position is not None for desk in told)
    assert all(desk.history == history for desk in told)


def test_whoever_is_out_stays_in_sight_with_its_score() -> None:
    lan = game_at(Place.MIDGAME)
    first = first_desk(scene_of(lan["north"].snapshot, None), Looks(), 0.0)
    seen = len(lan["north"].shown)
    south = first.scene.names.index("south")
    assert first.scene.position is not None

    without_south(lan)
    lan.play(lambda lan: lan["north"].is_to_move or lan["east"].is_to_move)
    last = desks(lan, "north", first, seen)[-1]

    assert last.scene.position is not None
    assert last.scene.position.scores[south] == first.scene.position.scores[south]
    assert in_turn_order(last.scene)[-1] == south
    screen = text_of(view(last, Size(80, 24)))
    assert "south (out)" in screen
    assert "The game goes on without south, whose score stays." in screen


def test_a_move_that_was_cut_off_can_be_made_again() -> None:
    lan = game_at(Place.MIDGAME)
    scene = scene_of(lan["south"].snapshot, None)
    sent = replace(first_desk(scene, Looks(), 0.0), sent=True)
    between = replace(scene, awaited=())

    after, _ = showing(showing(sent, between, 1.0)[0], scene, 2.0)

    assert not after.sent


@pytest.mark.parametrize(
    ("silence", "said"),
    [(0.5, "south is heard here."), (65.0, "Nothing that is due has come from south for 1:05.")],
)
def test_a_question_is_shown_with_what_is_known_here(silence: float, said: str) -> None:
    lan = game_at(Place.MIDGAME)
    desk = first_desk(scene_of(lan["north"].snapshot, None), Looks(), 0.0)
    south = Seat(desk.scene.names.index("south"))
    silences = [silence if seat == south else 0.0 for seat in range(3)]

    assert why_lines(Question(0, (south,)), ticked(desk, 70.0, silences)) == (said,)


def test_of_two_the_one_who_waits_is_told_what_can_be_done() -> None:
    lan = Lan(NAMES[:2], seed=3, group=QuickGroup())
    lan.play(lambda lan: any(peer.shown and peer.is_to_move for peer in lan.peers.values()))
    waiting = next(peer for peer in lan.peers.values() if not peer.is_to_move)
    desk = first_desk(scene_of(waiting.snapshot, None), Looks(), 0.0)
    silences = [0.0 if seat == waiting.seat else 20.0 for seat in range(2)]

    told = silent_line(ticked(desk, 20.0, silences))

    assert told is not None
    assert told.endswith(" 0:20; with q you can leave, and resume later")


def test_grounds_are_told_before_silence() -> None:
    lan = game_at(Place.MIDGAME)
    desk = first_desk(scene_of(lan["north"].snapshot, None), Looks(), 0.0)
    south = Seat(desk.scene.names.index("south"))
    question = Question(0, (south,))

    resigned = replace(desk, scene=replace(desk.scene, grounded=(south,)))
    faulty = replace(desk, scene=replace(desk.scene, charges=((south, "B5.2"),)))

    assert why_lines(question, resigned) == ("south has resigned.",)
    assert why_lines(question, faulty) == (
        "south broke a rule, and a signature proves it: a proof does not hold (B5.2).",
    )


def test_the_time_of_a_turn_is_told_when_it_is_to_be_passed_over() -> None:
    lan = game_at(Place.MIDGAME)
    desk = first_desk(scene_of(lan["north"].snapshot, None), Looks(), 0.0)
    question = Question(0, (Seat(1),), Purpose.PASS_OVER)

    (line,) = why_lines(question, ticked(desk, 70.0, ()))

    assert line.startswith("This turn has taken 1:10 so far")


def test_a_replay_shows_who_has_left() -> None:
    lan = game_at(Place.MIDGAME)
    south = lan["south"].snapshot.seat
    without_south(lan)
    lan.play()
    keeper = Keeper()

    report = audit(BytesIO(lan.record("north")), QuickGroup(), keeper.see)
    scenes = keeper.scenes()

    assert report.verdict is Verdict.FAIR
    assert len(scenes) == report.turns + 1
    assert south in scenes[0][0].living
    assert south not in scenes[-1][0].living
    assert {len(seen) for seen in scenes} == {3}
    assert all(scene.asked == () for seen in scenes for scene in seen)
    assert not any(scene.is_out for seen in scenes for scene in seen)


def test_whoever_does_not_answer_can_be_named_together_with_who_is_gone() -> None:
    lan = Lan(NAMES[:5], seed=3, group=QuickGroup())
    lan.play(lambda lan: all(one.shown and one.phase is Phase.TURN for one in lan.peers.values()))
    mover = lan.mover.seat
    asker, silent, *_ = sorted(lan.others(lan.mover.name), key=lambda one: one.seat)
    lan.perform(asker, asker.table.ask_out([mover]))
    while lan.deliver_one():
        pass
    for one in lan.others(asker.name):
        if one.seat not in (mover, silent.seat):
            (ballot,) = one.snapshot.standing.ballots
            lan.perform(one, one.table.answer(ballot.question, agrees=True))
    while lan.deliver_one():
        pass

    desk = first_desk(scene_of(asker.snapshot, None), Looks(), 0.0)

    both = tuple(sorted((mover, silent.seat)))
    assert askable(desk) == (*(AskOut((seat,)) for seat in both), AskOut(both))
