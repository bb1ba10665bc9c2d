"""How the package takes the vectors of T: it returns, or raises `Breach`."""

from collections.abc import Callable, Mapping
from dataclasses import astuple
from typing import Any, Final

from p2pqwirkle.record.entry import Digest, GameId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table import entries
from p2pqwirkle.table.charter import read_charter
from p2pqwirkle.table.dealing import pledge
from p2pqwirkle.table.entries import ClaimBody, Kind, read_reveal
from p2pqwirkle.table.gathering import commitment, turn_order
from p2pqwirkle.table.spoken import spoken_words

Case = Mapping[str, Any]
"""A case as JSON gives it."""

READERS: Final[Mapping[Kind, Callable[[bytes], object]]] = {
    Kind.COMMIT: entries.read_hash,
    Kind.REVEAL: entries.read_reveal,
    Kind.SHUFFLE: entries.read_shuffle,
    Kind.READY: entries.read_nothing,
    Kind.DEAL: entries.read_shares,
    Kind.PLEDGE: entries.read_hash,
    Kind.CLAIM: entries.read_claim,
    Kind.PLAY: entries.read_play,
    Kind.SWAP: entries.read_swap,
    Kind.PASS: entries.read_nothing,
    Kind.DRAW: entries.read_shares,
    Kind.KEYS: entries.read_keys,
}


def take_charter(case: Case) -> None:
    body = bytes.fromhex(case["body"])
    charter = read_charter(body)
    told = [
        {
            "identity": player.identity.hex(),
            "name": player.name,
            "age": player.age,
            "nonce": player.nonce.hex(),
        }
        for player in charter.players
    ]
    assert (told, list(astuple(charter.options))) == (case["players"], case["options"])
    assert (charter.game.hex(), charter.encode()) == (case["game"], body)


def take_body(case: Case) -> None:
    byte, times = case.get("fill", (0, 0))
    body = bytes.fromhex(case["body"]) + bytes([byte]) * times
    kind = Kind(case["kind"])
    if kind is Kind.SEAL:
        entries.read_seal(body, case["players"])
    else:
        READERS[kind](body)


def take_commitment(case: Case) -> None:
    reveal = read_reveal(bytes.fromhex(case["reveal"]))
    said = commitment(GameId(bytes.fromhex(case["game"])), Seat(case["seat"]), reveal)
    assert said.hex() == case["hash"]


def take_pledge(case: Case) -> None:
    claim = ClaimBody(case["size"], bytes.fromhex(case["salt"]))
    said = pledge(GameId(bytes.fromhex(case["game"])), Seat(case["seat"]), claim)
    assert said.hex() == case["hash"]


def take_turn_order(case: Case) -> None:
    nonces = tuple(bytes.fromhex(nonce) for nonce in case["nonces"])
    assert list(turn_order(GameId(bytes.fromhex(case["game"])), nonces)) == case["order"]


def take_words(case: Case) -> None:
    assert list(spoken_words(Digest(bytes.fromhex(case["digest"])))) == case["words"]


TAKE: Final[Mapping[str, Callable[[Case], None]]] = {
    "read charter": take_charter,
    "read body": take_body,
    "commitment": take_commitment,
    "pledge": take_pledge,
    "turn order": take_turn_order,
    "spoken words": take_words,
}
