"""The pictures of reports are in the documents, and small enough to be kept with them."""

from typing import Final

import pytest

from tests.verifier.node import VERIFIER
from tests.verifier.pictures import FOLDER, PICTURES

MOST: Final = 150_000
"""Bytes of a picture."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_told_in_words_where_it_stands(name: str) -> None:
    told = (VERIFIER.parent / "docs" / "fairness.md").read_text(encoding="utf-8")

    (described,) = [line for line in told.splitlines() if f"(pictures/{name}.png)" in line]

    assert len(described.partition("](")[0]) > 40


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small(name: str) -> None:
    assert (FOLDER / f"{name}.png").stat().st_size <= MOST
