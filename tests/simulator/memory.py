"""What every replica of one game computes, computed once for all that share this process.

The functions are pure and their arguments are compared whole, so nothing that one replica has
got wrong is hidden by another.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final
from unittest.mock import patch

from p2pqwirkle.bag.blinding import verify_blinding
from p2pqwirkle.bag.masking import decode_tiles
from p2pqwirkle.bag.shares import verify_shares
from p2pqwirkle.bag.shuffle import decode_argument, verify_shuffle
from p2pqwirkle.bag.tags import verify_tag_shares
from p2pqwirkle.record.entry import read_signed_entry

_SIZE: Final = 4096


@contextmanager
def shared_work() -> Iterator[None]:
    """Compute each of these once, while this lasts."""
    remembered: dict[str, Callable[..., object]] = {
        "p2pqwirkle.table.referee.read_signed_entry": read_signed_entry,
        "p2pqwirkle.table.hidden.decode_tiles": decode_tiles,
        "p2pqwirkle.table.hidden.decode_argument": decode_argument,
        "p2pqwirkle.table.hidden.verify_shuffle": verify_shuffle,
        "p2pqwirkle.table.hidden.verify_shares": verify_shares,
        "p2pqwirkle.table.hidden.verify_tag_shares": verify_tag_shares,
        "p2pqwirkle.table.hidden.verify_blinding": verify_blinding,
    }
    patches = [patch(name, _remembering(one)) for name, one in remembered.items()]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def _remembering(function: Callable[..., object]) -> Callable[..., object]:
    """*function*, which returns at once what it has returned for equal arguments."""
    remembered = lru_cache(_SIZE)(function)

    def call(*arguments: Hashable) -> object:
        return remembered(*(tuple(one) if isinstance(one, list) else one for one in arguments))

    return call
