"""Lies about the shuffled bag.

shuffle-6 and shuffle-10 among them; shuffle-11 would need an entry that carries masked tiles.
"""

import pytest

from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.entries import Kind, write_nothing, write_shares
from p2pqwirkle.table.phases import Phase
from tests.attacks.trial import assert_convicted, audited
from tests.lan import Lan, Lie, Neighbour, swapping_bot
from tests.lies import (
    Bend,
    Forked,
    Instead,
    Says,
    Twice,
    doubled_tile,
    equal_b,
    equal_masks,
    foreign_tile,
    other_shuffle,
    outputs_cut,
    outputs_twice,
    shuffle_of_another_order,
    shuffle_of_first_bag,
    shuffle_under_another_key,
    unchanged_tile,
    victims_tile,
    without_argument,
)
from tests.scenes import Scene, scene


@pytest.mark.parametrize(
    ("bend", "clause"),
    [
        pytest.param(doubled_tile, "B7.5", id="shuffle-1 a tile doubled, another dropped"),
        pytest.param(foreign_tile, "B7.5", id="shuffle-2 a foreign element"),
        pytest.param(outputs_cut(0), "B4.1", id="shuffle-3 no output"),
        pytest.param(outputs_cut(-1), "B4.1", id="shuffle-3 one too few"),
        pytest.param(outputs_twice, "B4.1", id="shuffle-3 twice as many"),
        pytest.param(without_argument, "B7.4", id="shuffle-3 an argument about nothing"),
        pytest.param(equal_b, "B7.2", id="shuffle-4 two outputs with the same B"),
        pytest.param(unchanged_tile, "B7.3", id="shuffle-4 an output that is an input"),
        pytest.param(shuffle_of_first_bag, "B7.5", id="shuffle-7 the bag of the round before"),
        pytest.param(shuffle_under_another_key, "B7.5", id="shuffle-8 another key"),
    ],
)
def test_a_false_shuffle_is_its_authors_fault(bend: Bend, clause: str) -> None:
    lan = scene(Scene.SHUFFLE)
    lan["south"].lie = Instead(Kind.SHUFFLE, bend)

    lan.play()

    assert_convicted(lan, "south", clause)


def test_equal_masks_would_show_the_difference_of_two_tiles() -> None:
    lan = scene(Scene.REVEAL)
    lan["north"].lie = Instead(Kind.SHUFFLE, equal_masks)

    lan.play()

    assert_convicted(lan, "north", "B7.1")


@pytest.mark.parametrize(
    ("lie", "clause"),
    [
        pytest.param(Says(Kind.SHUFFLE, Kind.READY, write_nothing()), "T2.3", id="ready"),
        pytest.param(Says(Kind.SHUFFLE, Kind.DRAW, write_shares(bytes(96))), "T2.3", id="a share"),
        pytest.param(Says(Kind.SHUFFLE, 14, write_nothing()), "T2.3", id="an unknown kind"),
    ],
)
def test_no_seat_skips_its_shuffle(lie: Lie, clause: str) -> None:
    lan = scene(Scene.SHUFFLE)
    lan["south"].lie = lie

    lan.play()

    assert_convicted(lan, "south", clause)


@pytest.mark.parametrize(
    ("bend", "clause"),
    [
        pytest.param(doubled_tile, "B7.5", id="shuffle-1 a tile doubled, another dropped"),
        pytest.param(victims_tile, "B7.5", id="draw-6 a remasked tile of somebody's hand"),
        pytest.param(shuffle_of_another_order, "B7.5", id="swap-3 returned tiles before the rest"),
        pytest.param(shuffle_under_another_key, "B7.5", id="shuffle-8 another key"),
    ],
)
def test_a_false_shuffle_after_a_swap_is_its_authors_fault(bend: Bend, clause: str) -> None:
    lan = scene(Scene.ENDGAME)
    lan.bot = swapping_bot
    lan["south"].lie = Instead(Kind.SHUFFLE, bend)

    lan.play()

    assert_convicted(lan, "south", clause)


@pytest.mark.parametrize("ears", ["north", "south"])
def test_a_forked_shuffle_opens_no_tile(ears: str) -> None:
    lan = scene(Scene.SHUFFLE)
    lan["east"].lie = Forked(Kind.SHUFFLE, other_shuffle, (ears,))

    lan.play()

    assert_convicted(lan, "east", "C4.1")
    assert not any(has_dealt(lan, peer) for peer in lan.others("east"))


def test_a_forked_shuffle_opens_no_tile_between_peers_that_meet_in_the_liar() -> None:
    lan = scene(Scene.SHUFFLE)
    lan["east"].lie = Forked(Kind.SHUFFLE, other_shuffle, ("south",))
    lan.cut.add(frozenset({"north", "south"}))

    lan.play()

    assert not any(has_dealt(lan, peer) for peer in lan.others("east"))


def has_dealt(lan: Lan, peer: Neighbour) -> bool:
    """Whether *peer* has given a share before the bag was made anew without who forked it."""
    cuts = [gone.step for gone in audited(lan, peer.name).departures]
    dealt = [signed.entry.step for signed in peer.said if signed.entry.kind == Kind.DEAL]
    return any(not cuts or step <= cuts[0] for step in dealt)


def test_a_second_shuffle_of_a_seat_is_another_story() -> None:
    lan = scene(Scene.SHUFFLE)
    lan["south"].lie = Twice(Kind.SHUFFLE, other_shuffle)

    lan.play()

    assert_convicted(lan, "south", "C4.1")


def test_a_shuffle_needs_every_seat() -> None:
    lan = scene(Scene.SHUFFLE)
    lan["south"].lie = lambda _peer, entry: [] if entry.kind == Kind.SHUFFLE else [entry]

    lan.play()

    for peer in lan.others("south"):
        stage = peer.snapshot.standing.stage
        assert isinstance(stage, Dealing)
        assert stage.phase is Phase.SHUFFLE
        assert peer.snapshot.standing.awaited == (lan["south"].seat,)
        assert peer.stopped is None
