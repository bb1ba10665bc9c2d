"""Pictures of reports for the documents: `python -m tests.verifier.pictures` takes them anew.

Real games are audited, and Chromium shows their pages; so this needs what the tests of pages need.
"""

import json
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.lan import Lan
from tests.vectors.text import FOLDER as VECTORS
from tests.verifier.node import NODE, VERIFIER
from tests.verifier.test_browser import page_of

FOLDER: Final = VERIFIER.parent / "docs" / "pictures"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a report.

    Attributes:
        game: whose report: "fair", or one of the games among the vectors.
        part: what of the page, as CSS selects it; None for what is seen first.
        is_checked: whether the button has been pressed that checks the record again.
    """

    game: str
    part: str | None
    is_checked: bool = False


PICTURES: Final = {
    "report-fair": Picture("fair", None),
    "report-checked": Picture("fair", "#again", is_checked=True),
    "report-fault": Picture("false-low-claim", "header"),
    "report-claim": Picture("false-low-claim", "#claims"),
}


@cache
def record_of(game: str) -> bytes:
    """The record of a game."""
    if game != "fair":
        return (VECTORS / "games" / f"{game}.qwk").read_bytes()
    lan = Lan(("north", "south", "east", "west"), seed=2)
    lan.play()
    return lan.record("north")


def _write() -> None:
    with TemporaryDirectory() as folder:
        wanted = []
        for name, picture in PICTURES.items():
            page = Path(folder, f"{picture.game}.html")
            page.write_text(page_of(record_of(picture.game)), "utf-8", newline="\n")
            out = str(FOLDER / f"{name}.png")
            part, check = picture.part, picture.is_checked
            wanted.append({"page": str(page), "part": part, "check": check, "out": out})
        command = [str(NODE), "test/pictures.js"]
        subprocess.run(command, cwd=VERIFIER, input=json.dumps(wanted).encode(), check=True)


if __name__ == "__main__":
    _write()
