"""Both audits on signed entries that nobody thought of; `python -m tests.soak naive` has more."""

from random import Random
from typing import Final

from tests.audit.forgeries import assert_both_agree, spoilt
from tests.audit.mutants import wires_of
from tests.vectors.scribe import identity_of
from tests.vectors.text import FOLDER

ENTRIES: Final = (*range(6), *range(8, 24))
"""Those of two players' first steps, but for the shuffles: plain integers are slow at them."""
TRIALS: Final = 12


def test_both_audits_say_the_same_of_whatever_is_signed() -> None:
    wires = wires_of((FOLDER / "games" / "two-players.qwk").read_bytes())
    identities = {one.player: one for one in map(identity_of, ("north", "south"))}
    random = Random(0)

    for _ in range(2 * TRIALS):
        assert_both_agree(spoilt(random, wires, random.choice(ENTRIES), identities))


def test_both_audits_say_the_same_where_somebody_leaves() -> None:
    wires = wires_of((FOLDER / "games" / "left-alone.qwk").read_bytes())
    names = ("north", "south", "east")
    identities = {one.player: one for one in map(identity_of, names)}
    random = Random(0)

    for _ in range(TRIALS):
        assert_both_agree(spoilt(random, wires, random.randrange(24, len(wires)), identities))
