"""Watches a demo by the lines that its seats print: shows the game, and takes the time."""

import re
import sys
from typing import Final

from p2pqwirkle.audit.report import Report
from p2pqwirkle.audit.told import verdict_line
from p2pqwirkle.cli.picture import depth_of, glyphs_of, picture
from p2pqwirkle.cli.seats import Said
from p2pqwirkle.names import player_names
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.moves import Play
from p2pqwirkle.rules.notation import parse_choice
from p2pqwirkle.words import sentence

_SHOWN: Final = ("game", "words", "seats", "shuffle", "dealt", "opens", "turn", "over", "won")
"""What a spectator wants to know; the rest is for whoever looks for a fault."""
_PROGRESS: Final = ("seats", "shuffle")
"""Each such line takes the place of the one before, where a terminal can do that."""
_PLAY: Final = re.compile(r"turn \d+ .+?: (?P<play>play .+) \(\+\d+\)")
_CLEAR: Final = "\r\x1b[K"


class Spectator:
    """One demo, watched.

    Args:
        players: how many seats there are.
        is_quiet: whether nothing is shown.
    """

    def __init__(self, players: int, *, is_quiet: bool) -> None:
        self._linked_to_all = f"linked {players - 1}/{players - 1}"
        self._players = players
        self._is_quiet = is_quiet
        self._is_terminal = sys.stdout.isatty()
        self._is_on_progress = False
        self._board = Board.empty()
        self._linked: dict[int, float] = {}
        self._dealt: float | None = None
        self._over: float | None = None

    def hear(self, said: Said) -> None:
        """Take in a line; the first seat tells the game for all."""
        self._take_time(said)
        if said.seat != 0:
            return
        if (played := _PLAY.fullmatch(said.line)) is not None:
            choice = parse_choice(played["play"])
            assert isinstance(choice, Play)  # it begins with the word
            self._board = self._board.placing(choice.placements)
        if not self._is_quiet:
            self._show(said.line)

    def seconds(self) -> dict[str, float]:
        """How long it took: from all links to the first claim, and on to the end."""
        linked = max(self._linked.values(), default=0.0)
        dealt = linked if self._dealt is None else self._dealt
        over = dealt if self._over is None else self._over
        return {"setup": round(max(0.0, dealt - linked), 3), "play": round(over - dealt, 3)}

    def conclude(self, report: Report, record: str | None) -> None:
        """Show the board, the scores and the verdict."""
        print()
        for line in picture(self._board, glyphs_of(sys.stdout), depth_of(sys.stdout)):
            print(line)
        print()
        for player in report.players:
            mark = "*" if player.seat in report.winners else " "
            print(f"{mark} {player.name:<10} {player.score:>4}")
        print()
        print(verdict_line(report, player_names([player.name for player in report.players])))
        if record is not None:
            print(sentence("result.record", record=record))

    def _take_time(self, said: Said) -> None:
        if said.line == self._linked_to_all:
            self._linked.setdefault(said.seat, said.at)
        if said.line == "dealt" and self._dealt is None:
            self._dealt = said.at
        if said.line.startswith("over ") and self._over is None:
            self._over = said.at

    def _show(self, line: str) -> None:
        word = line.partition(" ")[0]
        if word not in _SHOWN:
            return
        if not self._is_terminal:
            print(line, flush=True)
            return
        clear = _CLEAR if self._is_on_progress else ""
        self._is_on_progress = word in _PROGRESS
        print(clear + line, end="" if self._is_on_progress else "\n", flush=True)
