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
