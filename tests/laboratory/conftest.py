"""A home and an evening in it, for the tests that ask for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.laboratory.building import Home
from tests.laboratory.evening import Evening
from tests.laboratory.namespace import why_not


@pytest.fixture
def home() -> Iterator[Home]:
    """A home to be furnished; skips where there can be none."""
    if (reason := why_not()) is not None:
        pytest.skip(reason)
    with Home() as home:
        yield home


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """An evening that nobody has come to yet."""
    with Evening(tmp_path) as evening:
        yield evening
