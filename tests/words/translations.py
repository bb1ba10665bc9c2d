"""Writes the compiled translations: `python -m tests.words.translations`, after each change."""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from p2pqwirkle.words import DOMAIN, LANGUAGES, LOCALE

TRANSLATED = LANGUAGES[1:]


def po_file(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalog(language: str) -> Catalog:
    with po_file(language).open("rb") as stream:
        return read_po(stream, locale=language)


def compiled(language: str) -> bytes:
    """What gettext reads at run time."""
    stream = BytesIO()
    write_mo(stream, catalog(language))
    return stream.getvalue()


if __name__ == "__main__":
    for language in TRANSLATED:
        po_file(language).with_suffix(".mo").write_bytes(compiled(language))
