"""A text as a QR code, drawn in half blocks: two modules, one above the other, in a character."""

from functools import lru_cache
from typing import Final

QUIET: Final = 4
"""Light modules around it, without which no camera finds it."""
PAPER: Final = "#000000 bg:#ffffff"
"""Black on white, whatever the terminal's colours: the other way round it could not be read."""
_SIGNS: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


@lru_cache(maxsize=2)
def qr_rows(text: str) -> tuple[str, ...]:
    """The rows of characters that show *text*, the quiet zone among them."""
    import segno  # noqa: PLC0415 - most screens show none

    code = segno.make_qr(text, error="l", boost_error=False)
    rows = [[int(module) & 1 for module in row] for row in code.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple("".join(map(_SIGNS.__getitem__, zip(*pair, strict=True))) for pair in pairs)
