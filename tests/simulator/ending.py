"""What must hold when a game has come to its end, or to where nobody can go on."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations
from typing import TYPE_CHECKING

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.record.entry import Digest
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import ROUND, Purpose, Question
from p2pqwirkle.table.council import is_open
from p2pqwirkle.table.playing import Playing
from tests.simulator.claims import WrongError
from tests.simulator.plan import Story

if TYPE_CHECKING:
    from tests.simulator.machine import Machine
    from tests.simulator.world import World

FAR = 100_000
"""A round of questions that no game comes to."""


def check_end(world: World) -> str:
    """Check what all have come to, and say it in a few words.

    Raises:
        WrongError: it is not as it must be.
    """
    honest = [one for one in world.machines if one.is_honest and one.is_up]
    for one in honest:
        one.save()
    _check_one_end(world, [one for one in honest if one.is_over])
    for record, one in {one.folder.record: one for one in honest}.items():
        _check_audit(world, one, record)
    return _ending(world, honest)


def _check_one_end(world: World, over: list[Machine]) -> None:
    """All who have ended the game have ended the same one, with the same record."""
    histories = world.histories
    ends: dict[Digest, Machine] = {}
    for one in over:
        first = ends.setdefault(histories.lines[one.seat].digests[-1], one)
        if one.folder.record != first.folder.record:
            raise WrongError(f"the records of {first.seat} and {one.seat} differ")
    for one, other in combinations(ends.values(), 2):
        step = histories.parting(one.seat, other.seat)
        if step is None or not histories.is_excused(step):
            raise WrongError(f"{one.seat} and {other.seat} have ended apart, from {step} on")


def _check_audit(world: World, machine: Machine, record: bytes) -> None:
    report = audit(BytesIO(record), world.group)
    said = f"seat {machine.seat}: the audit says {report.verdict.value}, {report.faults}"
    cheated = {one.seat for one in world.machines if one.told}
    if report.torn or {one.seat for one in report.faults} - cheated:
        raise WrongError(said)
    if report.verdict not in _expected(machine, has_cheat=bool(cheated)):
        raise WrongError(said)


def _expected(machine: Machine, *, has_cheat: bool) -> set[Verdict]:
    if machine.snapshot is not None and machine.snapshot.stopped is not None:
        return {Verdict.FAULT}
    fault = {Verdict.FAULT} if has_cheat else set()
    stage = machine.standing.stage
    if not machine.is_over or not isinstance(stage, Playing):
        return {Verdict.UNFINISHED} | fault
    is_silent = stage.silent or any(stage.opened[seat] is None for seat in stage.hidden.living)
    return {Verdict.UNFINISHED if is_silent else Verdict.FAIR} | fault


def _ending(world: World, honest: list[Machine]) -> str:
    waiting = [one for one in honest if not one.is_finished]
    over = [one for one in honest if one.is_over]
    if world.is_cut_short and waiting:
        return "goes on"
    if over and waiting:
        for one in waiting:
            if one.seat in over[0].standing.living:
                raise WrongError(f"seat {one.seat} waits though the others have ended")
        return "over, and somebody who was put out does not know"
    if not waiting:
        has_stopped = any(one.snapshot and one.snapshot.stopped for one in honest)
        return "over" if over else "stopped" if has_stopped else "left by all"
    cheat = world.plan.cheat
    if cheat is not None and cheat.story is Story.TWO and world.machines[cheat.seat].told:
        return "waits after two stories"
    ahead = max(waiting, key=lambda one: one.standing.moment.step)
    behind = [one for one in waiting if one.standing.moment != ahead.standing.moment]
    if behind:
        if not all(_is_bound(one, {other.seat for other in waiting}) for one in behind):
            raise WrongError(f"seats {[one.seat for one in behind]} wait behind the others")
        return "waits, bound by an answer in an earlier step"
    return f"waits, {_why(waiting)}"


def _is_bound(machine: Machine, there: set[Seat]) -> bool:
    """Whether it has agreed to what somebody who is gone will never answer."""
    standing = machine.standing
    for ballot in standing.ballots:
        given = ballot.answer_of(machine.seat)
        heard = {one.seat for one in ballot.answers} | set(ballot.question.seats)
        missing = set(standing.living) - heard - there
        if given is not None and given.agrees and not ballot.is_dead and missing:
            return True
    return False


def _why(waiting: list[Machine]) -> str:
    """Why a table waits for good.

    Raises:
        WrongError: those who wait could go on.
    """
    standing = waiting[0].standing
    there = {one.seat for one in waiting}
    gone = [seat for seat in standing.living if seat not in there]
    if not gone:
        raise WrongError(f"all are there and wait in {standing.phase.value}")
    if not is_open(standing):
        return "before there are keys"
    for count in range(len(there)):
        for more in combinations(sorted(there), count):
            if _could_agree(waiting, tuple(sorted({*gone, *more}))):
                raise WrongError(f"{sorted(there)} could go on without {gone} and {list(more)}")
    grounded = waiting[0].running._referee.grounded
    counted = [seat for seat in standing.living if seat not in grounded]
    stay = [seat for seat in counted if seat in there]
    if len(counted) <= 2:
        return "one against one"
    is_half = 2 * len(stay) == len(counted) and counted[0] in there
    return "bound by an answer" if 2 * len(stay) > len(counted) or is_half else "too few are there"


def _could_agree(waiting: list[Machine], seats: tuple[Seat, ...]) -> bool:
    """Whether all who would stay may agree to go on without *seats*."""
    jury = [one for one in waiting if one.seat not in seats]
    if not jury:
        return False
    grounds = jury[0].running._referee.exhibits.names_of(seats)
    number = ROUND * FAR + jury[0].seat
    question = Question(number, seats, Purpose.GO_ON_WITHOUT, grounds)
    referees = [(one.seat, one.running._referee) for one in jury]
    return all(one.counts(question) and one.can_agree(seat, question) for seat, one in referees)
