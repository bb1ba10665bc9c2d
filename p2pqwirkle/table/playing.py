"""The steps from the first turn to the opened keys (T7 to T9)."""

from dataclasses import dataclass, replace
from typing import Any, Final

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.keys import check_secret
from p2pqwirkle.bag.shares import Shares
from p2pqwirkle.bag.shuffle import Shuffle
from p2pqwirkle.bag.slots import Drawn, Slot
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import Entry
from p2pqwirkle.rules.moves import Move, Pass, PassedOver, Placement, Play, Seat, Swap
from p2pqwirkle.rules.position import Position
from p2pqwirkle.table.entries import (
    Kind,
    PlayBody,
    read_keys,
    read_nothing,
    read_play,
    read_seal,
    read_swap,
)
from p2pqwirkle.table.hidden import Held, Hidden, face_of
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase, phase_after_shuffle
from p2pqwirkle.table.step import Step


@dataclass(frozen=True, slots=True)
class Turn:
    """What a mover has done, as everybody sees it.

    Attributes:
        points: what the turn added to the mover's score, the last bonus included.
        drawn: how many tiles the mover draws for it.
    """

    seat: Seat
    move: Move | PassedOver
    points: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Played:
    """A checked play: the tiles it takes from the hand, their elements, what comes of it."""

    held: tuple[Held, ...]
    numbers: tuple[int, ...]
    play: Play
    position: Position


