"""The steps before there is a bag: charter, commit and reveal (T1, T3)."""

from dataclasses import dataclass, replace
from typing import Any, Final

from p2pqwirkle.bag.group import Element, Group
from p2pqwirkle.bag.keys import decode_possession, verify_possession
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import Entry, GameId, labelled_hash
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.entries import RevealBody, read_hash, read_reveal, write_reveal
from p2pqwirkle.table.moment import Moment, Ring
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.step import Step


@dataclass(frozen=True, slots=True)
class Revealed:
    """One seat's opened commitment."""

    key_share: Element
    coin_nonce: bytes


@dataclass(frozen=True, slots=True)
class Gathering:
    """Players sign the charter, then commit to keys and coin."""

    group: Group
    phase: Phase = Phase.CHARTER


@dataclass(frozen=True, slots=True)
class Revealing:
    """Players open what they have committed to.

    Attributes:
        commitments: by seat.
        committed_in: the commit step, to which the possession proofs are bound, since they
            are part of what is committed to.
    """

    group: Group
    commitments: tuple[bytes, ...]
    committed_in: Moment
    phase: Phase = Phase.REVEAL


def commitment(game: GameId, seat: Seat, reveal: RevealBody) -> bytes:
    """What `commit` says: the hash of the body that `reveal` will have (T3)."""
    return labelled_hash(b"p2pqwirkle/1 commit", game, bytes([seat]), write_reveal(reveal))


def turn_order(game: GameId, coin_nonces: tuple[bytes, ...]) -> tuple[Seat, ...]:
    """The permutation of the seats that the joint coin gives (T3)."""
    coin = labelled_hash(b"p2pqwirkle/1 coin", game, *coin_nonces)

    def ticket(seat: int) -> bytes:
        return labelled_hash(b"p2pqwirkle/1 turn order", coin, bytes([seat]))

    return tuple(Seat(seat) for seat in sorted(range(len(coin_nonces)), key=ticket))


def _check_charter(_stage: Gathering, moment: Moment, _seat: Seat, entry: Entry) -> None:
    if entry.body != moment.charter.encode():
        raise Breach("T1.6", "the body is not the charter whose hash is the game")


def _fold_charter(stage: Gathering, _moment: Moment, _said: tuple[None, ...]) -> Gathering:
    return replace(stage, phase=Phase.COMMIT)


def _check_commit(_stage: Gathering, _moment: Moment, _seat: Seat, entry: Entry) -> bytes:
    return read_hash(entry.body)


def _fold_commit(stage: Gathering, moment: Moment, said: tuple[bytes, ...]) -> Revealing:
    return Revealing(stage.group, said, moment)


def _check_reveal(stage: Revealing, moment: Moment, seat: Seat, entry: Entry) -> Revealed:
    reveal = read_reveal(entry.body)
    if commitment(moment.charter.game, seat, reveal) != stage.commitments[seat]:
        raise Breach("T3.1", "the opening is not what was committed to")
    key_share = stage.group.decode_element(reveal.key_share)
    proof = decode_possession(stage.group, reveal.possession)
    preamble = stage.committed_in.preamble(seat, None)
    verify_possession(stage.group, key_share, proof, preamble)
    return Revealed(key_share, reveal.coin_nonce)


def _fold_reveal(stage: Revealing, moment: Moment, said: tuple[Revealed, ...]) -> Dealing:
    ring = Ring.of(stage.group, tuple(one.key_share for one in said), moment.charter.seats)
    order = turn_order(moment.charter.game, tuple(one.coin_nonce for one in said))
    return Dealing.opening(stage.group, ring, order)


# The three types of a Step belong together row by row; a table of rows cannot say so.
STEPS: Final[dict[Phase, Step[Gathering, Any, Gathering | Revealing]]] = {
    Phase.CHARTER: Step(_check_charter, _fold_charter),
    Phase.COMMIT: Step(_check_commit, _fold_commit),
}
REVEALING_STEPS: Final[dict[Phase, Step[Revealing, Any, Dealing]]] = {
    Phase.REVEAL: Step(_check_reveal, _fold_reveal),
}
