"""What a console shows of a game that goes on after its program was gone."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.console.arrivals import first_desk
from p2pqwirkle.console.history import History, history_after
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.scene import Scene, past_scenes, scene_of
from p2pqwirkle.record.journal import Journal
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.table.effects import Show, Snapshot
from p2pqwirkle.table.table import Table
from tests.lan import Disk, Lan, Neighbour
from tests.quick_group import QuickGroup
from tests.simulator.disk import Folder

STEPS: Final = 30
"""After so many there were several turns; the last one is shown by the open step itself."""


def first_after_a_crash(peer: Neighbour) -> Snapshot:
    """What the table of *peer* shows first when it comes back with what is on its disk."""
    charter, group = peer.snapshot.standing.moment.charter, QuickGroup()
    past = Folder(peer.record.kept, peer.journal.kept).past(group, charter)
    assert past is not None  # it has played
    record, journal = Disk(), Disk()
    table = Table(
        identity=peer.identity,
        charter=charter,
        seed=Seed(past.notes.seed),
        group=group,
        record=RecordWriter(record, record.sync),
        journal=Journal(journal, journal.sync),
        past=past,
    )
    first = table.start()[0]
    assert isinstance(first, Show)
    return first.snapshot


def scenes_of(shown: Sequence[Snapshot]) -> list[Scene]:
    """The scenes of a console that was never gone."""
    scenes = [scene_of(shown[0], None)]
    for snapshot in shown[1:]:
        scenes.append(scene_of(snapshot, scenes[-1]))
    return scenes


def seen_all_along(peer: Neighbour) -> History:
    """The turns as it shows them."""
    history: History = ()
    for before, scene in pairwise(scenes_of(peer.shown)):
        history = history_after(history, before, scene)
    return history


def lan_in_play() -> Lan:
    """A game that was seen from its beginning, after some turns."""
    lan = Lan(group=QuickGroup())
    lan.play(lambda lan: lan["north"].snapshot.standing.moment.step >= STEPS)
    return lan


def test_whoever_comes_back_sees_all_turns_of_the_game() -> None:
    north = lan_in_play()["north"]
    snapshot = first_after_a_crash(north)

    past = past_scenes(snapshot)
    desk = first_desk(scene_of(snapshot, past[-1]), Looks(), 0.0, past=past)

    assert len(desk.history) > 1
    assert desk.history == seen_all_along(north)


def test_whoever_comes_back_still_has_the_words_to_say_aloud() -> None:
    north = lan_in_play()["north"]
    snapshot = first_after_a_crash(north)

    words = scene_of(snapshot, past_scenes(snapshot)[-1]).words

    assert words == scenes_of(north.shown)[-1].words != ()


def test_the_past_is_told_once() -> None:
    lan = lan_in_play()

    assert all(snapshot.past == () for peer in lan.peers.values() for snapshot in peer.shown)
