"""What a player has set in the console, kept for the next game.

Signs and number of colours are not kept: they are a matter of the terminal, not of the player.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from p2pqwirkle.console.desk import USUAL, Bell, Desk, Habits
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.palette import Ground

FILE: Final = "console.json"


@dataclass(frozen=True, slots=True)
class Taste:
    """A player's settings."""

    ground: Ground = Ground.PAINTED
    lettered: bool = True
    habits: Habits = USUAL

    def applied(self, looks: Looks) -> Looks:
        """*looks*, as the player likes them."""
        return replace(looks, ground=self.ground, lettered=self.lettered)


def taste_in(desk: Desk) -> Taste:
    """What the player has set at *desk*."""
    return Taste(desk.looks.ground, desk.looks.lettered, desk.habits)


def recall(folder: Path) -> Taste:
    """What was kept in *folder*; the usual if nothing was, or nothing that can be read."""
    try:
        kept = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return Taste(
            ground=Ground(kept["tiles"]),
            lettered=bool(kept["letters"]),
            habits=Habits(mouse=bool(kept["mouse"]), bell=Bell(kept["bell"])),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return Taste()


def keep(taste: Taste, folder: Path) -> None:
    """Keep *taste* in *folder*; a full disk is no reason to end a game badly."""
    kept = {
        "tiles": taste.ground.value,
        "letters": taste.lettered,
        "mouse": taste.habits.mouse,
        "bell": taste.habits.bell.value,
    }
    try:
        (folder / FILE).write_text(json.dumps(kept), encoding="utf-8")
    except OSError:
        return
