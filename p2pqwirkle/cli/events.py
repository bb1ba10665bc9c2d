"""One line an event: what a seat without a console says on standard output.

The lines are for programs as much as for people: like the text notation, they are the same in all
languages.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import assert_never

from p2pqwirkle.cli.departure_lines import DepartureLines
from p2pqwirkle.names import player_names
from p2pqwirkle.net.seating import Roster
from p2pqwirkle.rules.moves import Move, Pass, PassedOver, Play, Seat, Swap
from p2pqwirkle.rules.notation import format_choice
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing, Turn
from p2pqwirkle.table.rebuilding import Rebuilding
from p2pqwirkle.table.spoken import spoken_words
from p2pqwirkle.table.standing import Standing

Say = Callable[[str], None]


def say(line: str) -> None:
    """Print *line* at once; a seat plays on when nobody listens any more."""
    with contextlib.suppress(BrokenPipeError):
        print(line, flush=True)


def roster_line(roster: Roster) -> str:
    """Who has come."""
    names = ", ".join(player_names([one.name for one in roster.seated]))
    return f"seats {len(roster.seated)}/{roster.wanted}: {names}"


class GameLines:
    """Tells a game, step by step; *turns* were made before this program began."""

    def __init__(self, charter: Charter, say: Say, turns: int = 0) -> None:
        self._names = player_names([player.name for player in charter.players])
        self._say = say
        self._before: Standing | None = None
        self._turns = turns
        self._departures = DepartureLines(self._names, say)
        say(f"game {charter.game.hex()}")

    def linked(self, seats: frozenset[Seat]) -> None:
        """We have links to *seats*."""
        self._say(f"linked {len(seats)}/{len(self._names) - 1}")

    def shown(self, snapshot: Snapshot) -> None:
        """The table has changed; tell what a complete step has brought."""
        standing, before = snapshot.standing, self._before
        self._before = standing
        self._departures.tell(snapshot)
        if before is None or before.moment == standing.moment:
            return
        match standing.stage:
            case Dealing() as stage:
                self._tell_dealing(before, standing, stage)
            case Playing() as stage:
                self._tell_playing(before, stage)
            case Rebuilding() as stage:
                done, steps = stage.progress
                self._say(f"new bag {done}/{steps}")
            case _:
                pass

    def _tell_dealing(self, before: Standing, standing: Standing, stage: Dealing) -> None:
        if before.phase is Phase.REVEAL:
            self._say("words " + " ".join(spoken_words(standing.moment.digest)))
        if before.phase is Phase.SHUFFLE and isinstance(before.stage, Dealing):
            self._tell_shuffle(stage.shuffles)
        if standing.phase is Phase.CLAIM:
            self._say("dealt")

    def _tell_playing(self, before: Standing, stage: Playing) -> None:
        if before.phase is Phase.CLAIM:
            self._say(f"opens {self._names[stage.position.mover]}: {stage.position.opening}")
        if before.phase is Phase.SHUFFLE and isinstance(before.stage, Playing):
            self._tell_shuffle(stage.shuffles)
        if before.phase is Phase.TURN and stage.last_turn is not None:
            self._tell_turn(stage.last_turn)
        if stage.phase is Phase.OVER and stage.position.outcome is not None:
            outcome = stage.position.outcome
            winners = ", ".join(self._names[seat] for seat in outcome.winners)
            self._say(f"over {outcome.ending.value}: {self._sheet(stage.position.scores)}")
            self._say(f"won by {winners}")

    def _tell_shuffle(self, done: int) -> None:
        self._say(f"shuffle {done}/{len(self._names)}")

    def _tell_turn(self, turn: Turn) -> None:
        self._turns += 1
        name = self._names[turn.seat]
        self._say(f"turn {self._turns} {name}: {format_move(turn.move)} (+{turn.points})")

    def _sheet(self, scores: Sequence[int]) -> str:
        return ", ".join(f"{name} {score}" for name, score in zip(self._names, scores, strict=True))


def format_move(move: Move | PassedOver) -> str:
    """*move* in the text notation; of a swap nobody else sees more than the number."""
    match move:
        case Play():
            return format_choice(move)
        case Swap(count):
            return f"swap {count}"
        case Pass():
            return "pass"
        case PassedOver():
            return "passed over"
        case _:
            assert_never(move)
