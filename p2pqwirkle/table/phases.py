"""What each phase admits: who speaks, with which kinds of entry."""

from enum import Enum
from typing import Final

from p2pqwirkle.table.entries import Kind


class Phase(Enum):
    """What the open step is about."""

    CHARTER = "charter"
    COMMIT = "commit"
    REVEAL = "reveal"
    SHUFFLE = "shuffle"
    READY = "ready"
    DEAL = "deal"
    PLEDGE = "pledge"
    CLAIM = "claim"
    TURN = "turn"
    DRAW = "draw"
    BLIND = "blind"
    TAGS = "tags"
    SEAL = "seal"
    KEYS = "keys"
    OVER = "over"


class Speakers(Enum):
    """Whose entries make a step complete."""

    ALL = "all"
    SHUFFLER = "the seat whose shuffle or blinding is due"
    MOVER = "the player to move"
    ALL_BUT_DRAWER = "all but the drawer"
    NOBODY = "nobody"


ADMITS: Final[dict[Phase, tuple[Speakers, frozenset[Kind]]]] = {
    Phase.CHARTER: (Speakers.ALL, frozenset({Kind.CHARTER})),
    Phase.COMMIT: (Speakers.ALL, frozenset({Kind.COMMIT})),
    Phase.REVEAL: (Speakers.ALL, frozenset({Kind.REVEAL})),
    Phase.SHUFFLE: (Speakers.SHUFFLER, frozenset({Kind.SHUFFLE})),
    Phase.READY: (Speakers.ALL, frozenset({Kind.READY})),
    Phase.DEAL: (Speakers.ALL, frozenset({Kind.DEAL})),
    Phase.PLEDGE: (Speakers.ALL, frozenset({Kind.PLEDGE})),
    Phase.CLAIM: (Speakers.ALL, frozenset({Kind.CLAIM})),
    Phase.TURN: (Speakers.MOVER, frozenset({Kind.PLAY, Kind.SWAP, Kind.PASS})),
    Phase.DRAW: (Speakers.ALL_BUT_DRAWER, frozenset({Kind.DRAW})),
    Phase.BLIND: (Speakers.SHUFFLER, frozenset({Kind.BLIND})),
    Phase.TAGS: (Speakers.ALL, frozenset({Kind.TAGS})),
    Phase.SEAL: (Speakers.ALL, frozenset({Kind.SEAL})),
    Phase.KEYS: (Speakers.ALL, frozenset({Kind.KEYS})),
    Phase.OVER: (Speakers.NOBODY, frozenset()),
}
"""Who speaks in each phase, with which kinds of entry (T2)."""

FOLLOWS: Final[dict[Phase, frozenset[Phase]]] = {
    Phase.CHARTER: frozenset({Phase.COMMIT}),
    Phase.COMMIT: frozenset({Phase.REVEAL}),
    Phase.REVEAL: frozenset({Phase.SHUFFLE}),
    Phase.SHUFFLE: frozenset({Phase.SHUFFLE, Phase.BLIND, Phase.READY}),
    Phase.READY: frozenset(
        {Phase.DEAL, Phase.PLEDGE, Phase.CLAIM, Phase.TURN, Phase.DRAW, Phase.TAGS}
    ),
    Phase.DEAL: frozenset({Phase.PLEDGE}),
    Phase.PLEDGE: frozenset({Phase.CLAIM}),
    Phase.CLAIM: frozenset({Phase.TURN}),
    Phase.TURN: frozenset({Phase.TURN, Phase.DRAW, Phase.SEAL}),
    Phase.DRAW: frozenset({Phase.TURN, Phase.SHUFFLE}),
    Phase.BLIND: frozenset({Phase.BLIND, Phase.READY}),
    Phase.TAGS: frozenset({Phase.READY}),
    Phase.SEAL: frozenset({Phase.KEYS}),
    Phase.KEYS: frozenset({Phase.OVER}),
    Phase.OVER: frozenset(),
}
"""Which phases can follow each phase; the documents' diagram is drawn from this.

After a removal it is what follows in `departure`.
"""


def phase_after_shuffle(shuffles: int, seats: int) -> Phase:
    """Every one of the *seats* shuffles once, ascending; then all say that they are ready (T4)."""
    return Phase.SHUFFLE if shuffles < seats else Phase.READY
