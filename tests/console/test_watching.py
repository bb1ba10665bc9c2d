"""What a console shows to somebody who only watches, and what it lets them do: look."""

from dataclasses import replace
from io import StringIO

import pytest

from p2pqwirkle.console.arrivals import ended, first_desk, hearing, showing, ticked
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Command, Deed, Leave, Point, Request, Sit
from p2pqwirkle.console.desk import Desk, Ending, Notice, Panel
from p2pqwirkle.console.footer import offers
from p2pqwirkle.console.keys import PLAYING, WATCHING
from p2pqwirkle.console.lobby import Lobby
from p2pqwirkle.console.lobby_view import lobby_state
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.paper import Paper
from p2pqwirkle.console.plain import desk_news, typed
from p2pqwirkle.console.scene import scene_of, watched_scene
from p2pqwirkle.console.search import Search, search_news, sit_at
from p2pqwirkle.console.states import command_for
from p2pqwirkle.console.view import view
from p2pqwirkle.console.wording import silent_line, state_of
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Seat
from tests.console.desks import Evening, text_of
from tests.console.test_search import shown, table
from tests.scenes import Scene as Place
from tests.scenes import scene as game_at

SIZE = Size(100, 30)


def watching(turns: int = 8) -> Desk:
    """The desk of somebody who watches, after *turns* turns."""
    evening = Evening(3)
    desk = first_desk(replace(evening.scene(), seat=None, hand=()), Looks(), now=0.0)
    for _ in range(turns):
        evening.play_on(1)
        desk, request = showing(desk, replace(evening.scene(), seat=None, hand=()), desk.now + 1)
        assert request is None
    return desk


def played() -> Desk:
    return watching(turns=200)


def after(desk: Desk, *commands: Command) -> tuple[Desk, Request | None]:
    request: Request | None = None
    for command in commands:
        desk, request = obey(desk, command)
    return desk, request


def test_a_watcher_sees_what_a_player_sees_but_for_what_is_the_player_s() -> None:
    lan = game_at(Place.MIDGAME)
    for peer in lan.peers.values():
        players = scene_of(peer.snapshot, None)

        seen = watched_scene(peer.snapshot, None)

        assert seen == replace(
            players, seat=None, hand=(), asked=(), unheard=(), dispensable=(), together=()
        )


def test_the_screen_has_the_table_and_no_hand() -> None:
    desk = watching()

    text = text_of(view(desk, SIZE))

    assert f"Turn: {desk.scene.names[desk.scene.mover or 0]}" in text
    assert "You watch: no tiles are yours." in text
    assert "(you)" not in text
    assert all(name in text for name in desk.scene.names)
    assert desk.staging.rack == ()


@pytest.mark.parametrize("binding", WATCHING, ids=lambda one: one.keys[0])
def test_no_key_asks_for_anything_but_to_leave(binding: object) -> None:
    for desk in (watching(), played()):
        after_it, request = after(desk, binding.command)  # type: ignore[attr-defined]

        assert request in (None, Leave.LEAVE)
        assert after_it.draft is None
        assert after_it.choice is None


def test_keys_that_are_for_players_alone_mean_nothing() -> None:
    desk = watching()
    known = {key for binding in WATCHING for key in binding.keys}

    for key in {key for binding in PLAYING for key in binding.keys} - known:
        assert command_for(desk, key, key) is None


def test_a_watcher_leaves_without_being_asked() -> None:
    assert after(watching(), Deed.LEAVE)[1] is Leave.LEAVE


def test_a_click_on_a_cell_says_that_one_only_watches() -> None:
    desk, request = after(watching(), Point(Cell(3, 3)))

    assert request is None
    assert desk.notice == Notice("notice.watching")


@pytest.mark.parametrize("deed", [Deed.HELP, Deed.RULES, Deed.LOG, Deed.MAP, Deed.UNSEEN])
def test_every_panel_but_those_about_a_hand_can_be_opened_and_closed(deed: Deed) -> None:
    desk, _ = after(watching(), deed)

    assert desk.panel is not Panel.NONE
    assert text_of(view(desk, SIZE))
    assert after(desk, Deed.CANCEL)[0].panel is Panel.NONE


def test_help_lists_the_keys_that_a_watcher_has() -> None:
    text = text_of(view(after(watching(), Deed.HELP)[0], SIZE))

    assert "leave the game" in text
    assert "take the last tile back" not in text
    assert "choose a tile" not in text


