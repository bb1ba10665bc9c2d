"""What the engine would have done in each turn: for the points at once, and looking ahead."""

from collections.abc import Iterator
from dataclasses import dataclass

from p2pqwirkle.audit.story import Story, Turn
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Bot, Choose, Knowledge
from p2pqwirkle.rules.moves import Choice, Play, Seat
from p2pqwirkle.rules.notation import format_choice
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.scoring import score_of


@dataclass(frozen=True, slots=True)
class Advised:
    """A choice in the text notation, and what it would have scored for its lines."""

    move: str
    points: int


@dataclass(frozen=True, slots=True)
class Advice:
    """What the player could have done in a turn, knowing no more than it did.

    Attributes:
        number: the turn's.
        made: the points for lines of what it did.
        highest: the most points at once.
        strong: what the bot that looks ahead would have done.
    """

    number: int
    seat: Seat
    made: int
    highest: Advised
    strong: Advised


def advice(story: Story, strong: Bot, choose: Choose) -> Iterator[Advice]:
    """For each turn of which the hand is known, in order; *choose* is the bot's entropy."""
    for turn in story.turns:
        knowledge = _known_in(turn)
        if knowledge is not None:
            yield Advice(
                number=turn.number,
                seat=turn.seat,
                made=turn.score,
                highest=_advised(knowledge.position, greedy(knowledge, choose)),
                strong=_advised(knowledge.position, strong(knowledge, choose)),
            )


def _known_in(turn: Turn) -> Knowledge | None:
    hand = turn.hands[turn.seat]
    known = tuple(face for face in hand if face is not None)
    return Knowledge(turn.before, known) if len(known) == len(hand) else None


def _advised(position: Position, choice: Choice) -> Advised:
    points = score_of(position.board, choice.placements) if isinstance(choice, Play) else 0
    return Advised(format_choice(choice), points)
