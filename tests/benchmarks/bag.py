"""The bag against the cost of its group's operations, measured in the same run.

A shuffle, its argument and their verification are held against the number of multiplications,
base multiplications and additions that the protocol cannot do without.  Targets in milliseconds
are for a machine on which a multiplication takes 64 µs, and grow with it on a slower one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.masking import decode_tiles, encode_tiles
from p2pqwirkle.bag.shares import prove_shares, verify_shares
from p2pqwirkle.bag.shuffle import decode_argument, encode_argument, prove_shuffle, verify_shuffle
from tests.bag.deals import Deal
from tests.benchmarks.result import Result, best_of, cpu_seconds

GROUP: Final = Edwards25519()
DEAL: Final = Deal(GROUP, seats=4)
TILES: Final = 108
ROUNDS: Final = 9

MULTIPLICATION: Final = 64e-6
"""In seconds, on the machine that the targets in milliseconds are for."""

OVERHEAD: Final = 1.15
"""How much more than its operations of the group a proof may take."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of CPU that the library takes for one operation."""

    multiplication: float
    base_multiplication: float
    addition: float

    @classmethod
    def measured(cls) -> "Costs":
        scalar = GROUP.encode_scalar(DEAL.secrets[0])
        one, other = DEAL.shares[:2]
        return cls(
            cpu_seconds(lambda: crypto_scalarmult_ed25519_noclamp(scalar, one), 150),
            cpu_seconds(lambda: crypto_scalarmult_ed25519_base_noclamp(scalar), 150),
            cpu_seconds(lambda: crypto_core_ed25519_add(one, other), 300),
        )

    def of(self, multiplications: int, base_multiplications: int, additions: int) -> float:
        return (
            multiplications * self.multiplication
            + base_multiplications * self.base_multiplication
            + additions * self.addition
        )


def measure() -> Iterator[Result]:
    """All of it: shuffles of a whole bag, and shares of six tiles."""
    rounds = [Costs.measured() for _ in range(ROUNDS)]
    multiplication = min(costs.multiplication for costs in rounds)
    base_multiplication = min(costs.base_multiplication for costs in rounds)
    addition = min(costs.addition for costs in rounds)
    yield Result("a multiplication in the group", multiplication * 1e6, "µs")
    yield Result("a base multiplication", base_multiplication * 1e6, "µs")
    yield Result("an addition", addition * 1e6, "µs")
    slower = max(1.0, multiplication / MULTIPLICATION)
    yield from _shuffles(slower)
    yield from _shares(slower)


def _shuffles(slower: float) -> Iterator[Result]:
    tiles, seed, place = DEAL.first_bag(TILES).tiles, DEAL.seed(0), DEAL.preamble(0)
    shuffle = prove_shuffle(GROUP, DEAL.key, tiles, seed, place)
    argument = encode_argument(GROUP, shuffle.argument)

    def prove() -> None:
        prove_shuffle(GROUP, DEAL.key, tiles, seed, place)

    def verify() -> None:
        verify_shuffle(GROUP, DEAL.key, tiles, shuffle, place)

    def read() -> None:
        decode_tiles(GROUP, encode_tiles(shuffle.tiles), TILES)
        decode_argument(GROUP, argument, TILES)

    made, ratio = _against(prove, (6 * TILES, 4 * TILES, 8 * TILES))
    yield Result("shuffle and prove 108 tiles", made * 1e3, "ms", 75 * slower)
    yield Result("… against the group's operations", ratio, "x", OVERHEAD)
    checked, ratio = _against(verify, (8 * TILES, TILES, 9 * TILES))
    yield Result("verify it", checked * 1e3, "ms", 85 * slower)
    yield Result("… against the group's operations", ratio, "x", OVERHEAD)
    yield Result("read its bytes", best_of(3, read) * 1e3, "ms")
    yield Result("bytes of the argument", len(argument), "B", 13_984)


def _against(work: Callable[[], None], operations: tuple[int, int, int]) -> tuple[float, float]:
    """The best time of *work*, and how many times its *operations* it usually takes.

    The operations are timed before and after each round, for a machine's pace changes.
    """
    times, ratios = [], []
    before = Costs.measured()
    for _ in range(ROUNDS):
        times.append(cpu_seconds(work))
        after = Costs.measured()
        ratios.append(2 * times[-1] / (before.of(*operations) + after.of(*operations)))
        before = after
    return min(times), median(ratios)


def _shares(slower: float) -> Iterator[Result]:
    bag = DEAL.first_bag(TILES)
    drawn, _ = bag.shuffled(DEAL.shuffle(0, bag.tiles).tiles).draw(6)
    secret, seed, place = DEAL.secrets[0], DEAL.seed(0), DEAL.preamble(0)
    shares = prove_shares(GROUP, secret, drawn, seed, place)

    def prove() -> None:
        prove_shares(GROUP, secret, drawn, seed, place)

    def verify() -> None:
        verify_shares(GROUP, DEAL.shares[0], drawn, shares, place)

    yield Result("shares of six tiles", best_of(ROUNDS, prove, 20) * 1e3, "ms", 1.5 * slower)
    yield Result("verify them", best_of(ROUNDS, verify, 20) * 1e3, "ms", 1.5 * slower)
