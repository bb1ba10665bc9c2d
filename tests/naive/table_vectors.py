"""How the second implementation takes the vectors of T: it returns, or raises `Refused`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.naive import bodies

Case = Mapping[str, Any]
"""A case as JSON gives it."""

READERS: Final[Mapping[int, Callable[[bytes], object]]] = {
    1: bodies.read_hash,
    2: bodies.read_reveal,
    3: bodies.read_shuffle,
    4: bodies.read_nothing,
    5: bodies.read_shares,
    6: bodies.read_hash,
    7: bodies.read_claim,
    8: bodies.read_play,
    9: bodies.read_swap,
    10: bodies.read_nothing,
    11: bodies.read_shares,
    13: bodies.read_keys,
}
SEAL: Final = 12


def take_charter(case: Case) -> None:
    charter = bodies.read_charter(bytes.fromhex(case["body"]))
    told = [
        {
            "identity": player.identity.hex(),
            "name": player.name,
            "age": player.age,
            "nonce": player.nonce.hex(),
        }
        for player in charter.players
    ]
    assert (told, list(charter[2:])) == (case["players"], case["options"])
    assert charter.game.hex() == case["game"]


def take_body(case: Case) -> None:
    byte, times = case.get("fill", (0, 0))
    body = bytes.fromhex(case["body"]) + bytes([byte]) * times
    if case["kind"] == SEAL:
        bodies.read_seal(body, case["players"])
    else:
        READERS[case["kind"]](body)


def take_commitment(case: Case) -> None:
    reveal = bodies.read_reveal(bytes.fromhex(case["reveal"]))
    said = bodies.commitment(bytes.fromhex(case["game"]), case["seat"], reveal)
    assert said.hex() == case["hash"]


def take_pledge(case: Case) -> None:
    game, salt = bytes.fromhex(case["game"]), bytes.fromhex(case["salt"])
    assert bodies.pledge(game, case["seat"], case["size"], salt).hex() == case["hash"]


def take_turn_order(case: Case) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in case["nonces"]]
    assert bodies.turn_order(bytes.fromhex(case["game"]), nonces) == case["order"]


def take_words(case: Case) -> None:
    assert bodies.spoken_words(bytes.fromhex(case["digest"])) == case["words"]


TAKE: Final[Mapping[str, Callable[[Case], None]]] = {
    "read charter": take_charter,
    "read body": take_body,
    "commitment": take_commitment,
    "pledge": take_pledge,
    "turn order": take_turn_order,
    "spoken words": take_words,
}
