"""Going on without somebody: what is offered, what is asked, and that answers are meant."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.console.arrivals import first_desk, showing, ticked
from p2pqwirkle.console.asking import is_late, reply
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import AskOut, Deed, Digit, Go, Leave, PassOver, Reply, Type
from p2pqwirkle.console.desk import Desk, Notice, Panel
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.plain import desk_news, typed
from p2pqwirkle.console.scene import Scene, scene_of
from p2pqwirkle.console.states import command_for
from p2pqwirkle.console.view import view
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.outcome import Ending
from p2pqwirkle.table.agreement import Purpose, Question
from p2pqwirkle.table.seat import Tile
from p2pqwirkle.words import SENTENCES
from tests.console.desks import text_of
from tests.console.test_staging import after
from tests.scenes import Scene as Place
from tests.scenes import scene as game_at

NORTH, SOUTH, EAST = "north", "south", "east"
SIZE = Size(80, 24)


def seen_by(name: str, *, asked_by: str | None = None) -> Scene:
    """The scene where all wait for south; perhaps somebody asks to go on without it."""
    lan = game_at(Place.MIDGAME)
    south = lan[SOUTH].snapshot.seat
    if asked_by is not None:
        lan.perform(lan[asked_by], lan[asked_by].table.ask_out([south]))
        while lan.deliver_one():
            pass
    return scene_of(lan[name].snapshot, None)


def desk_of(scene: Scene) -> Desk:
    return first_desk(scene, Looks(), 0.0)


def screen_of(desk: Desk) -> str:
    return text_of(view(desk, SIZE))


def offered(desk: Desk) -> str:
    return screen_of(desk).split("\n")[-1]


def test_only_who_is_waited_for_can_be_done_without() -> None:
    scene = seen_by(NORTH)
    south = Seat(scene.names.index(SOUTH))

    assert scene.dispensable == (south,)
    assert seen_by(SOUTH).dispensable == ()
    assert scene.living == (0, 1, 2)


def test_going_on_without_somebody_is_offered_after_some_silence() -> None:
    desk = desk_of(seen_by(NORTH))
    silences = [20.0 if name == SOUTH else 0.0 for name in desk.scene.names]

    assert "go on without" not in offered(desk)
    assert "x go on without" in offered(ticked(desk, 20.0, silences))


def test_the_others_are_asked_with_two_keys() -> None:
    desk = after(desk_of(seen_by(NORTH)), Deed.GO_ON)
    assert "1  without south" in screen_of(desk)

    asked, request = obey(desk, Digit(1))

    assert request == AskOut((Seat(desk.scene.names.index(SOUTH)),))
    assert asked.panel is Panel.NONE
    assert obey(desk, Digit(2))[1] is None


def test_nobody_is_asked_out_where_nobody_can_be() -> None:
    desk = after(desk_of(seen_by(SOUTH)), Deed.GO_ON)

    assert desk.panel is Panel.NONE
    assert desk.notice is not None
    assert desk.notice.key == "ask.nobody"


def test_a_turn_that_takes_too_long_can_be_passed_over() -> None:
    scene = replace(seen_by(NORTH), turn_seconds=60)
    desk = desk_of(scene)
    late = ticked(desk, 61.0, ())

    assert obey(after(desk, Deed.GO_ON), Digit(2))[1] is None
    assert "Turn: south  1:01 / 1:00" in screen_of(late)
    assert "2  pass over the turn of south" in screen_of(after(late, Deed.GO_ON))
    assert obey(after(late, Deed.GO_ON), Digit(2))[1] == PassOver()
    assert typed(late, "pass-over")[2] == PassOver()
    assert typed(desk, "pass-over")[2] is None


def test_nobody_is_passed_over_right_after_coming_back() -> None:
    scene = replace(seen_by(NORTH), turn_seconds=60)
    away = [58.0 if name == SOUTH else 0.5 for name in scene.names]
    late = ticked(ticked(desk_of(scene), 4.0, [0.5] * 3), 8.0, away)
    for seconds in range(12, 70, 4):
        late = ticked(late, seconds, away)
    assert is_late(late)

    back = ticked(late, 69.0, [0.5] * 3)

    assert not is_late(back)
    assert typed(back, "pass-over")[2] is None
    assert not is_late(ticked(back, 73.0, [0.5] * 3))
    assert is_late(ticked(back, 74.0, [0.5] * 3))


def test_who_slept_takes_nobody_for_late_at_once() -> None:
    scene = replace(seen_by(NORTH), turn_seconds=60)

    woken = ticked(desk_of(scene), 3600.0, [0.5] * 3)

    assert not is_late(woken)
    assert is_late(ticked(woken, 3605.0, [0.5] * 3))


def test_to_pass_over_is_not_agreed_to_right_after_a_return() -> None:
    scene = replace(seen_by(NORTH), turn_seconds=60)
    south = Seat(scene.names.index(SOUTH))
    question = Question(0, (south,), Purpose.PASS_OVER)
    desk = desk_of(replace(scene, asked=(question,)))
    back = ticked(ticked(desk, 4.0, [4.0] * 3), 5.0, [0.5] * 3)

    told, nothing = reply(back, agrees=True)

    assert nothing is None
    assert told.notice == Notice("ask.just-back", (("name", SOUTH),))
    assert reply(back, agrees=False)[1] == Reply(question, agrees=False)
    assert reply(ticked(back, 10.0, [0.5] * 3), agrees=True)[1] == Reply(question, agrees=True)


def asked_desk(*before: Deed | Type) -> Desk:
    """East's desk, in some state, when north asks to go on without south."""
    desk = after(desk_of(seen_by(EAST)), *before)
    asked, _ = showing(desk, seen_by(EAST, asked_by=NORTH), 1.0)
    return asked


