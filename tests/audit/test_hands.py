"""Hidden hands opened at the audit: they hold each of the 108 tiles once, or nobody is to blame."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from p2pqwirkle.audit.hands import HandClaim, check_tiles
from p2pqwirkle.bag.masking import MaskedTile, tile_elements
from p2pqwirkle.errors import Collapse
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.tiles import TILE_COUNT
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from tests.lan import NAMES, Lan
from tests.quick_group import QuickGroup

GROUP = QuickGroup()
NOTHING = GROUP.hash_to_element(b"tests nothing", 0)


@cache
def finished() -> Playing:
    """The end of a game in which a player was left with tiles."""
    lan = Lan(NAMES[:2], group=GROUP)
    lan.play()
    stage = lan["north"].snapshot.standing.stage
    assert isinstance(stage, Playing)
    assert stage.phase is Phase.OVER
    return stage


def loser(stage: Playing) -> Seat:
    """The seat that was left with tiles."""
    return next(Seat(seat) for seat, hand in enumerate(stage.hidden.hands) if hand)


def clause_of(check: Callable[[], object]) -> str:
    with pytest.raises(Collapse) as collapse:
        check()
    return collapse.value.clause


def with_first_tile(stage: Playing, element: bytes) -> Playing:
    """*stage* with another element under the first tile that the loser was left with."""
    seat = loser(stage)
    secret = stage.opened[seat]
    assert secret is not None
    first, *rest = stage.hidden.hands[seat]
    mask = GROUP.multiply(secret, first.drawn.tile.a)
    bent = replace(first, veiled=GROUP.add(GROUP.decode_element(element), mask))
    hands = [*stage.hidden.hands]
    hands[seat] = (bent, *rest)
    return replace(stage, hidden=replace(stage.hidden, hands=tuple(hands)))


def test_an_honest_game_holds_each_tile_once() -> None:
    assert check_tiles(finished()) == TILE_COUNT


def test_a_tile_that_is_nowhere_leaves_the_game_unreadable() -> None:
    stage = finished()
    played = stage.hidden.played - {min(stage.hidden.played)}

    bent = replace(stage, hidden=replace(stage.hidden, played=played))

    assert clause_of(lambda: check_tiles(bent)) == "A3.1"


def test_a_hand_with_what_is_no_tile_leaves_the_game_unreadable() -> None:
    bent = with_first_tile(finished(), NOTHING)

    assert clause_of(lambda: check_tiles(bent)) == "T8.1"


def test_a_hand_with_what_lies_on_the_board_leaves_the_game_unreadable() -> None:
    on_board = tile_elements(GROUP)[min(finished().hidden.played)]

    bent = with_first_tile(finished(), on_board)

    assert clause_of(lambda: check_tiles(bent)) == "T8.2"


@pytest.mark.parametrize("is_empty", [True, False])
def test_a_bag_with_what_is_no_tile_leaves_the_game_unreadable(is_empty: bool) -> None:  # noqa: FBT001
    stage = finished()
    mask = stage.hidden.ring.joint_key
    tile = MaskedTile(GROUP.base, mask if is_empty else GROUP.add(mask, NOTHING))
    bag = replace(stage.hidden.bag, tiles=(tile,))

    bent = replace(stage, hidden=replace(stage.hidden, bag=bag))

    assert clause_of(lambda: check_tiles(bent)) == "T8.1"


def test_with_a_closed_key_the_tiles_are_not_counted() -> None:
    bent = with_first_tile(finished(), NOTHING)

    assert check_tiles(replace(bent, opened=(None, *bent.opened[1:]))) == 0


def test_a_claim_about_a_hand_that_cannot_be_convicts_nobody() -> None:
    bent = with_first_tile(finished(), NOTHING)
    seat = loser(bent)
    secret = bent.opened[seat]
    assert secret is not None

    claim = HandClaim(seat, 0, "R3.5", bent.hidden, lambda _hand: None)

    assert clause_of(lambda: claim.breach_found_with(secret)) == "T8.1"
