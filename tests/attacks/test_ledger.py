"""Every attack that `protocol/security.md` numbers has a test that names it, or is named here."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ATTACK: Final = re.compile(
    r"\b(keys|bytes|proof|shuffle|draw|swap|play|gone|wire|code|local|audit)-\d+((?:, -\d+)*)"
)
RANGE: Final = re.compile(r"\b([a-z]+)-(\d+) to \1-(\d+)")
ON_PROOFS_ALONE: Final = {
    "keys-7": "test_with_hashed_elements_it_does_not_pass",
    "keys-8": "test_hashed_elements_are_not",
    "bytes-8": "test_a_challenge_is_64_hash_bytes_modulo_the_order",
    "proof-2": "test_where_they_are_known_before_two_tiles_are_exchanged_for_none",
    "proof-7": "test_with_the_full_width_none_does",
    "proof-8": "test_they_give_the_secret_away",
    "shuffle-11": "test_a_multiple_that_is_fed_into_a_shuffle_would_be_found_again_behind_it",
    "local-1": "test_every_tile_goes_to_every_place_equally_often",
}
"""Attacks that no entry can carry, with the test of the bag in which each fails."""


def attacks_in(text: str) -> set[str]:
    """The attacks that *text* numbers, its ranges and short lists written out."""
    found = set()
    for kind, first, last in RANGE.findall(text):
        found |= {f"{kind}-{number}" for number in range(int(first), int(last) + 1)}
    for match in ATTACK.finditer(text):
        found |= {f"{match[1]}-{number}" for number in re.findall(r"\d+", match[0])}
    return found


def test_every_numbered_attack_has_a_test() -> None:
    specified = (ROOT / "protocol" / "security.md").read_text(encoding="utf-8")
    paths = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    tests = "\n".join(path.read_text(encoding="utf-8") for path in paths)

    assert attacks_in(specified) - attacks_in(tests) - ON_PROOFS_ALONE.keys() == set()
    for attack, test in ON_PROOFS_ALONE.items():
        assert f"def {test}(" in tests, attack
