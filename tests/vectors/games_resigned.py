"""Games in which somebody resigns as nobody may (T11, T13)."""

from collections.abc import Iterator
from dataclasses import replace

from p2pqwirkle.record.entry import SignedEntry, sign_entry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Answer, Question, write_answer
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.phases import Phase
from tests.vectors.games_departed import in_phase, is_rebuilt, left, opened
from tests.vectors.games_honest import TWO
from tests.vectors.games_kit import Game, faulty
from tests.vectors.scribe import Scribe, identity_of


def resigned_games() -> Iterator[Game]:
    yield _two_stories(
        "resigned-then-agreed",
        "a seat resigns and then agrees to go on without another; it is put out by both",
        resigns_first=True,
    )
    yield _two_stories(
        "agreed-then-resigned",
        "the same with the two the other way round",
        resigns_first=False,
    )
    yield _in_another_step()
    yield _of_two()


def agreement(scribe: Scribe, seat: int, other: int) -> SignedEntry:
    """What *seat* signs to go on without *other*, at its own asking."""
    question = Question(seat, (Seat(other),))
    return scribe.sign(seat, (Kind.ANSWER, write_answer(Answer(question, agrees=True))))


def resignation(scribe: Scribe, seat: int) -> SignedEntry:
    return scribe.sign(seat, (Kind.RESIGN, write_nothing()))


def _two_stories(name: str, comment: str, *, resigns_first: bool) -> Game:
    scribe = opened().fork()
    step, (mover,) = scribe.standing.moment.step, scribe.standing.speakers
    leaver = next(seat for seat in scribe.standing.living if seat != mover)
    told = [agreement(scribe, leaver, mover), resignation(scribe, leaver)]
    for signed in reversed(told) if resigns_first else told:
        scribe.say(signed)
    scribe.cut(leaver)
    ordinal = len(scribe.wires) - 1
    scribe.play(until=is_rebuilt)
    game = left(scribe, name, comment, [(leaver, "resigned", step, ())])
    findings = [(leaver, "C4.1", ordinal)]
    return replace(game, expect="fault", findings=findings, unchecked=())


def _in_another_step() -> Game:
    scribe = opened().fork()
    step, (leaver,) = scribe.standing.moment.step, scribe.standing.speakers
    entry = replace(resignation(scribe, leaver).entry, step=step + 1)
    scribe.say(sign_entry(entry, identity_of(scribe.name_of(leaver))))
    scribe.cut(leaver)
    ordinal = len(scribe.wires) - 1
    scribe.play(until=in_phase(Phase.TURN))
    comment = "a resignation of the next step, said after the digest before this one"
    game = left(scribe, "resigned-in-another-step", comment, [(leaver, "fault", step, ())])
    findings = [(leaver, "T2.1", ordinal)]
    return replace(game, expect="fault", findings=findings, unchecked=())


def _of_two() -> Game:
    scribe = Scribe(TWO, liar="north").play(until=in_phase(Phase.TURN))
    north, south = scribe.seat_of("north"), scribe.seat_of("south")
    scribe.say(resignation(scribe, north))
    scribe.say(agreement(scribe, north, south))
    comment = "of two, the one that has resigned agrees to go on without the other"
    return faulty(scribe, "resigned-then-agreed-of-two", "C4.1", comment)
