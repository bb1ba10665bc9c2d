"""The players whom one has met, known again by their keys: a name is only what they say."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from p2pqwirkle.cli.folder import OWNER_ONLY
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.names import showable
from p2pqwirkle.record.identity import KEY_SIZE, PlayerId

FILE: Final = "players.json"
MOST: Final = 500
"""Of them are kept: those who were met last."""


@dataclass(frozen=True, slots=True)
class Acquaintances:
    """Whom one has played with.

    Attributes:
        names: by key, what each was called the last time; who was met last comes last.
    """

    names: Mapping[PlayerId, str] = field(default_factory=dict)

    def remark(self, player: PlayerId, name: str) -> Notice:
        """What there is to say of *player*, who says that it is called *name*."""
        known = self.names.get(player)
        if known is not None and _alike(known, name):
            return Notice("met.known")
        if any(_alike(one, name) for key, one in self.names.items() if key != player):
            return Notice("met.impostor", (("name", showable(name)),))
        if known is not None:
            return Notice("met.renamed", (("name", showable(known)),))
        return Notice("met.new")

    def having_met(self, players: Iterable[tuple[PlayerId, str]]) -> "Acquaintances":
        """The same after a game with *players*."""
        met = dict(players)
        before = {key: name for key, name in self.names.items() if key not in met}
        return Acquaintances(dict(list({**before, **met}.items())[-MOST:]))


def recall(folder: Path) -> Acquaintances:
    """Whom *folder* knows of; nobody if nothing was kept, or nothing that can be read."""
    try:
        kept = json.loads((folder / FILE).read_text(encoding="utf-8"))
        read = {PlayerId(bytes.fromhex(key)): str(name) for key, name in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return Acquaintances()
    return Acquaintances({key: name for key, name in read.items() if len(key) == KEY_SIZE})


def keep(acquaintances: Acquaintances, folder: Path) -> None:
    """Keep them in *folder*, for its owner alone; a full disk is no reason not to play."""
    kept = {key.hex(): name for key, name in acquaintances.names.items()}
    half = folder / f"{FILE}.new"
    try:
        half.unlink(missing_ok=True)
        handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(kept, stream, indent=1)
        half.replace(folder / FILE)
    except OSError:
        return


def _alike(one: str, other: str) -> bool:
    """Whether people would take two names for the same."""
    return showable(one).casefold().split() == showable(other).casefold().split()
