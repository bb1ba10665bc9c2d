"""Invitation codes: words that a host says aloud and a guest types.

Nothing here needs the network: a slip of whoever typed is found before it is used.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

CODE_WORDS: Final = tuple(
    """
    actor anchor anvil aqua arena attic avocado bacon baker balcony ballet banjo barn bike bingo
    bison blanket boat bonus book budget bugle bulb bunny cabbage cable cafe canyon card chair
    chess cinema circle cloth clown coach cobra cocoa comic cosmos crane crater credit cricket
    crowd cube data denim dentist diesel digit disco domino dozen easel east email empire energy
    essay evening farm fence figure film fire flag flame flask folder food frog fruit future
    gallery game genius giant gift glue goal golf hamster harp hero hobby hockey holiday horizon
    house hurdle icon idea image index jade jazz jersey juice karate kebab keeper king kite kiwi
    label lake laser legend level library limit linen liquid list logic lorry lunch machine
    magic marina marsh matrix memory metro mile mobile model month moon morning movie music
    mystery nation nature neon nest network north number object oboe octave office opal opera
    ostrich outfit oxygen ozone paint pancake papaya parade park party phone photo pixel pizza
    plate plot polo post powder puma pyramid quick quiz race radio railway raven reader recipe
    record reef rescue reward rhino robot rodeo roof ruby ruler runner salmon saturn sauna
    science scout screen shark shed shelf shield shop signal snack snail snow soda soup speed
    spinach spirit spoon stadium stage stamp star statue stereo studio subway sugar summit swift
    switch system talent tape target taxi tennis ticket token topic torch totem tower town tram
    trophy truck unicorn video village vision vitamin vocal voice voyage wafer wagon waiter
    weekend whistle winter wisdom wonder worker year youth zodiac
    """.split()  # noqa: SIM905 - a block of words reads better than 256 quoted ones
)
"""One for each value of a byte: common and short, told apart by their first four letters."""

HOW_MANY: Final = 3
"""A guess finds the code with a chance of one in 2^24, and there are ten of them (L10.5)."""
LEAST_LETTERS: Final = 6
"""Of a code in words of one's own."""
MOST_LETTERS: Final = 64
MOST_TYPED: Final = 256
"""Characters that are looked at."""
SHORTEST_BEGINNING: Final = 3
"""Letters of a word that stand for it, if no other word begins with them."""


class CodeSlip(ValueError):  # noqa: N818 - whoever typed has slipped, and nothing is broken
    """Somebody has typed a code that cannot be one.

    Attributes:
        word: the word that is no code word, or empty: then there are too many or too few.
        nearest: the code word that is most like it.
    """

    def __init__(self, word: str, nearest: str) -> None:
        super().__init__(f"{word!r} is no code word, the nearest is {nearest!r}")
        self.word = word
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Code:
    """What one has to know to be let in.

    Attributes:
        words: in lower case, in their order.
    """

    words: tuple[str, ...] = field(repr=False)

    def __str__(self) -> str:
        return "-".join(self.words)

    @property
    def secret(self) -> bytes:
        """The bytes that both sides of a proof start from (L10)."""
        return str(self).encode()


def make_code(entropy: Callable[[int], bytes]) -> Code:
    """A new code from fresh bytes."""
    return Code(tuple(CODE_WORDS[byte] for byte in entropy(HOW_MANY)))


def read_code(text: str) -> Code:
    """The code that somebody has typed, in whatever case and with whatever between the words.

    A word may be cut short, as long as it is clear which it is.  A code may also be in words of
    the host's own, if none of them is like a code word.

    Raises:
        CodeSlip: it cannot be one.
    """
    folded = unicodedata.normalize("NFKC", text[:MOST_TYPED]).casefold()
    typed = re.findall(r"[^\W_]+", folded)
    whole = _cut("".join(typed))
    if whole is not None:
        return Code(whole)
    words = [completed(word) for word in typed]
    if len(words) == HOW_MANY and all(words):
        return Code(tuple(words))
    if _is_of_ones_own(typed):
        return Code(tuple(typed))
    wrong = (one for one, word in zip(typed, words, strict=True) if not word)
    slip = next(wrong, "")
    raise CodeSlip(slip, nearest_word(slip) if slip else "")


def completed(beginning: str) -> str:
    """The one code word that *beginning* can stand for, or an empty text."""
    if beginning in CODE_WORDS or len(beginning) < SHORTEST_BEGINNING:
        return beginning if beginning in CODE_WORDS else ""
    meant = [word for word in CODE_WORDS if word.startswith(beginning)]
    return meant[0] if len(meant) == 1 else ""


def nearest_word(word: str) -> str:
    """The code word that is the fewest letters away from *word*; the first of several."""
    return min(CODE_WORDS, key=lambda known: distance(word[:MOST_LETTERS], known))


def distance(one: str, other: str) -> int:
    """How many letters have to be changed, put in or left out to make *other* of *one*."""
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, 1):
        above, row[0] = row[0], index
        for column, wanted in enumerate(other, 1):
            change = above + (letter != wanted)
            above = row[column]
            row[column] = min(change, above + 1, row[column - 1] + 1)
    return row[-1]


def _cut(letters: str) -> tuple[str, ...] | None:
    """*letters* as whole code words; no word begins with another, so there is one way at most."""
    words: list[str] = []
    while letters and len(words) < HOW_MANY:
        word = next((word for word in CODE_WORDS if letters.startswith(word)), "")
        if not word:
            return None
        words.append(word)
        letters = letters.removeprefix(word)
    return tuple(words) if len(words) == HOW_MANY and not letters else None


def _is_of_ones_own(words: list[str]) -> bool:
    """Whether *words* are a code that a host has thought of, and no code words with slips."""
    if not LEAST_LETTERS <= sum(map(len, words)) <= MOST_LETTERS:
        return False
    return all(not completed(word) and distance(word, nearest_word(word)) > 1 for word in words)
