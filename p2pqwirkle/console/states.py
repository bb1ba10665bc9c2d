"""The kinds of screens, and how each is drawn, obeys, and reads keys and the mouse."""

from collections.abc import Sequence
from typing import assert_never

from p2pqwirkle.console.canvas import Line, Size
from p2pqwirkle.console.commands import Command, Request, Type
from p2pqwirkle.console.desk import Desk, Habits, Panel
from p2pqwirkle.console.keys import (
    ANSWERING,
    LEAFING,
    PARTING,
    PLAYING,
    SEEKING,
    WATCHING,
    WRITING,
    Binding,
)
from p2pqwirkle.console.lobby import Lobby, obey_in_lobby
from p2pqwirkle.console.lobby_view import lobby_bindings, lobby_view
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.replay import Replay, obey_in_replay, pointed_in_replay, replay_view
from p2pqwirkle.console.search import (
    Search,
    obey_in_search,
    pointed_in_search,
    search_view,
)
from p2pqwirkle.console.text import width_of
from p2pqwirkle.console.view import KEY_STYLE, pointed_at, view

State = Search | Lobby | Desk | Replay


def frame_of(state: State, size: Size) -> tuple[Line, ...]:
    """The frame for *state* on a terminal of *size*."""
    match state:
        case Search():
            return search_view(state, size)
        case Lobby():
            return lobby_view(state, size)
        case Desk():
            return view(state, size)
        case Replay():
            return replay_view(state, size)
        case _:
            assert_never(state)


def obeyed(state: State, command: Command) -> tuple[State, Request | None]:
    """The state after *command*, and what is now asked of the program."""
    match state:
        case Search():
            return obey_in_search(state, command)
        case Lobby():
            return obey_in_lobby(state, command)
        case Desk():
            return obey(state, command)
        case Replay():
            return obey_in_replay(state, command)
        case _:
            assert_never(state)


def pointed(state: State, size: Size, column: int, row: int) -> Command | None:
    """What a click on a place of the frame asks for."""
    if row == size.height - 1:
        return _key_at(state, size, column)
    match state:
        case Search():
            return pointed_in_search(state, row)
        case Desk():
            return pointed_at(state, size, column, row)
        case Replay():
            return pointed_in_replay(state, size, column, row)
        case _:
            return None


def _key_at(state: State, size: Size, column: int) -> Command | None:
    """What the key stands for that the bottom row names at *column*."""
    key, left = "", 0
    for style, text in frame_of(state, size)[-1]:
        key = text if style == KEY_STYLE else key
        left += width_of(text)
        if column < left:
            break
    named = (binding.command for binding in bindings_of(state) if binding.label == key)
    return next(named, None)


def bindings_of(state: State) -> Sequence[Binding]:
    """The keys of *state*."""
    match state:
        case Search():
            return SEEKING
        case Lobby():
            return lobby_bindings(state)
        case Desk():
            return _bindings_in_game(state)
        case Replay():
            return LEAFING
        case _:
            assert_never(state)


def _bindings_in_game(desk: Desk) -> Sequence[Binding]:
    if desk.draft is not None:
        return WRITING
    if desk.scene.is_watched:
        return WATCHING
    tables = {Panel.QUESTION: ANSWERING, Panel.LEAVE: PARTING}
    return tables.get(desk.panel, PLAYING)


def needs_nobody(state: State) -> bool:
    """Whether nothing need ever be typed."""
    match state:
        case Search():
            return state.is_unattended
        case Lobby():
            return state.is_watching
        case Desk():
            return state.scene.is_watched
        case _:
            return False


def is_writing(state: State) -> bool:
    """Whether keys without a meaning of their own are text."""
    match state:
        case Lobby():
            return state.is_writing
        case Desk():
            return state.draft is not None
        case _:
            return False


def command_for(state: State, key: str, text: str) -> Command | None:
    """What *key*, which has written *text*, stands for in *state*; None if for nothing."""
    found = (binding.command for binding in bindings_of(state) if key in binding.keys)
    written = Type(text) if is_writing(state) and text.isprintable() else None
    return next(found, written)


def looks_of(state: State) -> Looks:
    """How *state* is drawn."""
    return state.desk.looks if isinstance(state, Replay) else state.looks


def habits_of(state: State) -> Habits:
    """What the player has set beside the looks."""
    match state:
        case Desk():
            return state.habits
        case Replay():
            return state.desk.habits
        case _:
            return Habits()
