"""The vectors of the hidden bag: `python -m tests.vectors.bag` writes them, the tests read them.

All secrets follow from labels that are public (`tests.bag.deals.named`).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.vectors import (
    bag_blindings,
    bag_keys,
    bag_primitives,
    bag_rebuilds,
    bag_shares,
    bag_shuffles,
    bag_tags,
    bag_tiles,
)

FOLDER: Final = Path(__file__).parents[2] / "protocol" / "vectors"

DOCUMENTS: Final[Mapping[str, Callable[[], object]]] = {
    "bag-elements.json": bag_primitives.elements,
    "bag-generators.json": bag_primitives.generators,
    "bag-foreign.json": bag_primitives.foreign,
    "bag-transcripts.json": bag_primitives.transcripts,
    "bag-keys.json": bag_keys.keys,
    "bag-tiles.json": bag_tiles.tiles,
    "bag-shares.json": bag_shares.shares,
    "bag-shuffles.json": bag_shuffles.shuffles,
    "bag-blindings.json": bag_blindings.blindings,
    "bag-tags.json": bag_tags.tags,
    "bag-rebuilds.json": bag_rebuilds.rebuilds,
}
"""What each file of the section holds."""


def render(document: object) -> str:
    """The bytes of a file, as they are committed."""
    return json.dumps(document, indent=1) + "\n"


def main(names: Sequence[str]) -> None:
    """Write the files *names*."""
    for name in names:
        (FOLDER / name).write_text(render(DOCUMENTS[name]()), encoding="utf-8")


if __name__ == "__main__":
    main(tuple(DOCUMENTS))
