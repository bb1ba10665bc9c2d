"""The vectors of T: `python -m tests.vectors.table` writes them, the tests read them.

What is said of hashes and orders comes from the second implementation.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tests.naive import bodies as naive
from tests.naive.record import encode
from tests.vectors.scribe import secret
from tests.vectors.table_bodies import bodies
from tests.vectors.table_charters import charters
from tests.vectors.text import Case, Json, write

WHAT: Final = (
    "read charter: read the body of a charter; game is its hash, players are its lines by seat, "
    "options are stall guard, hints, turn seconds and watchers. "
    "read body: read the body of an entry of that kind, in a game of so many players where the "
    "body's shape depends on it; fill, where there is one, is [byte, times] and follows the body. "
    "T7.3 and what needs a game is left out. "
    "commitment: what commit says for the body of reveal. "
    "pledge: what pledge says for the claim. "
    "turn order: the seats in turn order, for the coin nonces by seat. "
    "spoken words: the four words for the digest after reveal. "
    "expect ok: it is so; else refuse with that clause."
)
GAME: Final = secret("game")


def document() -> Json:
    """The content of protocol/vectors/table.json."""
    groups = (charters, bodies, commitments, pledges, turn_orders, words)
    return {
        "section": "table",
        "what": WHAT,
        "cases": [case for cases in groups for case in cases()],
    }


def commitments() -> Iterator[Case]:
    reveal = naive.Reveal(secret("key share"), secret("proof") * 2, secret("coin nonce"))
    body = encode(list(reveal)).hex()
    for seat in (0, 5):
        told = naive.commitment(GAME, seat, reveal).hex()
        yield _hashed("commitment", seat) | {"reveal": body, "hash": told}


def pledges() -> Iterator[Case]:
    salt = secret("salt")
    for seat, size in ((0, 1), (5, 1), (0, 6)):
        told = naive.pledge(GAME, seat, size, salt).hex()
        case = _hashed("pledge", seat, size)
        yield case | {"size": size, "salt": salt.hex(), "hash": told}


def turn_orders() -> Iterator[Case]:
    for players in (2, 3, 4, 5, 6):
        nonces = [secret("coin", str(seat), str(players)) for seat in range(players)]
        yield _turn_order(nonces)
    yield _turn_order([secret("coin", "0", "2"), secret("another coin")])


def words() -> Iterator[Case]:
    for place, digest in enumerate((bytes(32), bytes([1, 2, 3, 4]) * 8, b"\xff" * 32)):
        yield {
            "id": f"words-{place}",
            "operation": "spoken words",
            "expect": "ok",
            "digest": digest.hex(),
            "words": naive.spoken_words(digest),
        }


def _hashed(operation: str, *numbers: int) -> Case:
    return {
        "id": "-".join((operation, *map(str, numbers))),
        "operation": operation,
        "expect": "ok",
        "game": GAME.hex(),
        "seat": numbers[0],
    }


def _turn_order(nonces: Sequence[bytes]) -> Case:
    order: list[Json] = [*naive.turn_order(GAME, nonces)]
    return {
        "id": f"turn-order-{nonces[-1].hex()[:8]}",
        "operation": "turn order",
        "expect": "ok",
        "game": GAME.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
        "order": order,
    }


if __name__ == "__main__":
    write("table.json", document())
