"""The screen: a thin shell that shows a state, turns keys into commands, and rings.

No rule and no decision is here; exceptions in handlers go to the loop's exception handler.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Command, Go, Request, Type
from p2pqwirkle.console.desk import Bell, Desk
from p2pqwirkle.console.keys import (
    ANSWERING,
    LEAFING,
    PARTING,
    PLAYING,
    SEEKING,
    SPELLING,
    WAITING,
    WATCHING,
)
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.console.states import (
    State,
    command_for,
    frame_of,
    habits_of,
    is_writing,
    looks_of,
    obeyed,
    pointed,
)
from p2pqwirkle.words import sentence

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone
    from prompt_toolkit.output import Output

ESCAPE_SECONDS: Final = 0.05
"""How long a lone Escape is taken for the beginning of another key."""
TITLE: Final = "p2pqwirkle"

WATCH_FOCUS: Final = "\x1b[?1004h"
IGNORE_FOCUS: Final = "\x1b[?1004l"
KEEP_TITLE: Final = "\x1b[22;0t"
GIVE_TITLE_BACK: Final = "\x1b[23;0t"
_FOCUS_KEYS: Final = {"\x1b[I": Keys.F23, "\x1b[O": Keys.F24}
"""Keys that no keyboard has stand for the terminal getting and losing the focus."""

DEPTHS: Final = {
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
    Depth.INDEXED: ColorDepth.DEPTH_8_BIT,
    Depth.SIXTEEN: ColorDepth.DEPTH_4_BIT,
    Depth.NONE: ColorDepth.DEPTH_1_BIT,
}


class Screen:
    """A full-screen application around one state.

    Args:
        state: the first one.
        ask: told of what the player asks of the program; called in the loop's thread.
        terminal: where keys come from, and where frames go.

    Attributes:
        state: what is shown.
    """

    def __init__(
        self,
        state: State,
        ask: Callable[[Request], None],
        terminal: "tuple[Input, Output]",
    ) -> None:
        self.state = state
        self._ask = ask
        self._has_focus = True
        keys, output = terminal
        for sequence, key in _FOCUS_KEYS.items():
            ANSI_SEQUENCES[sequence] = key
        self._app: Application[None] = Application(
            layout=Layout(Window(_Frame(self), always_hide_cursor=True)),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=Condition(lambda: habits_of(self.state).mouse),
            color_depth=lambda: DEPTHS[looks_of(self.state).depth],
            input=keys,
            output=output,
        )
        self._app.ttimeoutlen = self._app.timeoutlen = ESCAPE_SECONDS

    async def run(self) -> None:
        """Show the state until `leave` is called; the terminal is whole again afterwards."""
        self._write_raw(KEEP_TITLE + WATCH_FOCUS)
        self._entitle()
        try:
            await self._app.run_async(set_exception_handler=False, handle_sigint=True)
        finally:
            self._write_raw(IGNORE_FOCUS + GIVE_TITLE_BACK)
            self._app.output.flush()

    def leave(self) -> None:
        """End `run`."""
        if self._app.is_running and self._app.future is not None and not self._app.future.done():
            self._app.exit()

    def become(self, state: State) -> None:
        """Show *state*; ring if it is our turn in it, and was not before."""
        begins = _is_our_turn(state) and not _is_our_turn(self.state)
        self.state = state
        if begins:
            self._ring()
        self._entitle()
        self._app.invalidate()

    def obey(self, command: Command) -> None:
        """Do what the player has asked for."""
        state, request = obeyed(self.state, command)
        self.become(state)
        if request is not None:
            self._ask(request)

    def click(self, size: Size, column: int, row: int) -> None:
        """The mouse was pressed on a place of the frame."""
        command = pointed(self.state, size, column, row)
        if command is not None:
            self.obey(command)

    def _write_raw(self, sequences: str) -> None:
        """Write escape sequences; an old console on Windows would show them as they are."""
        output = self._app.output
        if isinstance(output, Vt100_Output) or hasattr(output, "vt100_output"):
            output.write_raw(sequences)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key in sorted({key for table in _TABLES for binding in table for key in binding.keys}):
            bindings.add(key)(self._handler(key))
        bindings.add(Keys.Any)(self._handler(""))
        bindings.add(Keys.BracketedPaste)(self._paste)
        bindings.add(Keys.F23)(lambda _event: self._focus(has_focus=True))
        bindings.add(Keys.F24)(lambda _event: self._focus(has_focus=False))
        return bindings

    def _handler(self, key: str) -> Callable[[KeyPressEvent], None]:
        def press(event: KeyPressEvent) -> None:
            command = command_for(self.state, key, event.data)
            if command is not None:
                self.obey(command)

        return press

    def _paste(self, event: KeyPressEvent) -> None:
        if is_writing(self.state):
            self.obey(Type(" ".join(event.data.split())))

    def _focus(self, *, has_focus: bool) -> None:
        self._has_focus = has_focus

    def _ring(self) -> None:
        bell = habits_of(self.state).bell
        if bell is Bell.ALWAYS or (bell is Bell.UNFOCUSED and not self._has_focus):
            self._app.output.bell()
            self._app.output.flush()

    def _entitle(self) -> None:
        said = sentence("screen.your-turn")
        self._app.output.set_title(f"{said} - {TITLE}" if _is_our_turn(self.state) else TITLE)


_TABLES: Final = (PLAYING, WATCHING, PARTING, ANSWERING, LEAFING, SEEKING, WAITING, SPELLING)


class _Frame(UIControl):
    """The whole window, drawn by the view of the state."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._size = Size(0, 0)

    def create_content(self, width: int, height: int) -> UIContent:
        self._size = Size(width, height)
        lines = frame_of(self._screen.state, self._size)
        return UIContent(
            get_line=lambda row: [(style, text) for style, text in lines[row]],
            line_count=len(lines),
            show_cursor=False,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> "NotImplementedOrNone":
        place = mouse_event.position
        match mouse_event.event_type, mouse_event.button:
            case MouseEventType.MOUSE_DOWN, MouseButton.LEFT:
                self._screen.click(self._size, place.x, place.y)
            case MouseEventType.SCROLL_UP, _:
                self._screen.obey(Go(0, -1))
            case MouseEventType.SCROLL_DOWN, _:
                self._screen.obey(Go(0, 1))
            case _:
                return NotImplemented
        return None


def _is_our_turn(state: State) -> bool:
    return isinstance(state, Desk) and state.scene.is_our_turn
