"""News from the table: what is laid out survives it, and what must be done is said."""

from dataclasses import replace

import pytest

from p2pqwirkle.console.arrivals import first_desk, halted, refused, showing, ticked
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Deed, Digit, Leave, Point
from p2pqwirkle.console.desk import Desk, Panel
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.console.view import view
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Pass, PutAside, Seat
from p2pqwirkle.table.phases import Phase
from tests.console.desks import Evening, desk_with, text_of
from tests.console.test_staging import after
from tests.notation import play


def others_turn(desk: Desk) -> Scene:
    """The scene of *desk*, were it the other player's turn."""
    position = desk.scene.position
    assert position is not None
    return replace(desk.scene, position=replace(position, mover=Seat(1)), awaited=(Seat(1),))


def after_their_play(scene: Scene, text: str) -> Scene:
    position = scene.position
    assert position is not None
    moved = position.after(play(text))
    return replace(scene, position=moved, awaited=(moved.mover,))


def test_what_is_laid_out_survives_clock_and_network_news() -> None:
    desk = after(desk_with("rd rc bo gc px oc", "rs"), Digit(1), Point(Cell(1, 0)))

    desk = ticked(desk, 30.0, (None, 12.0))
    desk, _ = showing(desk, desk.scene, 31.0)

    assert [one.cell for one in desk.staging.laid] == [Cell(1, 0)]


def test_a_move_is_planned_in_the_others_turn_and_stays() -> None:
    desk, _ = showing(desk_with("rd rc bo gc px oc", "rs"), desk_scene_of_other(), 1.0)
    desk = after(desk, Digit(1), Point(Cell(1, 0)))

    desk, _ = showing(desk, after_their_play(desk.scene, "rc@-1,0"), 2.0)

    assert [one.cell for one in desk.staging.laid] == [Cell(1, 0)]
    assert desk.scene.is_our_turn


def test_a_tile_whose_cell_is_taken_comes_back_with_a_word() -> None:
    desk, _ = showing(desk_with("rd rc bo gc px oc", "rs"), desk_scene_of_other(), 1.0)
    desk = after(desk, Digit(1), Point(Cell(1, 0)))

    desk, _ = showing(desk, after_their_play(desk.scene, "rx@1,0"), 2.0)

    assert desk.staging.laid == ()
    assert len(desk.staging.loose) == 6
    assert desk.notice is not None
    assert desk.notice.key == "notice.cells-taken"


def desk_scene_of_other() -> Scene:
    return others_turn(desk_with("rd rc bo gc px oc", "rs"))


def test_whoever_has_never_moved_is_told_how() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    waiting = replace(desk, scene=others_turn(desk))

    first, _ = showing(waiting, desk.scene, now=1.0)

    assert first.notice is not None
    assert first.notice.key == "notice.first-turn"
    assert "r shows the rules" in text_of(view(first, Size(80, 24)))
    evening = Evening(1, players=2)
    evening.play_on(8)
    evening.until_ours()
    assert evening.desk.notice is None


@pytest.mark.parametrize("phase", Phase)
def test_whatever_the_table_is_doing_is_said(phase: Phase) -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    new_bag = (1, 5) if phase in (Phase.BLIND, Phase.TAGS) else None
    others = replace(desk.scene, phase=phase, awaited=(Seat(1),), new_bag=new_bag)

    title = text_of(view(replace(desk, scene=others), Size(80, 24))).split("\n")[0]

    assert title.strip().partition("Bag")[0]


def test_before_there_is_a_hand_nothing_is_offered_to_be_done_with_it() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    dealing = replace(desk.scene, phase=Phase.SHUFFLE, hand=(), position=None, awaited=())

    shown = text_of(view(first_desk(dealing, Looks(), 0.0), Size(80, 24))).split("\n")[-1]

    assert shown.startswith("r rules")
    assert "plan" not in shown
    assert "hint" not in shown


def test_when_nothing_fits_a_swap_is_said_and_offered() -> None:
    desk = desk_with("yd yc yo bt bx gc", "rs")
    waiting, _ = showing(desk, others_turn(desk), 1.0)

    desk, request = showing(waiting, desk.scene, 2.0)

    assert request is None
    assert desk.notice is not None
    assert desk.notice.key == "notice.must-swap"
    _, request = obey(desk, Deed.CONFIRM)
    assert isinstance(request, PutAside)
    assert len(request.faces) == 6


def test_with_an_empty_bag_a_hand_that_cannot_play_passes_by_itself() -> None:
    desk = desk_with("yd yc yo bt bx gc", "rs", bag_size=0)
    waiting, _ = showing(desk, others_turn(desk), 1.0)

    desk, request = showing(waiting, desk.scene, 2.0)

    assert request == Pass()
    assert desk.notice is not None
    assert desk.notice.key == "notice.you-pass"


def test_the_others_moves_are_marked_until_our_next() -> None:
    evening = Evening(2)
    evening.play_on(6)
    evening.until_ours()
    before_ours = evening.desk
    placed = {cell for past in before_ours.history[-2:] for cell in past.cells}

    evening.play_on(1)

    assert before_ours.fresh == placed
    assert not evening.desk.fresh & placed


def test_the_log_has_the_sum_of_every_turn() -> None:
    evening = Evening(4, players=2)
    while not evening.game.is_over():
        evening.play_on(1)

    history = evening.desk.history
    assert [past.number for past in history] == list(range(1, evening.game.turns + 1))
    assert all(sum(past.parts) == past.turn.points for past in history)


def test_the_end_shows_the_result() -> None:
    evening = Evening(4, players=2)
    while not evening.game.is_over():
        evening.play_on(1)

    assert evening.desk.panel is Panel.RESULT


def test_a_game_that_goes_on_no_more_says_why_and_can_be_left_at_once() -> None:
    desk = after(desk_with("rd rc bo gc px oc", "rs"), Digit(1), Point(Cell(1, 0)))

    stopped = halted(desk, "Nothing was heard of south.")

    assert stopped.staging.laid == ()
    assert not after(stopped, Digit(1), Deed.PUT).staging.laid
    frame = text_of(view(stopped, Size(80, 24)))
    assert "The game ends here." in frame
    assert "Nothing was heard of south." in frame
    assert obey(stopped, Deed.LEAVE)[1] is Leave.LEAVE


def test_a_move_that_is_not_taken_can_be_made_again() -> None:
    desk = after(desk_with("rd rc bo gc px oc", "rs"), Digit(1), Point(Cell(1, 0)))
    sent, _ = obey(desk, Deed.CONFIRM)
    assert sent.sent

    again = refused(sent, "T2.2")

    assert not again.sent
    assert len(again.staging.laid) == 1
