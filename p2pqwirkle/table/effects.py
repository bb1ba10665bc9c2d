"""What a table, or an onlooker, asks to be done: sent, asked for, shown, dropped."""

from dataclasses import dataclass, field

from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.leavers import Gone
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.seat import Tile
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.verdicts import Collapsed, Fault


@dataclass(frozen=True, slots=True)
class View:
    """What anybody who follows a game may know at one moment.

    Attributes:
        stopped: what stopped the game, or None; the record holds the proof.
        grounded: the living seats that have resigned or are at fault, ascending.
        faults: what was found so far, of whomever.
        gone: who was gone on without so far, and whose turns were passed over, in that order.
    """

    standing: Standing
    stopped: Fault | Collapsed | None = field(default=None, kw_only=True)
    grounded: tuple[Seat, ...] = field(default=(), kw_only=True)
    faults: tuple[Fault, ...] = field(default=(), kw_only=True)
    gone: tuple[Gone, ...] = field(default=(), kw_only=True)

    @property
    def is_over(self) -> bool:
        """Whether nobody will say anything more in this game."""
        return self.stopped is not None or self.standing.phase is Phase.OVER


@dataclass(frozen=True, slots=True)
class Snapshot(View):
    """What this player may know at one moment.

    Attributes:
        seat: our own.
        hand: our own tiles, by slot.
        has_resigned: whether we have left the game for good.
        is_catching_up: whether our earlier words are still asked for, so that we choose nothing.
        past: how the table stood in each step that was on our disk when we came back; told once.
    """

    seat: Seat
    hand: tuple[Tile, ...]
    is_catching_up: bool = field(default=False, kw_only=True)
    has_resigned: bool = field(default=False, kw_only=True)
    past: tuple[Standing, ...] = field(default=(), kw_only=True, repr=False)

    @property
    def is_put_out(self) -> bool:
        """Whether the others have agreed to go on without us."""
        return self.seat not in self.standing.living

    @property
    def is_finished(self) -> bool:
        """Whether we will say nothing more in this game."""
        return self.is_over or self.is_put_out or self.has_resigned


@dataclass(frozen=True, slots=True)
class Say:
    """Send our own entry to every neighbour; it is on the disk."""

    wire: bytes


@dataclass(frozen=True, slots=True)
class Forward:
    """Send somebody's entry to every neighbour but the one it came from."""

    wire: bytes
    source: PlayerId


@dataclass(frozen=True, slots=True)
class Answer:
    """Send one neighbour the entries it has asked for."""

    peer: PlayerId
    wires: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask one neighbour for its entries from *step* on."""

    peer: PlayerId
    step: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the link to a neighbour that sends what no honest peer sends."""

    peer: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Show:
    """Something has changed that our player may know."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class See:
    """Something has changed that everybody may know."""

    view: View


Effect = Say | Forward | Answer | Ask | Drop | Show
"""What a table asks for."""
Wish = Ask | Drop | See
"""What an onlooker asks for: it says nothing, and passes nothing on."""
