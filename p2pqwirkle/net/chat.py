"""What the players of one game say to each other: each remark is taken once, and not too many."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.chat import SignedRemark, read_remark, read_signed_remark
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import PlayerId

AT_ONCE: Final = 16
"""Remarks of one author that are taken without a pause; so many are also kept for a new link."""
SECONDS_EACH: Final = 1.0
"""How long it takes until an author may say one more."""
KNOWN: Final = 256
"""Remarks that are known again; copies come within seconds."""


class Allowance:
    """How much one author may still say; *now* is always local time in seconds."""

    def __init__(self, now: float) -> None:
        self._left = float(AT_ONCE)
        self._counted = now

    def has_some(self, now: float) -> bool:
        """Whether one more remark is taken."""
        self._left = min(AT_ONCE, self._left + (now - self._counted) / SECONDS_EACH)
        self._counted = now
        return self._left >= 1

    def use(self) -> None:
        """A remark was taken."""
        self._left -= 1


class Chat:
    """The remarks of one game, as one peer hears them.

    Args:
        game: remarks of others are damage here.
        players: who may say something.
        now: local time in seconds.
    """

    def __init__(self, game: GameId, players: Iterable[PlayerId], now: float) -> None:
        self._game = game
        self._allowances = {player: Allowance(now) for player in players}
        self._known: deque[tuple[PlayerId, int]] = deque(maxlen=KNOWN)
        self._latest: deque[SignedRemark] = deque(maxlen=AT_ONCE)

    @property
    def latest(self) -> Sequence[SignedRemark]:
        """What a new neighbour may have missed, the oldest first."""
        return tuple(self._latest)

    def take(self, wire: bytes, now: float) -> SignedRemark | None:
        """What somebody has said; None if it is known, or its author says too much.

        Raises:
            Breach: E1, E2, C1 or C8 for what it is, C3.1 if it is of another game, C3.2 if its
                author does not play.
        """
        remark = read_remark(wire)
        if remark.game != self._game:
            raise Breach("C3.1", f"a remark in game {remark.game.hex()}")
        allowance = self._allowances.get(remark.author)
        if allowance is None:
            raise Breach("C3.2", f"{remark.author.hex()} has no seat")
        if (remark.author, remark.number) in self._known or not allowance.has_some(now):
            return None
        # Only now: whoever floods with forged signatures spends nobody's allowance but its link.
        signed = read_signed_remark(wire)
        allowance.use()
        self._known.append((remark.author, remark.number))
        self._latest.append(signed)
        return signed
