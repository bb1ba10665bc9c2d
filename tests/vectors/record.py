"""The vectors of C: `python -m tests.vectors.record` writes them, the tests read them.

All secrets follow from labels that are public; they are for vectors only.
"""

from typing import Final

from tests.vectors.record_entries import digests, entries, heads, signed, stories
from tests.vectors.record_files import journals, records
from tests.vectors.record_signatures import keys, signatures
from tests.vectors.text import Json, write

WHAT: Final = (
    "key: the secret's key. "
    "verify: the signature is the key's on the message. "
    "sign entry: the secret's owner signs the entry; bytes and signature come out. A body may be "
    "[byte, times]. "
    "read entry: read the wire; the fields come out. A wire may have a fill, [byte, times], at its "
    "end. "
    "digests: the digests before step 0 and after each step of these wires. "
    "compare: the two wires do not contradict each other. "
    "read record: read the file; as many items as items, whole up to end, then torn bytes. "
    "read journal: read the file for the game; its secrets and the last entry come out. "
    "expect ok: it is so; else refuse with that clause."
)


def document() -> Json:
    """The content of protocol/vectors/record.json."""
    groups = (keys, signatures, signed, entries, heads, digests, stories, records, journals)
    return {
        "section": "record",
        "what": WHAT,
        "cases": [case for cases in groups for case in cases()],
    }


if __name__ == "__main__":
    write("record.json", document())