def test_a_question_stands_in_front_with_what_it_means() -> None:
    shown = screen_of(asked_desk())

    assert "north asks to go on without south." in shown
    assert "Your answer is final." in shown
    assert offered(asked_desk()).startswith("y agree  n decline  Esc later")


@pytest.mark.parametrize(("key", "agrees"), [("y", True), ("n", False)])
def test_it_is_answered_with_one_key(key: str, *, agrees: bool) -> None:
    desk = asked_desk()
    command = command_for(desk, key, key)
    assert command is not None

    answered, request = obey(desk, command)

    assert request == Reply(desk.scene.asked[0], agrees)
    assert answered.panel is Panel.NONE


def test_it_can_wait_and_is_found_again() -> None:
    later = after(asked_desk(), Deed.CANCEL)
    assert later.panel is Panel.NONE

    assert after(later, Deed.GO_ON).panel is Panel.QUESTION


@pytest.mark.parametrize("before", [(Deed.LOG,), (Deed.CHAT, Type("wait"))])
def test_it_never_takes_the_keys_of_what_is_being_done(before: Iterable[Deed | Type]) -> None:
    desk = asked_desk(*before)

    assert desk.panel is not Panel.QUESTION
    assert desk.notice is not None
    assert desk.notice.key == "ask.open"


def test_laid_tiles_stay_while_a_question_is_answered() -> None:
    desk = after(desk_of(seen_by(EAST)), Digit(1), Deed.PUT)
    asked, _ = showing(desk, seen_by(EAST, asked_by=NORTH), 1.0)

    answered, _ = obey(asked, Deed.YES)

    assert answered.staging == desk.staging


def test_a_question_that_is_settled_closes_by_itself() -> None:
    desk, _ = showing(asked_desk(), seen_by(EAST), 2.0)

    assert desk.panel is Panel.NONE
    assert obey(replace(desk, panel=Panel.QUESTION), Deed.YES)[1] is None


def test_whoever_has_agreed_sees_whose_answer_is_missing() -> None:
    scene = seen_by(NORTH, asked_by=NORTH)

    assert [scene.names[seat] for seat in scene.unheard] == [EAST]
    assert "Waiting for the answer of east" in screen_of(desk_of(scene))