@dataclass(frozen=True, slots=True)
class Swapped:
    """A checked swap: the tiles put aside, and what comes of it."""

    held: tuple[Held, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Passed:
    """A checked pass, and what comes of it."""

    position: Position


@dataclass(frozen=True, slots=True)
class Playing:
    """Turns, draws, reshuffles; then the seal and the keys.

    Attributes:
        drawing: the tiles that the last mover draws, while their shares are awaited.
        aside: the tiles it has put aside, until they have joined the bag.
        shuffles: how many of the living seats, ascending, have shuffled the bag since it changed.
        last_turn: None before the first.
        opened: by seat, the secret keys that `keys` has opened, None for 'not opened'.
        silent: the seats that have left after the end, and keep their result.
    """

    phase: Phase
    hidden: Hidden
    position: Position
    drawing: tuple[Drawn, ...] = ()
    aside: tuple[Held, ...] = ()
    shuffles: int = 0
    last_turn: Turn | None = None
    opened: tuple[Scalar | None, ...] = ()
    silent: frozenset[Seat] = frozenset()

    @property
    def drawer(self) -> Seat:
        """The seat that made the last turn."""
        assert self.last_turn is not None  # nobody draws before somebody has moved
        return self.last_turn.seat


def _check_turn(
    stage: Playing, moment: Moment, seat: Seat, entry: Entry
) -> Played | Swapped | Passed:
    match entry.kind:
        case Kind.PLAY:
            return _check_play(stage, moment, seat, read_play(entry.body))
        case Kind.SWAP:
            return _check_swap(stage, seat, read_swap(entry.body))
        case _:
            read_nothing(entry.body)
            return Passed(stage.position.after(Pass()))


def _fold_turn(
    stage: Playing, _moment: Moment, said: tuple[Played | Swapped | Passed, ...]
) -> Playing:
    seat = stage.position.mover
    (moved,) = said
    match moved:
        case Played():
            hidden = stage.hidden.playing(seat, moved.held, moved.numbers)
            return _moved(stage, moved.play, moved.position, hidden)
        case Swapped() if moved.position.outcome is not None:
            # A swap that ends the game moves no tile (R9).
            return _moved(stage, Swap(len(moved.held)), moved.position, stage.hidden)
        case Swapped():
            hidden = stage.hidden.without(seat, [held.slot for held in moved.held])
            after = _moved(stage, Swap(len(moved.held)), moved.position, hidden)
            return replace(after, aside=moved.held)
        case Passed():
            return _moved(stage, Pass(), moved.position, stage.hidden)


def _check_play(stage: Playing, moment: Moment, seat: Seat, said: PlayBody) -> Played:
    hidden = stage.hidden
    held = hidden.held(seat, said.slots)
    shares = hidden.check_shares(moment, seat, [one.drawn for one in held], said.shares)
    numbers = tuple(
        hidden.number_by_share(one, share) for one, share in zip(held, shares.elements, strict=True)
    )
    if len(set(numbers)) < len(numbers):
        # The proofs hold, so the hand was dealt like this, and nobody can be held to it.
        raise Collapse("T8.3", "one tile element is twice in the hand")
    placed = zip(said.cells, numbers, strict=True)
    play = Play(tuple(Placement(cell, face_of(number)) for cell, number in placed))
    return Played(held, numbers, play, stage.position.after(play))


def _check_swap(stage: Playing, seat: Seat, slots: tuple[Slot, ...]) -> Swapped:
    held = stage.hidden.held(seat, slots)
    return Swapped(held, stage.position.after(Swap(len(held))))


def _moved(stage: Playing, move: Move, position: Position, hidden: Hidden) -> Playing:
    seat = stage.position.mover
    drawing, bag = hidden.bag.draw(position.drawn)
    points = position.scores[seat] - stage.position.scores[seat]
    return Playing(
        phase=_phase_after(position),
        hidden=hidden.with_bag(bag),
        position=position,
        drawing=drawing,
        last_turn=Turn(seat, move, points, position.drawn),
    )


def _phase_after(position: Position) -> Phase:
    if position.outcome is not None:
        return Phase.SEAL
    return Phase.DRAW if position.drawn else Phase.TURN


def _check_draw(stage: Playing, moment: Moment, seat: Seat, entry: Entry) -> Shares:
    return stage.hidden.check_share_entry(moment, seat, stage.drawing, entry.body)


def _fold_draw(stage: Playing, _moment: Moment, said: tuple[Shares, ...]) -> Playing:
    givers = (seat for seat in stage.hidden.living if seat != stage.drawer)
    others = {giver: shares.elements for giver, shares in zip(givers, said, strict=True)}
    hidden = stage.hidden.receiving(stage.drawer, stage.drawing, others)
    if not stage.aside:
        return replace(stage, phase=Phase.TURN, hidden=hidden, drawing=())
    # Draw before the return (R9): nobody draws what they have just put aside.
    returned = [held.drawn.tile for held in stage.aside]
    return replace(
        stage,
        phase=Phase.SHUFFLE,
        hidden=hidden.with_bag(hidden.bag.joined(returned)),
        drawing=(),
        aside=(),
        shuffles=0,
    )


def _check_shuffle(stage: Playing, moment: Moment, seat: Seat, entry: Entry) -> Shuffle:
    return stage.hidden.check_shuffle_entry(moment, seat, entry.body)


def _fold_shuffle(stage: Playing, _moment: Moment, said: tuple[Shuffle, ...]) -> Playing:
    (shuffle,) = said
    return replace(
        stage,
        phase=phase_after_shuffle(stage.shuffles + 1, len(stage.hidden.living)),
        hidden=stage.hidden.shuffled(shuffle),
        shuffles=stage.shuffles + 1,
    )


def _check_ready(_stage: Playing, _moment: Moment, _seat: Seat, entry: Entry) -> None:
    read_nothing(entry.body)


def _fold_ready(stage: Playing, _moment: Moment, _said: tuple[None, ...]) -> Playing:
    return replace(stage, phase=Phase.TURN)


def _check_seal(stage: Playing, _moment: Moment, _seat: Seat, entry: Entry) -> None:
    scores = read_seal(entry.body, len(stage.position.scores))
    if scores != stage.position.scores:
        raise Breach("T9.1", f"sealed {scores}, played {stage.position.scores}")


def _fold_seal(stage: Playing, _moment: Moment, _said: tuple[None, ...]) -> Playing:
    return replace(stage, phase=Phase.KEYS)


def _check_keys(stage: Playing, _moment: Moment, seat: Seat, entry: Entry) -> Scalar | None:
    encoded = read_keys(entry.body)
    if encoded is None:
        return None
    group = stage.hidden.group
    secret = group.decode_scalar(encoded)
    check_secret(group, secret, stage.hidden.ring.shares[seat])
    return secret


def _fold_keys(stage: Playing, _moment: Moment, said: tuple[Scalar | None, ...]) -> Playing:
    opened = dict(zip(stage.hidden.living, said, strict=True))
    seats = range(len(stage.position.scores))
    return replace(stage, phase=Phase.OVER, opened=tuple(opened.get(Seat(s)) for s in seats))


# The three types of a Step belong together row by row; a table of rows cannot say so.
STEPS: Final[dict[Phase, Step[Playing, Any, Playing]]] = {
    Phase.TURN: Step(_check_turn, _fold_turn),
    Phase.DRAW: Step(_check_draw, _fold_draw),
    Phase.SHUFFLE: Step(_check_shuffle, _fold_shuffle),
    Phase.READY: Step(_check_ready, _fold_ready),
    Phase.SEAL: Step(_check_seal, _fold_seal),
    Phase.KEYS: Step(_check_keys, _fold_keys),
}