@pytest.mark.parametrize("deeds", [(), (Deed.LOG,), (Deed.LOOKS,)])
def test_the_bottom_row_offers_nothing_that_is_a_player_s(deeds: tuple[Deed, ...]) -> None:
    words = {word for desk in (watching(), played()) for _, word in offers(after(desk, *deeds)[0])}

    assert words & {"write", "hint", "swap tiles", "play again", "plan", "choose tile"} == set()
    assert "leave" in words


def test_the_tiles_of_the_last_turn_stand_out() -> None:
    desk = watching()

    assert desk.fresh == desk.history[-1].cells
    assert watching(turns=0).fresh == frozenset()


def test_the_result_opens_by_itself_and_tells_what_the_audit_has_found() -> None:
    desk = ended(played(), Ending(Notice("audit.fair"), "games/abc.qwk"))

    text = text_of(view(desk, SIZE))

    assert "The result" in text
    assert "Fair: every entry holds" in text
    assert "games/abc.qwk" in text


def test_whoever_is_silent_is_waited_for_and_nobody_can_resume() -> None:
    desk = watching()
    alone = replace(desk, scene=replace(desk.scene, living=(Seat(0), Seat(1))))

    told = silent_line(ticked(alone, 20.0, [0.0, 12.0, 0.0]))

    assert told == f"Waiting for {desk.scene.names[1]} 0:12"


def test_what_players_say_is_heard() -> None:
    desk = hearing(watching(), Seat(1), "good luck")

    assert "south: good luck" in text_of(view(desk, SIZE))


def test_players_see_how_many_watch_at_their_computer() -> None:
    before = Evening(3).desk
    desk = replace(before, watchers=2)

    assert "Watching here: 2" in text_of(view(desk, SIZE))
    assert desk_news(before, desk) == ("Watching here: 2",)
    assert "Watching here" not in text_of(view(before, SIZE))


@pytest.mark.parametrize(
    "line", ["hand", "hint", "play rs@0,0", "swap rs", "pass", "say hello", "try pass", "yes", "no"]
)
def test_what_only_players_can_type_is_told(line: str) -> None:
    desk, lines, request = typed(watching(), line)

    assert lines == ("You only watch this game; type help for what you can ask.",)
    assert request is None
    assert desk == watching()


@pytest.mark.parametrize("line", ["board", "players", "moves", "unseen", "rules", "help"])
def test_what_is_to_be_seen_can_be_asked_for(line: str) -> None:
    desk, lines, request = typed(watching(), line)

    assert lines
    assert "You," not in " ".join(lines)
    assert request is None
    assert state_of(desk) == state_of(watching())


def test_turns_and_the_result_are_told_in_lines() -> None:
    desk = played()
    lines = desk_news(None, desk)

    assert lines[0].startswith("1 ")
    assert not any(line.startswith("Your") for line in lines)
    last = desk_news(watching(), desk)
    assert any(line.startswith("The winner is") for line in last)


def test_the_end_of_all_typing_does_not_end_watching() -> None:
    lobby = Lobby(host="10.0.0.1:10836", is_watching=True)
    for state in (Search(is_unattended=True), lobby, watching()):
        asked: list[Request] = []
        paper = Paper(state, asked.append, StringIO())

        paper.read("")
        assert asked == []
        paper.read("quit\n")
        assert asked == [Leave.LEAVE]


def test_before_the_game_it_says_what_is_waited_for() -> None:
    lobby = Lobby(host="10.0.0.1:10836", is_watching=True)

    assert lobby_state(lobby) == "Asking 10.0.0.1:10836 whether its game can be watched."


def test_a_table_without_a_free_seat_can_be_watched() -> None:
    full = replace(table("north", free=0, needs_code=True), is_to_watch=True)
    search = Search(tables=(full,))

    assert sit_at(full) == Sit(full.id)
    text = "\n".join(shown(search))
    assert "north: players 4, at 192.168.1.5:10836." in text
    assert "Ask the host for the code" not in text
    assert "Enter watch" in text
    assert search_news(None, search)[-1].startswith("Type the number of a table to watch it")


def test_without_a_table_it_says_how_to_watch_by_address() -> None:
    text = "\n".join(shown(Search(command="watch")))

    assert "p2pqwirkle watch HOST:PORT" in text


def test_a_table_that_lets_nobody_watch_says_so() -> None:
    closed = replace(table("north", trouble="The host lets nobody watch."), is_to_watch=True)

    assert sit_at(closed) is None
    assert "The host lets nobody watch." in "\n".join(shown(Search(tables=(closed,))))
