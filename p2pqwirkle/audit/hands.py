"""Claims about hidden hands, checked with the keys that were opened in the end (A3)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from p2pqwirkle.audit.report import Unchecked, Why
from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import Entry
from p2pqwirkle.rules.choice import check_pass
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.opening import check_claim
from p2pqwirkle.rules.position import FEWEST_SEATS
from p2pqwirkle.rules.tiles import TILE_COUNT, Face
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.entries import Kind, read_claim
from p2pqwirkle.table.hidden import Hidden, face_of
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.standing import Standing


@dataclass(frozen=True, slots=True)
class HandClaim:
    """Something a seat has said that only its hand can prove.

    Attributes:
        entry: the ordinal of the entry that says it.
        clause: the one it may break.
        check: raises Breach if the hand proves it false.
    """

    seat: Seat
    entry: int
    clause: str
    hidden: Hidden
    check: Callable[[Sequence[Face]], None]

    def breach_found_with(self, secret: Scalar) -> Breach | None:
        """Why the claim is false, as the seat's opened key shows; None if it is true.

        Raises:
            Collapse: T8 if the hand cannot be.
        """
        hand = _open_hand(self.hidden, self.seat, secret)
        try:
            self.check(hand)
        except Breach as breach:
            return breach
        return None


def claims_of(before: Standing, seat: Seat, ordinal: int, entry: Entry) -> Iterator[HandClaim]:
    """What *entry*, admitted to the standing *before*, claims about the hand of *seat*."""
    match Kind(entry.kind), before.stage:
        case Kind.CLAIM, Dealing(hidden=hidden):
            size = read_claim(entry.body).size

            def check_size(hand: Sequence[Face]) -> None:
                check_claim(hand, size)

            yield HandClaim(seat, ordinal, "R3.5", hidden, check_size)
        case Kind.PASS, Playing(hidden=hidden, position=position):

            def check_no_play(hand: Sequence[Face]) -> None:
                check_pass(position.board, hand)

            yield HandClaim(seat, ordinal, "R8.2", hidden, check_no_play)
        case _:
            return


def unchecked_claims(claims: Sequence[HandClaim], stage: Playing) -> tuple[Unchecked, ...]:
    """Those for which there is no key: not opened by who is there, or of who has left."""
    there = {*stage.hidden.living, *stage.silent}
    closed = [one for one in claims if one.seat in there and stage.opened[one.seat] is None]
    left = [one for one in claims if one.seat not in there]
    return (
        *(Unchecked(one.seat, one.clause, Why.CLOSED) for one in closed),
        *(Unchecked(one.seat, one.clause, Why.LEFT) for one in left),
    )


def check_tiles(stage: Playing) -> int:
    """Check that board, bag and hands hold every tile once, and give their number.

    It is 0 if the keys for that are not open, or if all but one have left: then the bag was not
    built again.

    Raises:
        Collapse: T8.1 if something is no tile, A3.1 if the tiles are not the 108.
    """
    hidden = stage.hidden
    opened = ((seat, stage.opened[seat]) for seat in hidden.living)
    secrets = {seat: secret for seat, secret in opened if secret is not None}
    if stage.silent or len(secrets) < max(len(hidden.living), FEWEST_SEATS):
        return 0
    numbers = [*hidden.played, *_bag_numbers(hidden, list(secrets.values()))]
    for seat, secret in secrets.items():
        numbers += [hidden.number_by_secret(held, secret) for held in hidden.hands[seat]]
    if sorted(numbers) != list(range(TILE_COUNT)):
        raise Collapse("A3.1", f"{len(set(numbers))} of {TILE_COUNT} tiles accounted for")
    return len(numbers)


def _open_hand(hidden: Hidden, seat: Seat, secret: Scalar) -> tuple[Face, ...]:
    return tuple(face_of(hidden.number_by_secret(held, secret)) for held in hidden.hands[seat])


def _bag_numbers(hidden: Hidden, secrets: Sequence[Scalar]) -> Iterator[int]:
    for tile in hidden.bag.tiles:
        shares = [hidden.group.multiply(secret, tile.a) for secret in secrets]
        yield hidden.element_number(hidden.unveil(tile, shares))
