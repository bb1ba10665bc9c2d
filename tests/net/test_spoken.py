"""The four words."""

from p2pqwirkle.spoken import SPOKEN, four_words
from tests.vectors.text import FOLDER


def test_the_words_are_those_of_the_specification() -> None:
    listed = (FOLDER.parent / "spoken-words.txt").read_text(encoding="utf-8").split()

    assert listed == list(SPOKEN)
    assert len(set(SPOKEN)) == 256


def test_four_bytes_of_a_digest_give_four_words() -> None:
    assert four_words(bytes([0, 1, 255, 254]) + bytes(28)) == ("acorn", "alarm", *SPOKEN[:-3:-1])
