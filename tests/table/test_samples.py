"""The real bytes that the specification of T shows are those that the package makes and reads."""

from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.record.entry import GameId, labelled_hash
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Options, Player, draw_up
from p2pqwirkle.table.dealing import pledge
from p2pqwirkle.table.entries import (
    ClaimBody,
    write_claim,
    write_keys,
    write_nothing,
    write_seal,
    write_swap,
)
from p2pqwirkle.table.gathering import turn_order
from tests.record.test_samples import samples
from tests.vectors.scribe import identity_of, secret

GAME = GameId(labelled_hash(b"p2pqwirkle/1 vectors", b"game"))
SAMPLES = samples("table.md")


def test_the_sample_charter_is_what_two_players_sign() -> None:
    players = tuple(
        Player(identity_of(name).player, name, age, secret(name, "nonce"))
        for name, age in (("north", 40), ("south", None))
    )

    charter = draw_up(players, Options())

    assert (charter.encode(), charter.game) == (SAMPLES["charter"], SAMPLES["game"])


def test_the_sample_bodies_are_those_that_are_written() -> None:
    bodies = {
        "ready": write_nothing(),
        "claim": write_claim(ClaimBody(4, bytes(range(32)))),
        "swap": write_swap((Slot(0, 4), Slot(0, 7))),
        "seal": write_seal((153, 10, 5)),
        "keys": write_keys(None),
    }

    assert {name: SAMPLES[name] for name in bodies} == bodies


def test_the_sample_pledge_is_the_hash_of_its_claim() -> None:
    assert pledge(GAME, Seat(0), ClaimBody(1, SAMPLES["salt"])) == SAMPLES["pledge"]


def test_the_sample_turn_order_follows_from_the_nonces() -> None:
    nonces = tuple(SAMPLES["nonces"][place : place + 32] for place in (0, 32, 64))

    assert turn_order(GAME, nonces) == tuple(SAMPLES["order"])
