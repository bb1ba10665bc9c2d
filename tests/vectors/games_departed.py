"""Games that some leave, and those who stay go on without them (T11 to T13)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.rules.moves import Choice, PutAside, Seat
from p2pqwirkle.table.agreement import ROUND, Answer, Purpose, Question, name_of, write_answer
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.rebuilding import Rebuilding
from p2pqwirkle.table.seat import Tile
from p2pqwirkle.table.standing import Standing
from tests.lies import Liar
from tests.vectors.games_kit import Departure, Game, damaged, finished, unfinished
from tests.vectors.games_turns import beside_nothing
from tests.vectors.scribe import Scribe, Until, greedy

TWO: Final = {"north": None, "south": None}
THREE: Final = {"north": None, "south": None, "east": None}
CLOCK: Final = Options(turn_seconds=60)
CLAIMS: Final = [(seat, "R3.5") for seat in range(3)]


def in_phase(phase: Phase) -> Until:
    return lambda standing: standing.phase is phase


def is_rebuilt(standing: Standing) -> bool:
    return not isinstance(standing.stage, Rebuilding)


@cache
def dealt() -> Scribe:
    """Three players whose hands are dealt, before they pledge their claims."""
    return Scribe(THREE, game="three", options=CLOCK).play(until=in_phase(Phase.PLEDGE))


@cache
def opened() -> Scribe:
    """The same game when the first turn is open."""
    return dealt().fork().play(until=in_phase(Phase.TURN))


def departed_games() -> Iterator[Game]:
    yield from _left_games()
    yield from _cuts_that_do_not_hold()


def _left_games() -> Iterator[Game]:
    yield _resigned_in_a_turn()
    yield _silent_in_a_draw()
    yield _at_fault()
    yield _passed_over()
    yield _at_fault_in_a_void_turn()
    yield _two_stories_in_a_void_turn()
    yield _two_answers_about_a_complete_step()
    yield _silent_before_the_deal()
    yield _ground_beside_the_point()
    yield _left_alone()
    yield _silent_while_a_swap_is_drawn()
    yield _resigned_late()
    yield _silent_at_the_end()


def left(
    scribe: Scribe, name: str, comment: str, departures: Sequence[Departure], **more: object
) -> Game:
    """An unfinished game that somebody has left."""
    unchecked = CLAIMS if isinstance(scribe.standing.stage, Playing | Rebuilding) else ()
    told = unfinished(name, comment, scribe.wires, unchecked)
    return replace(told, departures=departures, **more)  # type: ignore[arg-type]


def _mover(scribe: Scribe) -> int:
    assert isinstance(scribe.standing.stage, Playing)  # asked in a turn or a draw only
    return scribe.standing.stage.position.mover


def _others(scribe: Scribe) -> list[int]:
    return [seat for seat in scribe.standing.living if seat != _mover(scribe)]


def _resigned_in_a_turn() -> Game:
    scribe = opened().fork()
    leaver, step = _others(scribe)[0], scribe.standing.moment.step
    scribe.resign(leaver)
    scribe.cut(leaver).play(until=is_rebuilt)
    scribe.speak(_mover(scribe))
    scribe.play(until=in_phase(Phase.TURN))
    comment = "who is not to move leaves; the bag is rebuilt, the opening is played"
    gone = (leaver, "resigned", step, ())
    return left(scribe, "resigned-in-a-turn", comment, [gone])


def _silent_in_a_draw() -> Game:
    scribe = opened().fork()
    drawer = _mover(scribe)
    silent = _others(scribe)[1]
    scribe.speak(drawer)
    step = scribe.standing.moment.step
    scribe.cut(silent).play(until=in_phase(Phase.TURN))
    comment = "a draw is made void, and made again from the bag that was rebuilt"
    gone = (silent, "silent", step, (drawer,))
    return left(scribe, "silent-in-a-draw", comment, [gone])


def _at_fault() -> Game:
    scribe = opened().fork()
    liar, step = _mover(scribe), scribe.standing.moment.step
    knows = Liar(scribe.seats[liar], scribe.standing)
    scribe.say(scribe.sign(liar, (Kind.PLAY, beside_nothing(knows, b""))))
    scribe.cut(liar)
    ordinal = len(scribe.wires) - 1
    scribe.play(until=is_rebuilt)
    comment = "a play of too few tiles; its author is put out, and the next player opens"
    told = left(scribe, "at-fault-and-put-out", comment, [(liar, "fault", step, ())])
    return replace(told, expect="fault", findings=[(liar, "R3.3", ordinal)], unchecked=())


def _passed_over() -> Game:
    scribe = opened().fork()
    late, step = _mover(scribe), scribe.standing.moment.step
    scribe.cut(late, purpose=Purpose.PASS_OVER)
    scribe.play(until=in_phase(Phase.DRAW)).play(until=in_phase(Phase.TURN))
    comment = "the opener's turn is passed over, and the next in the turn order opens"
    return left(scribe, "passed-over", comment, [(late, "time", step, ())])


def _at_fault_in_a_void_turn() -> Game:
    scribe = opened().fork()
    liar = Liar(scribe.seats[_mover(scribe)], scribe.standing)
    play = scribe.sign(liar.seat, (Kind.PLAY, beside_nothing(liar, b"")))
    comment = "a play of too few tiles, in a turn that was passed over before all had heard it"
    return _void_and_at_fault(scribe, "at-fault-in-a-void-turn", comment, "R3.3", play)


def _two_stories_in_a_void_turn() -> Game:
    scribe = opened().fork()
    scribe.speak(_mover(scribe))
    scribe.play(until=in_phase(Phase.TURN))
    own, stage = scribe.seats[_mover(scribe)], scribe.standing.stage
    assert isinstance(stage, Playing)  # a turn
    hand = own.hand(scribe.standing)
    choices = greedy(stage, hand), _swaps_two(stage, hand)
    stories = [scribe.sign(own.number, own.move(scribe.standing, one)) for one in choices]
    comment = "a play and a swap, in a turn that was passed over before anybody had heard them"
    return _void_and_at_fault(scribe, "two-stories-in-a-void-turn", comment, "C4.1", *stories)


def _two_answers_about_a_complete_step() -> Game:
    """Neither stands in the record, since nobody was gone on without."""
    scribe = Scribe(TWO, game="two").play(until=in_phase(Phase.TURN))
    liar, other = _mover(scribe), _others(scribe)[0]
    question = scribe.question(other)
    answers = [
        scribe.sign(liar, (Kind.ANSWER, write_answer(Answer(question, agrees))))
        for agrees in (True, False)
    ]
    scribe.speak(liar)
    scribe.hear(answers[0])
    scribe.say(answers[1])
    comment = "two answers to one question, about a step that was complete before they came"
    told = left(scribe, "two-answers-about-a-complete-step", comment, [])
    findings = [(liar, "C4.1", len(scribe.wires) - 1)]
    return replace(told, expect="fault", findings=findings, unchecked=CLAIMS[:2])


def _void_and_at_fault(
    scribe: Scribe, name: str, comment: str, clause: str, *void: SignedEntry
) -> Game:
    """The mover is passed over, *void* is heard of it, and it is put out."""
    liar, step = _mover(scribe), scribe.standing.moment.step
    scribe.cut(liar, purpose=Purpose.PASS_OVER)
    for signed in void:
        scribe.hear(signed)
    scribe.cut(liar)
    ordinal = len(scribe.wires) - 1
    scribe.play(until=is_rebuilt)
    gone = [(liar, "time", step, ()), (liar, "fault", step + 1, ())]
    told = left(scribe, name, comment, gone)
    return replace(told, expect="fault", findings=[(liar, clause, ordinal)])


def _silent_before_the_deal() -> Game:
    scribe = Scribe(THREE, game="never dealt").play(until=in_phase(Phase.SHUFFLE))
    step = scribe.standing.moment.step
    scribe.cut(0).play(until=in_phase(Phase.PLEDGE))
    comment = "the first to shuffle is silent; the others shuffle and deal a bag of their own"
    return left(scribe, "silent-before-the-deal", comment, [(0, "silent", step, ())])


def _left_alone() -> Game:
    """One leaves in a turn, the other while the bag is rebuilt: nothing more is to be drawn."""
    scribe = opened().fork()
    first, second = _others(scribe)
    steps = [scribe.standing.moment.step]
    scribe.resign(first)
    scribe.cut(first)
    scribe.speak(scribe.standing.awaited[0])
    steps.append(scribe.standing.moment.step)
    scribe.resign(second)
    scribe.cut(second).play()
    departures = [(first, "resigned", steps[0], ()), (second, "resigned", steps[1], ())]
    comment = "two resign, the second while the bag is rebuilt; who is left wins"
    unchecked = [(seat, "R3.5") for seat in sorted((first, second))]
    told = finished(scribe, "left-alone", comment)
    return replace(told, departures=departures, unchecked=unchecked)


def _ground_beside_the_point() -> Game:
    """An entry that all have, and that shows nothing, makes nobody guilty."""
    scribe = opened().fork()
    mover, step = _mover(scribe), scribe.standing.moment.step
    author = scribe.charter.players[mover].identity
    word = next(one for one in _words_before(scribe) if one.entry.author == author)
    question = replace(scribe.question(mover), grounds=(name_of(word),))
    for signed in scribe.agreements(question):
        scribe.say(signed)
    comment = "the mover is silent; an honest claim of its own is named as a ground"
    return left(scribe, "ground-beside-the-point", comment, [(mover, "silent", step, ())])


@cache
def late() -> Scribe:
    """The game of three when few tiles are left in the bag: it is soon rebuilt."""
    return opened().fork().play(until=_runs_low)


def _silent_while_a_swap_is_drawn() -> Game:
    """What was put aside stays with the drawer, until the draw has been made again."""
    scribe = late().fork()
    drawer, silent = _mover(scribe), _others(scribe)[0]
    scribe.bot = _swaps_two
    scribe.speak(drawer)
    step = scribe.standing.moment.step
    scribe.cut(silent).play(until=in_phase(Phase.TURN))
    comment = "of a swap, the draw is made again, and then what was put aside is shuffled in"
    gone = (silent, "silent", step, (drawer,))
    return left(scribe, "silent-while-a-swap-is-drawn", comment, [gone])


def _swaps_two(_stage: Playing, hand: Sequence[Tile]) -> Choice:
    return PutAside(tuple(tile.face for tile in hand[:2]))


def _resigned_late() -> Game:
    scribe = late().fork()
    leaver, step = _mover(scribe), scribe.standing.moment.step
    scribe.resign(leaver)
    scribe.cut(leaver).play()
    comment = "the mover resigns when the bag runs low, and two play on to the end"
    told = finished(scribe, "resigned-late", comment)
    unchecked = [(leaver, "R3.5")]
    return replace(told, departures=[(leaver, "resigned", step, ())], unchecked=unchecked)


def _silent_at_the_end() -> Game:
    scribe = late().fork().play(until=in_phase(Phase.KEYS))
    step = scribe.standing.moment.step
    scribe.cut(1).play()
    told = finished(
        scribe, "silent-at-the-end", "one opens no key and says nothing; it keeps its result"
    )
    departures = [(1, "silent", step, ())]
    return replace(told, expect="unfinished", unchecked=[(1, "R3.5")], departures=departures)


def _runs_low(standing: Standing) -> bool:
    stage = standing.stage
    if not isinstance(stage, Playing) or stage.phase is not Phase.TURN:
        return False
    return stage.position.bag_size < 12


def _cuts_that_do_not_hold() -> Iterator[Game]:
    yield from _cuts_out_of_order()
    yield from _cuts_that_do_not_count()


def _broken(
    scribe: Scribe, name: str, clause: str, signed: Sequence[SignedEntry], comment: str
) -> Game:
    """The record of *scribe* with a step in which the last of *signed* does not hold."""
    wires = [*scribe.wires, *(one.wire for one in signed)]
    record = unfinished(name, comment, wires, ()).record
    return damaged(name, clause, len(wires) - 1, record, comment)


def _cuts_out_of_order() -> Iterator[Game]:
    scribe = opened().fork()
    mover, leaver = _mover(scribe), _others(scribe)[0]
    flight = scribe.sign(mover, (Kind.RESIGN, write_nothing()))
    comment = "the mover's, and nobody has agreed to go on without it"
    yield _broken(scribe, "resigned-outside-a-cut", "A2.2", [flight], comment)

    ground = scribe.sign(leaver, (Kind.RESIGN, write_nothing()))
    scribe.say(ground)
    first, second = scribe.agreements(scribe.question(leaver))
    comment = "the ground, but only one of two has agreed"
    yield _broken(scribe, "agreement-missing", "A2.2", [first, ground], comment)
    comment = "the higher of two seats agrees first"
    yield _broken(scribe, "agreements-exchanged", "A2.2", [second], comment)
    comment = "both have agreed, and the next step follows"
    said = [first, second, _following(scribe, leaver)]
    yield _broken(scribe, "ground-missing", "A2.2", said, comment)

    pledged = dealt().fork()
    owed = pledged.seats[0].owes(pledged.standing)
    assert owed is not None  # all pledge
    agreed, _ = pledged.agreements(pledged.question(2))
    comment = "seat 0 pledges and then agrees to go on without seat 2: the pledge is void"
    said = [pledged.sign(0, owed), agreed]
    yield _broken(pledged, "void-before-a-cut", "A2.2", said, comment)


def _cuts_that_do_not_count() -> Iterator[Game]:
    scribe = opened().fork()
    mover, (first, second) = _mover(scribe), _others(scribe)
    too_few = Question(ROUND + mover, (Seat(first), Seat(second)))
    comment = "one goes on without two who are silent"
    yield _broken(scribe, "cut-by-too-few", "A2.4", scribe.agreements(too_few), comment)

    author = scribe.charter.players[second].identity
    word = next(one for one in _words_before(scribe) if one.entry.author == author)
    baseless = Question(first, (Seat(second),), grounds=(name_of(word),))
    comment = "an honest claim as the ground to go on without somebody who is not awaited"
    said = [*scribe.agreements(baseless), word]
    yield _broken(scribe, "ground-that-shows-nothing", "A2.4", said, comment)


def _words_before(scribe: Scribe) -> tuple[SignedEntry, ...]:
    """What was said in the step before the open one."""
    return scribe._referee.course.entries(scribe.standing.moment.step - 1)


def _following(scribe: Scribe, leaver: int) -> SignedEntry:
    """What is said after the cut that *leaver* has left in."""
    after = scribe.fork().cut(leaver)
    seat = after.standing.awaited[0]
    speech = after.seats[seat].owes(after.standing)
    assert speech is not None  # the bag is rebuilt, and nobody is asked for a choice
    return after.sign(seat, speech)