def test_in_lines_one_asks_and_answers_by_words() -> None:
    north, east = desk_of(seen_by(NORTH)), asked_desk()

    assert typed(north, "without South")[2] == AskOut((Seat(north.scene.names.index(SOUTH)),))
    assert typed(north, "without me")[1] == (
        "Nobody is waited for whom the others could do without.",
    )
    news = desk_news(desk_of(seen_by(EAST)), east)
    assert news[0] == "north asks to go on without south."
    assert news[-1] == "Type yes or no."
    assert typed(east, "no")[2] == Reply(east.scene.asked[0], agrees=False)
    assert typed(north, "yes")[2] is None


def test_names_that_there_are_not_are_numbers() -> None:
    scene = seen_by(EAST)
    strange = Question(5, (Seat(4),), Purpose.PASS_OVER)
    desk = replace(desk_of(replace(scene, asked=(strange,))), panel=Panel.QUESTION)

    assert "5 asks to pass over the turn of 4." in screen_of(desk)


def test_whoever_is_out_is_marked_and_goes_without_being_asked() -> None:
    scene = seen_by(EAST)
    south = Seat(scene.names.index(SOUTH))
    living = tuple(seat for seat in scene.living if seat != south)

    assert "south (out)" in screen_of(desk_of(replace(scene, living=living)))
    out = desk_of(replace(scene, is_out=True))
    assert "The others go on without you." in screen_of(out)
    assert out.may_leave
    assert not out.may_plan


def test_laid_tiles_survive_a_new_bag_in_which_all_have_other_slots() -> None:
    desk = after(desk_of(seen_by(EAST)), Deed.TILE_LEFT, Digit(2), Deed.PUT)
    hand = tuple(Tile(Slot(7, 40 + place), tile.face) for place, tile in enumerate(desk.scene.hand))

    anew, _ = showing(desk, replace(desk.scene, hand=hand), 1.0)

    assert [one.cell for one in anew.staging.laid] == [one.cell for one in desk.staging.laid]
    assert [tile.face for tile in anew.staging.rack] == [tile.face for tile in desk.staging.rack]
    assert set(anew.staging.rack) == set(hand)


def test_nobody_waits_for_whoever_is_out() -> None:
    scene = seen_by(EAST)
    south = Seat(scene.names.index(SOUTH))
    silences = [20.0 if name == SOUTH else 0.0 for name in scene.names]
    living = tuple(seat for seat in scene.living if seat != south)

    assert "Waiting for south" in screen_of(ticked(desk_of(scene), 20.0, silences))
    without = ticked(desk_of(replace(scene, living=living)), 20.0, silences)
    assert "Waiting for south" not in screen_of(without)


def test_leaving_and_giving_up_are_two_keys() -> None:
    desk = after(desk_of(seen_by(EAST)), Deed.LEAVE)
    keys = {key: command_for(desk, key, key) for key in ("y", "q", "g", "escape", "1")}

    assert "they go on without you" in " ".join(screen_of(desk).split())
    assert offered(desk).startswith("y leave  g give up  Esc stay")
    assert keys["1"] is None
    requests = {key: obey(desk, command)[1] for key, command in keys.items() if command}
    assert requests == {"y": Leave.LEAVE, "q": Leave.LEAVE, "g": Leave.FOR_GOOD, "escape": None}
    assert typed(desk, "give-up")[2] is Leave.FOR_GOOD
    assert typed(replace(desk, halted=True), "give-up")[2] is Leave.LEAVE


@pytest.mark.parametrize("ending", Ending)
def test_every_end_of_a_game_is_explained(ending: Ending) -> None:
    assert f"result.{ending.value}" in SENTENCES


def test_arrows_and_other_keys_do_no_harm_while_something_is_asked() -> None:
    desk = asked_desk()
    for command in (Go(0, 1), Digit(1), Deed.CONFIRM, Deed.PUT, Deed.SWAP):
        _, request = obey(desk, command)
        assert request is None
