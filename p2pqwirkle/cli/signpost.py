"""Where the players of an unfinished game were last, kept beside its record.

It is good for dialling and nothing else: who answers still has to show the player's key, and the
charter has to be the one that the game is named after.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from p2pqwirkle.cli.folder import write_whole
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Charter, read_charter

SUFFIX: Final = ".where"
MOST_KEPT: Final = 16
"""Addresses of one player that are dialled from what is kept."""


@dataclass(frozen=True, slots=True)
class Signpost:
    """What is kept to find the players of a game again.

    Attributes:
        charter: who plays; None if that cannot be read.
        listening: where we listened ourselves.
        addresses: where each other player may listen.
    """

    charter: Charter | None = None
    listening: Address | None = None
    addresses: Mapping[PlayerId, Sequence[Address]] = field(default_factory=dict)


def read_signpost(record: Path, game: GameId) -> Signpost:
    """What is kept beside *record*; nothing if it cannot be read."""
    try:
        kept = json.loads(record.with_suffix(SUFFIX).read_text(encoding="utf-8"))
        return Signpost(
            charter=_read_charter(kept["charter"], game),
            listening=None if kept["listening"] is None else _read_address(kept["listening"]),
            addresses={
                PlayerId(bytes.fromhex(player)): tuple(map(_read_address, where))[:MOST_KEPT]
                for player, where in kept["players"].items()
            },
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return Signpost()


def keep_signpost(record: Path, signpost: Signpost) -> None:
    """Keep *signpost* beside *record*, for its owner alone.

    Raises:
        OSError: it could not be written; what was kept before is there still.
    """
    listening = signpost.listening
    kept = {
        "charter": None if signpost.charter is None else signpost.charter.encode().hex(),
        "listening": None if listening is None else _written(listening),
        "players": {
            player.hex(): [_written(address) for address in where]
            for player, where in signpost.addresses.items()
        },
    }
    write_whole(record.with_suffix(SUFFIX), json.dumps(kept, indent=1).encode())


def _written(address: Address) -> list[str | int]:
    return [address.host, address.port]


def _read_address(kept: Any) -> Address:  # noqa: ANN401 - whatever the file holds
    host, port = kept
    if not isinstance(host, str) or not isinstance(port, int) or not 0 < port < 2**16:
        raise ValueError("no address")
    return Address(host, port)


def _read_charter(kept: str | None, game: GameId) -> Charter | None:
    if kept is None:
        return None
    try:
        charter = read_charter(bytes.fromhex(kept))
    except Breach:
        return None
    return charter if charter.game == game else None
