"""How test vectors are written down."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
Case: TypeAlias = dict[str, Json]

FOLDER: Final = Path(__file__).parents[2] / "protocol" / "vectors"


def render(document: Json) -> str:
    """The text of a file of vectors."""
    return json.dumps(document, indent=1) + "\n"


def committed(name: str) -> str:
    """The text of the file *name* as it stands in the specification."""
    return (FOLDER / name).read_text(encoding="utf-8")


def write(name: str, document: Json) -> None:
    """Put *document* into the specification as the file *name*."""
    (FOLDER / name).write_text(render(document), encoding="utf-8")
