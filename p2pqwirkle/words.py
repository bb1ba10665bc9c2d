"""Every sentence that a person reads, by clause or key.

Sentences say what happened and what to do; they go through gettext when they are spoken, never
when this module is loaded.
"""

import gettext
from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # What an audit says.
    "audit.fair": "Fair: every entry holds, every key is open, and every claim was true.",
    "audit.fault": "Not fair: {name} broke a rule, and the record proves it.",
    "audit.unreadable": "Unreadable: the file is damaged, and nobody can be blamed for it.",
    "audit.unfinished": "Unfinished: what is there holds, but it is not the whole game.",
    "audit.checked": (
        "Checked: {signatures} signatures, {shuffles} shuffles, {shares} proofs of shares, "
        "{moves} moves, {claims} claims."
    ),
    "audit.at-fault": "Entry {entry}, by {name}, breaks {clause}: {sentence} ({detail})",
    "audit.damaged": "Entry {entry} breaks {clause}: {sentence} ({detail})",
    "audit.collapsed": "The game breaks {clause}: {sentence} ({detail})",
    "audit.unchecked": "Not checked of {name}: {clause}, {detail}.",
    "audit.torn": "The last {bytes} bytes are a part of an entry, and were left out.",
    "audit.result": "Result: {scores}.",
    "audit.no-file": "{file} cannot be read ({reason}): give the path of a record, a .qwk file.",
    # What a judge says.
    "judge.legal": "legal, {score} points",
    "judge.illegal": "not legal: {reason}",
    "judge.numbered": "{number}. {ruling}",
    "judge.error": "cannot be judged: {error}",
    "judge.no-file": "{file} cannot be read ({reason}): give a JSON file, or - for standard input.",
    "judge.too-large": "{file} is larger than {limit} bytes: judge fewer positions at a time.",
    "judge.no-json": "{file} is not JSON ({reason}): give one position, or a list of them.",
    "judge.too-deep": "{file} is nested too deeply to be a list of positions.",
    "judge.no-position": "a position is an object with board, hand and move",
    "judge.unknown-name": "{name} belongs to no position: it has board, hand and move",
    "judge.missing-name": "{name} is missing: a position has board, hand (or null) and move",
    "judge.no-list": "{name} is a list",
    "judge.no-tile": "{name}[{index}] is no tile: write {form}",
    "judge.no-number": "{name}[{index}]: x and y are whole numbers of at most {digits} digits",
    "judge.no-word": "{name}[{index}]: {word} is none of {words}",
    "judge.long-hand": "a hand holds at most {most} tiles, not {size}",
    "judge.same-cell": "two tiles of the board lie on {cell}",
    "judge.fourth-copy": "the board has more than {copies} tiles of one face",
    "judge.loose-parts": "the tiles of the board are not all in one piece",
    "judge.no-line": "the board has a run that is no line: {sentence}",
    # Rules.
    "R1.1": "there are only three tiles of each face",
    "R2.1": "two to six people play",
    "R3.1": "a claim is one to six",
    "R3.2": "the opener places tiles, and neither swaps nor passes",
    "R3.3": "the opening holds exactly as many tiles as the largest set in the hand, the claim",
    "R3.4": "the opening covers the cell 0,0",
    "R3.5": "a claim is the size of the largest set in the hand",
    "R4.1": "a play is one to six tiles",
    "R4.2": "only tiles of the own hand can be placed",
    "R4.3": "each tile needs a cell of its own",
    "R4.4": "a tile goes on an empty cell",
    "R4.5": "the tiles of a play lie all in one row or all in one column",
    "R4.6": "no cell between the placed tiles may stay empty",
    "R4.7": "at least one placed tile touches a tile on the table by a side",
    "R5.1": "no face comes twice in a line, also not where a tile joins two lines",
    "R5.2": "the tiles of a whole line have all one colour or all one shape",
    "R7.1": "the bag is empty: place a tile, or pass if none fits",
    "R7.2": "a swap is of one tile or more, all from the own hand",
    "R7.3": "nobody can swap more tiles than the bag holds",
    "R8.1": "the bag is not empty: place tiles or swap",
    "R8.2": "a tile of the hand fits: only who cannot place one may pass",
    "R10.1": "the game is over",
    # Encoding.
    "E1": "these bytes are not the one form in which a value is written",
    "E2": "a field is missing, of another type, or out of its range",
    # Record.
    "C1": "the signature does not belong to these words",
    "C2": "this is no entry of this version of the protocol",
    "C3": "this was said in another game, or by somebody who has no seat",
    "C4": "its author told two stories",
    "C5": "the file is not what a record looks like",
    "C7": "the private journal is damaged, or of another game",
    # Bag.
    "B1": "a number or an element is not what the bag can use",
    "B2": "a proof stands in the wrong place",
    "B3": "a key does not belong to the player who shows it",
    "B4": "a masked tile is not what it should be",
    "B5": "a proof does not hold",
    "B6": "the opened tile is not the one that was asked for",
    "B7": "the bag was not shuffled honestly",
    "B8": "the bag was not shuffled honestly",
    # Table.
    "T1": "the charter is not the one that everybody signed",
    "T2": "somebody spoke out of turn",
    "T3": "an opening is not what was committed to",
    "T6": "the claim is not what was pledged",
    "T7": "the move names tiles that are not the mover's",
    "T8": "the tiles cannot be what the proofs say: nobody can be blamed for it",
    "T9": "the sealed scores are not those of the game",
    # Audit.
    "A2": "an entry is missing, doubled or in the wrong place",
    "A3": "the tiles are not the 108 of the game",
}


def sentence(key: str, **fields: object) -> str:
    """The sentence for *key*, with its *fields* filled in."""
    return gettext.gettext(SENTENCES[key]).format(**fields)


def clause_sentence(clause: str) -> str:
    """What breaking *clause* means: its own sentence, or that of its section."""
    return sentence(clause if clause in SENTENCES else clause.partition(".")[0])
