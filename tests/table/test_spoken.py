"""The four words."""

from p2pqwirkle.record.entry import Digest
from p2pqwirkle.table.spoken import SPOKEN_WORDS, spoken_words
from tests.vectors.text import FOLDER


def test_the_words_are_those_of_the_specification() -> None:
    listed = (FOLDER.parent / "spoken-words.txt").read_text(encoding="utf-8").split()

    assert listed == list(SPOKEN_WORDS)
    assert len(set(SPOKEN_WORDS)) == 256


def test_four_bytes_of_a_digest_give_spoken_words() -> None:
    assert spoken_words(Digest(bytes([0, 1, 255, 254]) + bytes(28))) == (
        "acorn",
        "alarm",
        *SPOKEN_WORDS[:-3:-1],
    )
