"""The steps from the first shuffle to the opening claims (T4 to T6)."""

from dataclasses import dataclass, replace
from typing import Any, Final

from p2pqwirkle.bag.group import Group
from p2pqwirkle.bag.masking import first_bag
from p2pqwirkle.bag.shares import Shares
from p2pqwirkle.bag.shuffle import Shuffle
from p2pqwirkle.bag.slots import Bag, Drawn
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import Entry, GameId, labelled_hash
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.opening import check_claim_size
from p2pqwirkle.rules.position import HAND_SIZE, Position
from p2pqwirkle.table.entries import ClaimBody, read_claim, read_hash, read_nothing
from p2pqwirkle.table.hidden import Hidden
from p2pqwirkle.table.moment import Moment, Ring
from p2pqwirkle.table.phases import Phase, phase_after_shuffle
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.step import Step


@dataclass(frozen=True, slots=True)
class Dealing:
    """The bag is shuffled by every seat, hands are dealt, opening claims are made.

    Attributes:
        hidden: the hands are empty until the deal is folded.
        turn_order: what the coin gave, without the seats that have left.
        shuffles: how many of the living seats, ascending, have shuffled the bag.
        dealt: by seat, the tiles it draws in the deal, once the bag is ready.
        pledges: by seat, once all are there; none of a seat that had left before.
    """

    phase: Phase
    hidden: Hidden
    turn_order: tuple[Seat, ...]
    shuffles: int = 0
    dealt: tuple[tuple[Drawn, ...], ...] = ()
    pledges: tuple[bytes | None, ...] = ()

    @classmethod
    def opening(cls, group: Group, ring: Ring, turn_order: tuple[Seat, ...]) -> "Dealing":
        """The stage before the first shuffle."""
        bag = Bag(0, 0, first_bag(group, ring.joint_key))
        hidden = Hidden(group, ring, bag, hands=((),) * len(ring.shares))
        return cls(Phase.SHUFFLE, hidden, turn_order)

    @property
    def has_hands(self) -> bool:
        """Whether the deal is complete."""
        return any(self.hidden.hands)

    def dealt_to_others(self, seat: Seat) -> tuple[Drawn, ...]:
        """The tiles that *seat* gives shares for in the deal, in ascending order of slots."""
        return tuple(
            drawn for owner, hand in enumerate(self.dealt) if owner != seat for drawn in hand
        )


def pledge(game: GameId, seat: Seat, claim: ClaimBody) -> bytes:
    """What `pledge` says: the hash of the claim that will follow (T6)."""
    return labelled_hash(
        b"p2pqwirkle/1 pledge", game, bytes([seat]), bytes([claim.size]), claim.salt
    )


def _check_shuffle(stage: Dealing, moment: Moment, seat: Seat, entry: Entry) -> Shuffle:
    return stage.hidden.check_shuffle_entry(moment, seat, entry.body)


def _fold_shuffle(stage: Dealing, _moment: Moment, said: tuple[Shuffle, ...]) -> Dealing:
    (shuffle,) = said
    return replace(
        stage,
        phase=phase_after_shuffle(stage.shuffles + 1, len(stage.hidden.living)),
        hidden=stage.hidden.shuffled(shuffle),
        shuffles=stage.shuffles + 1,
    )


def _check_ready(_stage: Dealing, _moment: Moment, _seat: Seat, entry: Entry) -> None:
    read_nothing(entry.body)


def _fold_ready(stage: Dealing, _moment: Moment, _said: tuple[None, ...]) -> Dealing:
    bag = stage.hidden.bag
    dealt: list[tuple[Drawn, ...]] = []
    for seat in range(len(stage.hidden.hands)):
        hand, bag = bag.draw(HAND_SIZE if seat in stage.hidden.living else 0)
        dealt.append(hand)
    return replace(stage, phase=Phase.DEAL, hidden=stage.hidden.with_bag(bag), dealt=tuple(dealt))


def _check_deal(stage: Dealing, moment: Moment, seat: Seat, entry: Entry) -> Shares:
    return stage.hidden.check_share_entry(moment, seat, stage.dealt_to_others(seat), entry.body)


def _fold_deal(stage: Dealing, _moment: Moment, said: tuple[Shares, ...]) -> Dealing:
    hidden, living = stage.hidden, stage.hidden.living
    given = {
        giver: dict(zip(stage.dealt_to_others(giver), shares.elements, strict=True))
        for giver, shares in zip(living, said, strict=True)
    }
    for owner in living:
        drawn = stage.dealt[owner]
        others = {
            giver: [shares[one] for one in drawn]
            for giver, shares in given.items()
            if giver != owner
        }
        hidden = hidden.receiving(owner, drawn, others)
    return replace(stage, phase=Phase.PLEDGE, hidden=hidden, dealt=())


def _check_pledge(_stage: Dealing, _moment: Moment, _seat: Seat, entry: Entry) -> bytes:
    return read_hash(entry.body)


def _fold_pledge(stage: Dealing, _moment: Moment, said: tuple[bytes, ...]) -> Dealing:
    pledges = dict(zip(stage.hidden.living, said, strict=True))
    seats = range(len(stage.hidden.hands))
    return replace(stage, phase=Phase.CLAIM, pledges=tuple(pledges.get(Seat(s)) for s in seats))


def _check_claim(stage: Dealing, moment: Moment, seat: Seat, entry: Entry) -> int:
    claim = read_claim(entry.body)
    if pledge(moment.charter.game, seat, claim) != stage.pledges[seat]:
        raise Breach("T6.1", "the claim is not what was pledged")
    check_claim_size(claim.size)
    return claim.size


def _fold_claim(stage: Dealing, moment: Moment, said: tuple[int, ...]) -> Playing:
    charter = moment.charter
    claims = dict(zip(stage.hidden.living, said, strict=True))
    position = Position.start(
        turn_order=stage.turn_order,
        claims=tuple(claims.get(seat, 0) for seat in charter.seats),
        ages=tuple(player.age for player in charter.players),
        stall_guard=charter.options.stall_guard,
    )
    return Playing(Phase.TURN, stage.hidden, position)


# The three types of a Step belong together row by row; a table of rows cannot say so.
STEPS: Final[dict[Phase, Step[Dealing, Any, Dealing | Playing]]] = {
    Phase.SHUFFLE: Step(_check_shuffle, _fold_shuffle),
    Phase.READY: Step(_check_ready, _fold_ready),
    Phase.DEAL: Step(_check_deal, _fold_deal),
    Phase.PLEDGE: Step(_check_pledge, _fold_pledge),
    Phase.CLAIM: Step(_check_claim, _fold_claim),
}
