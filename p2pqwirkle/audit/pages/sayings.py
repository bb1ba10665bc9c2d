"""What a page says, in the language of the program, with markup where somebody else's words stand.

Everything foreign is escaped here or by the template.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup, escape

from p2pqwirkle.audit.report import Why
from p2pqwirkle.audit.told import UNCHECKED
from p2pqwirkle.names import player_names, showable
from p2pqwirkle.rules.tiles import Colour, Face, Shape
from p2pqwirkle.words import SENTENCES, clause_sentence, open_sentence, sentence

BY_THE_PROGRAM: Final = (
    *("audit.fair", "audit.fair-left", "audit.fault", "audit.unreadable"),
    *("audit.unfinished", "audit.unfinished-keys"),
    *("audit.at-fault", "audit.damaged", "audit.collapsed"),
    *("audit.left.resigned", "audit.left.fault", "audit.left.silent", "audit.left.time"),
    *("audit.voided", "audit.unchecked", "audit.unchecked-left"),
    *("audit.checked", "audit.took", "audit.torn"),
    *("page.checking", "page.agrees", "page.differs", "page.stopped"),
)
"""The keys of what the page's own program says, in `verifier/src/page.js`."""
COLOURS: Final[Mapping[Colour, str]] = {
    Colour.RED: "page.red",
    Colour.ORANGE: "page.orange",
    Colour.YELLOW: "page.yellow",
    Colour.GREEN: "page.green",
    Colour.BLUE: "page.blue",
    Colour.PURPLE: "page.purple",
}
SHAPES: Final[Mapping[Shape, str]] = {
    Shape.CIRCLE: "page.circle",
    Shape.SQUARE: "page.square",
    Shape.DIAMOND: "page.diamond",
    Shape.STAR: "page.star",
    Shape.CLOVER: "page.clover",
    Shape.CROSS: "page.cross",
}


def say(key: str, **fields: object) -> Markup:
    """The sentence for *key*; of its *fields*, only what is markup already stays it."""
    return escape(open_sentence(key)).format(**fields)


def names_of(players: Sequence[str]) -> tuple[Markup, ...]:
    """Names by seat, each of which keeps its direction of writing to itself."""
    return tuple(Markup("<bdi>{}</bdi>").format(name) for name in player_names(players))


def detail(text: str) -> Markup:
    """What is meant for developers, and English in every language."""
    return Markup('<span lang="en">{}</span>').format(showable(text))


def decimal(number: float, form: str = ".1f") -> str:
    """*number* as the language writes it, with a true minus."""
    point = sentence("page.decimal-point")
    return format(number, form).replace(".", point).replace("-", "\N{MINUS SIGN}")


def tile_words(face: Face | None) -> str:
    """*face* as one says it."""
    if face is None:
        return sentence("page.unknown-tile")
    colour, shape = sentence(COLOURS[face.colour]), sentence(SHAPES[face.shape])
    return sentence("page.tile", colour=colour, shape=shape)


def clause_words(clause: str) -> str:
    """What *clause* asks, or when it is broken: only rules of the game are said as they are."""
    words = clause_sentence(clause)
    return words if clause.startswith("R") else sentence("page.broken-when", sentence=words)


def words_of_program() -> dict[str, dict[str, str]]:
    """All that the page's own program may have to say, with the fields still to be filled in."""
    clauses = [key for key in SENTENCES if key[0].isupper()]
    return {
        "says": {key: open_sentence(key) for key in BY_THE_PROGRAM},
        "clauses": {clause: clause_sentence(clause) for clause in clauses},
        "whys": {why.value: sentence(UNCHECKED[why]) for why in Why},
    }
