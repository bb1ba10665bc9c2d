"""A finished game, looked at turn by turn with all hands open."""

from io import BytesIO

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Command, Deed, Digit, Leave
from p2pqwirkle.console.desk import Ending, Notice, Panel
from p2pqwirkle.console.keys import LEAFING
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.plain import replay_lines
from p2pqwirkle.console.replay import Replay, obey_in_replay, replay_of, replay_view
from p2pqwirkle.console.scenes import Keeper
from p2pqwirkle.rules.moves import Play
from tests.console.desks import text_of
from tests.lan import Lan
from tests.small_group import SmallGroup


@pytest.fixture(scope="module")
def replay() -> Replay:
    lan = Lan(("north", "south", "east"), seed=3, group=SmallGroup())
    lan.play()
    keeper = Keeper()
    report = audit(BytesIO(lan.record("north")), lan.group, keeper.see)
    assert report.verdict is Verdict.FAIR
    ending = Ending(Notice("audit.fair"), "games/x.qwk")
    return replay_of(keeper.scenes(), Looks(), ending)


def after(replay: Replay, *commands: Command) -> Replay:
    for command in commands:
        replay, _ = obey_in_replay(replay, command)
    return replay


def test_there_is_a_scene_before_the_first_turn_and_after_each(replay: Replay) -> None:
    positions = [scenes[0].position for scenes in replay.scenes]

    assert positions[0] is not None
    assert len(positions[0].board) == 0
    assert positions[-1] is not None
    assert positions[-1].outcome is not None
    assert len(replay.histories[-1]) == replay.last


def test_every_tile_was_in_its_owners_hand_before_it_was_played(replay: Replay) -> None:
    for turn, past in enumerate(replay.histories[-1]):
        if isinstance(past.turn.move, Play):
            hand = list(replay.scenes[turn][past.turn.seat].faces)
            for placement in past.turn.move.placements:
                hand.remove(placement.face)


def test_one_steps_forward_and_back_and_no_further(replay: Replay) -> None:
    assert after(replay, Deed.BACK).turn == 0
    assert after(replay, Deed.FORWARD, Deed.FORWARD, Deed.BACK).turn == 1
    assert after(replay, Deed.LAST, Deed.FORWARD).turn == replay.last
    assert after(replay, Deed.LAST, Deed.FIRST).turn == 0


def test_a_number_goes_to_that_turn(replay: Replay) -> None:
    assert after(replay, Digit(1), Digit(2)).turn == 12
    assert after(replay, Digit(1), Digit(2), Deed.BACK, Digit(3)).turn == 3
    assert after(replay, Digit(9), Digit(9)).turn == 9


def test_every_turn_has_a_number_that_can_be_typed() -> None:
    digits = {key for one in LEAFING if isinstance(one.command, Digit) for key in one.keys}

    assert digits == set("0123456789")


def test_a_digit_that_means_nothing_in_a_panel_does_nothing(replay: Replay) -> None:
    for panel in (Deed.HELP, Deed.LOOKS, Deed.HINTS, Deed.LOG):
        for seats in range(3):  # somebody's hand is empty
            before = after(replay, Deed.LAST, *[Deed.NEXT_SEAT] * seats, panel)

            assert after(before, Digit(0)).desk == before.desk


def test_help_names_the_keys_of_a_replay_and_no_others(replay: Replay) -> None:
    shown = text_of(replay_view(after(replay, Deed.HELP), Size(80, 24)))

    assert "next player's hand" in shown
    assert "go to that turn" in shown
    assert "choose a tile" not in shown
    assert "play again" not in shown


def test_each_seat_sees_its_own_hand(replay: Replay) -> None:
    seen = [replay]
    for _ in range(3):
        seen.append(after(seen[-1], Deed.NEXT_SEAT))

    assert [one.desk.scene.seat for one in seen] == [0, 1, 2, 0]
    assert seen[1].desk.scene.hand == replay.scenes[0][1].hand


def test_nothing_can_be_laid_out_in_a_game_that_was(replay: Replay) -> None:
    shown = after(replay, Deed.FORWARD, Deed.HINTS, Digit(1), Deed.PUT, Deed.SWAP, Deed.CONFIRM)

    assert shown.desk.staging.laid == ()
    assert shown.desk.staging.aside == ()


def test_the_result_is_shown_at_the_end_and_leaving_asks_nothing(replay: Replay) -> None:
    shown = after(replay, Deed.LAST, Deed.RESULT)

    assert shown.desk.panel is Panel.RESULT
    assert "Fair: every entry holds" in text_of(replay_view(shown, Size(80, 24)))
    assert obey_in_replay(shown, Deed.LEAVE)[1] is Leave.LEAVE


def test_the_frame_says_which_turn_it_is(replay: Replay) -> None:
    shown = text_of(replay_view(after(replay, Digit(7)), Size(80, 24)))

    assert f"Turn 7 of {replay.last}." in shown


def test_in_lines_every_turn_has_the_hand_it_was_made_from(replay: Replay) -> None:
    lines = list(replay_lines(replay))

    assert len([line for line in lines if " holds " in line]) == replay.last
    assert lines[-1].startswith("Fair:")
