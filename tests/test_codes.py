"""Invitation codes: what a guest may type, and what is said of a slip without the network."""

import contextlib
import random
from itertools import combinations, permutations
from typing import Final

import pytest

from p2pqwirkle.codes import (
    CODE_WORDS,
    HOW_MANY,
    Code,
    CodeSlip,
    distance,
    make_code,
    nearest_word,
    read_code,
)
from p2pqwirkle.table.spoken import SPOKEN_WORDS
from tests.vectors.text import FOLDER

RUDE: Final = frozenset(
    """
    anal anus arse ass balls bitch bloody bollock boob bugger butt clit cock coon crap cum
    cunt damn dick dildo dyke fag fart fuck gay gook hell homo horny jap jerk jew jizz kike
    kill knob lesb lust murder nazi negro nigg nude orgy penis piss poof poop porn prick
    pube pussy queer rape rapist rectum satan sex shag shit slut smut snot spic sperm suck
    tit turd twat vagina vomit wank whore wog
    """.split()  # noqa: SIM905 - as in `codes`
)
SAID_ALIKE: Final = frozenset(
    """
    ant bare bear beach beech bean bee berry board boulder bow brake bread break canvas
    carat carrot cell cent cereal chord coarse coin core course creek cymbal deer desert
    dessert die doe draft duel eight ewe fair feet finish fir flea flour flower fort foul
    gate gorilla grate guest hair hall hare heal heel horse hour idol jam jeans jewel jury
    kernel key knight knot leek lesson lute lynx mail maize mane manor mask meat medal metal
    moor moose mousse muscle mussel navy night oar ore pail pair pause paw peace peak pear
    pearl pedal pier pilot plane plum pole prince quarts quartz queue quay rain raisin reed
    ring road rock role root rose rows rye sail sale scene scent sea seal seed serial shore
    sight site sole son source stair stake steel stork sun sword symbol tail tea team tide
    tire toad toe tuba vain vault vein view waist wave way weather whale wheel whole wine
    witch wood yolk
    """.split()  # noqa: SIM905 - as in `codes`
)
"""Words that sound like others."""

CODE: Final = Code(("puma", "oxygen", "bike"))


def test_there_is_a_word_for_each_value_of_a_byte_and_the_specification_lists_them() -> None:
    listed = (FOLDER.parent / "code-words.txt").read_text(encoding="utf-8").split()

    assert list(CODE_WORDS) == listed
    assert len(CODE_WORDS) == 256
    assert sorted(set(CODE_WORDS)) == listed


def test_the_words_are_short_and_told_apart_by_their_first_four_letters() -> None:
    assert {len(word) for word in CODE_WORDS} <= {4, 5, 6, 7}
    assert len({word[:4] for word in CODE_WORDS}) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() for word in CODE_WORDS)


def test_no_slip_of_one_letter_makes_another_word_of_it() -> None:
    pairs = ((a, b) for a, b in combinations(CODE_WORDS, 2) if abs(len(a) - len(b)) <= 1)

    assert min(distance(*pair) for pair in pairs) > 1


def test_no_word_sounds_like_another() -> None:
    assert set(CODE_WORDS) & set(SAID_ALIKE) == set()


def test_a_code_is_not_taken_for_the_four_words_of_a_table() -> None:
    assert set(CODE_WORDS) & set(SPOKEN_WORDS) == set()


def test_no_pair_of_words_is_rude() -> None:
    pairs = "\n".join("".join(pair) for pair in permutations(CODE_WORDS, 2))

    assert [word for word in RUDE if word in pairs] == []


def test_a_code_has_24_bits() -> None:
    drawn = iter([b"\x00\x01\xff"])

    assert make_code(lambda size: next(drawn)[:size]).words == (
        *(CODE_WORDS[0], CODE_WORDS[1], CODE_WORDS[255]),
    )
    assert HOW_MANY * 8 == 24


@pytest.mark.parametrize(
    "typed",
    [
        "puma-oxygen-bike",
        "puma oxygen bike",
        "  PUMA  Oxygen\tbike\n",
        "Puma, oxygen; bike.",
        "puma\u2013oxygen\u2014bike",
        "pumaoxygenbike",
        "pu-maoxy-genbike",
        "PumaOxygenBike",
        "puma oxyg bike",
        "pum oxy bik",
        "\uff50\uff55\uff4d\uff41 oxygen bike",
        "puma_oxygen_bike",
    ],
)
def test_case_and_what_is_between_the_words_do_not_matter(typed: str) -> None:
    assert read_code(typed) == CODE


@pytest.mark.parametrize(
    ("typed", "word", "nearest"),
    [
        ("puma oxigen bike", "oxigen", "oxygen"),
        ("puma oxygen bikes", "bikes", "bike"),
        ("pumma oxygen bike", "pumma", "puma"),
        ("puma oxygen xylophone", "xylophone", nearest_word("xylophone")),
        ("puma ox bike", "ox", nearest_word("ox")),
        ("pumo oxygeen byke", "pumo", "puma"),
    ],
)
def test_a_slip_names_the_word_and_the_nearest(typed: str, word: str, nearest: str) -> None:
    with pytest.raises(CodeSlip) as slip:
        read_code(typed)

    assert (slip.value.word, slip.value.nearest) == (word, nearest)


@pytest.mark.parametrize("typed", ["", "puma", "puma oxygen", "puma oxygen bike radio", "?!"])
def test_a_code_has_three_words(typed: str) -> None:
    with pytest.raises(CodeSlip) as slip:
        read_code(typed)

    assert slip.value.word == ""


def test_a_host_may_think_of_words_of_its_own() -> None:
    assert read_code("Unsere KATZE schnurrt").words == ("unsere", "katze", "schnurrt")


@pytest.mark.parametrize("typed", ["abc", "x" * 65, "katze puma schnurrt"])
def test_words_of_ones_own_are_long_enough_and_not_mixed_with_code_words(typed: str) -> None:
    with pytest.raises(CodeSlip):
        read_code(typed)


def test_no_length_and_no_letters_are_too_much() -> None:
    rng = random.Random(1)
    for _ in range(20):
        letters = (chr(rng.randrange(32, rng.choice((127, 0x2FFF)))) for _ in range(60))
        with contextlib.suppress(CodeSlip):
            assert read_code("".join(letters)).words
    with pytest.raises(CodeSlip):
        read_code("puma " * 1_000_000)


def test_a_code_shows_itself_to_nobody_by_accident() -> None:
    assert "puma" not in repr(CODE)
    assert str(CODE) == "puma-oxygen-bike"
