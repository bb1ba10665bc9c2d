"""What every attack must come to: one seat, one clause, from everybody, from the record as well."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from io import BytesIO

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Finding, Report, Verdict
from p2pqwirkle.bag.group import Element, Group
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.gathering import Gathering, Revealing
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.rebuilding import Rebuilding
from p2pqwirkle.table.standing import Stage
from p2pqwirkle.table.verdicts import Collapsed, Fault
from tests.lan import Lan, Neighbour
from tests.scenes import honest_end


def assert_convicted(lan: Lan, liar: str, clause: str) -> None:
    """All others name *liar* and *clause*, keep the proof, and stop or go on without it.

    So does the audit.

    The same game without the lie ends fair.
    """
    for peer in lan.others(liar):
        fault = peer.stopped
        assert isinstance(fault, Fault)
        assert (fault.seat, fault.clause) == (lan[liar].seat, clause), fault.detail
        exhibits = [one.wire for one in (fault.against, fault.entry) if one is not None]
        assert set(exhibits) <= set(peer.wires)
        assert fault.entry in lan[liar].told or fault.against in lan[liar].told
        assert_audited(lan, peer, fault)
        assert_secret_kept(peer)
    assert honest_end(lan.group).verdict is Verdict.FAIR


def assert_audited(lan: Lan, peer: Neighbour, fault: Fault) -> None:
    """The record of *peer* alone says what it has found."""
    report = audited(lan, peer.name)
    name = lan.named(fault.seat).name
    exhibits = [one.wire for one in (fault.entry, fault.against) if one is not None]
    assert report.verdict is Verdict.FAULT
    (found,) = report.faults
    assert replace(found, entry=None, detail="") == Finding(
        fault.seat, name, fault.clause, None, ""
    )
    # Of two stories, the one that comes last in the record is the faulty one.
    assert found.entry in [peer.wires.index(wire) for wire in exhibits]


def assert_collapsed(lan: Lan, clause: str) -> None:
    """The game has stopped for everybody, all is kept, and nobody is convicted."""
    for peer in lan.peers.values():
        assert isinstance(peer.stopped, Collapsed)
        assert peer.stopped.clause == clause
        assert peer.stopped.entry.wire in peer.wires


def assert_damaged(lan: Lan, clause: str, *, seen_by: list[Neighbour]) -> None:
    """The bytes were refused, the link they came by is closed, and nobody is convicted."""
    for peer in seen_by:
        assert [reason.partition(":")[0] for reason in peer.dropped] == [clause]
    assert {peer.stopped for peer in lan.peers.values()} == {None}


def assert_secret_kept(peer: Neighbour) -> None:
    """The secret of *peer* was put to tiles that were drawn, and to nothing else."""
    lawful = {element for stage in _stages(peer) for element in _drawn(stage)}
    assert set(peer.group.touched) <= lawful


def audited(lan: Lan, name: str) -> Report:
    return _audited(lan.record(name), lan.group)


@lru_cache(maxsize=4)
def _audited(record: bytes, group: Group) -> Report:
    return audit(BytesIO(record), group)


def _stages(peer: Neighbour) -> Iterator[Stage]:
    yield from (snapshot.standing.stage for snapshot in peer.shown)


def _drawn(stage: Stage) -> Iterator[Element]:
    """The first components of the tiles that were drawn and are not on the board yet."""
    match stage:
        case Gathering() | Revealing():
            return
        case Dealing():
            yield from (drawn.tile.a for hand in stage.dealt for drawn in hand)
        case Playing():
            yield from (drawn.tile.a for drawn in stage.drawing)
        case Rebuilding(phase=Phase.TAGS):
            # All living seats are ready for what each of them has blinded.
            yield from (tile.a for tile in stage.blinded)
    yield from (held.drawn.tile.a for hand in stage.hidden.hands for held in hand)
