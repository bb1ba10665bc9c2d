"""The pictures in the documents are of the client as it is."""

from pathlib import Path

import pytest

from tests.console.pictures import FOLDER, draw, states

ROOT = Path(__file__).parents[2]


@pytest.mark.usefixtures("loop")
@pytest.mark.parametrize("name", states())
async def test_a_picture_shows_what_the_client_draws(name: str) -> None:
    kept = (ROOT / FOLDER / f"{name}.svg").read_text(encoding="utf-8")

    assert await draw(states()[name]) == kept


def test_every_picture_is_in_a_document() -> None:
    told = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")

    for name in states():
        assert f"pictures/{name}.svg" in told
