"""The bag against the cost of its group's operations, measured in the same run.

Shuffles with their argument, blindings, tags and their verification are held against the number of
multiplications, base multiplications and additions that the protocol cannot do without.  Targets in
milliseconds are for a machine on which a multiplication takes 64 µs, and grow with it on a slower
one.
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

from p2pqwirkle.bag.blinding import prove_blinding, verify_blinding
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.masking import decode_tiles, encode_tiles, tile_elements, without_share
from p2pqwirkle.bag.shares import prove_shares, verify_shares
from p2pqwirkle.bag.shuffle import decode_argument, encode_argument, prove_shuffle, verify_shuffle
from p2pqwirkle.bag.tags import prove_tag_shares, verify_tag_shares
from tests.bag.deals import Deal
from tests.bag.rebuilds import Rebuild
from tests.benchmarks.result import Result, best_of, cpu_seconds

GROUP: Final = Edwards25519()
DEAL: Final = Deal(GROUP, seats=4)
TILES: Final = 108
LONGEST: Final = 144
"""Of a list to be blinded: 36 tiles in hands, and 108 that they are among."""

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
    """All of it: shuffles of a whole bag, shares of six tiles, and a rebuild."""
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
    yield from _rebuild(slower)


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

    made = (6 * TILES, 4 * TILES, 8 * TILES)
    yield from _limited("shuffle and prove 108 tiles", prove, made, 75 * slower)
    yield from _limited("verify it", verify, (8 * TILES, TILES, 9 * TILES), 85 * slower)
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


def _departed() -> Rebuild:
    """The longest list: six seats had dealt and one has left before the first play."""
    deal = Deal(GROUP, seats=6)
    bag = deal.first_bag(TILES)
    drawn, _ = bag.shuffled(deal.shuffle(0, bag.tiles).tiles).draw(LONGEST - TILES)
    shares = deal.decrypt(5, drawn).elements
    held = tuple(
        without_share(GROUP, each.tile, share) for each, share in zip(drawn, shares, strict=True)
    )
    return Rebuild(deal, (0, 1, 2, 3, 4), held, tile_elements(GROUP))


def _rebuild(slower: float) -> Iterator[Result]:
    rebuild = _departed()
    listed, seed = rebuild.listed, rebuild.deal.seed(0)
    secret, key_share = rebuild.deal.secrets[0], rebuild.deal.shares[0]
    place = rebuild.preamble(0)
    blinding = prove_blinding(GROUP, listed, seed, place)
    shares = prove_tag_shares(GROUP, secret, blinding.tiles, seed, place)

    def blind() -> None:
        prove_blinding(GROUP, listed, seed, place)

    def verify() -> None:
        verify_blinding(GROUP, listed, blinding, place)

    def open_tags() -> None:
        prove_tag_shares(GROUP, secret, blinding.tiles, seed, place)

    def verify_tags() -> None:
        verify_tag_shares(GROUP, key_share, blinding.tiles, shares, place)

    yield from _limited("blind 144 tiles", blind, (4 * LONGEST, 0, 2 * LONGEST), 48 * slower)
    yield from _limited("verify it", verify, (4 * LONGEST, 0, 4 * LONGEST), 55 * slower)
    yield from _limited("shares of 144 tags", open_tags, (2 * LONGEST, 0, LONGEST), 25 * slower)
    yield from _limited("verify them", verify_tags, (2 * LONGEST, 0, 2 * LONGEST), 28 * slower)


def _limited(
    name: str, work: Callable[[], None], operations: tuple[int, int, int], target: float
) -> Iterator[Result]:
    """What *work* takes in milliseconds, and against its *operations* in the group."""
    took, ratio = _against(work, operations)
    yield Result(name, took * 1e3, "ms", target)
    yield Result("… against the group's operations", ratio, "x", OVERHEAD)
