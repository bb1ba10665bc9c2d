"""Records that something was done to: nobody is convicted by them."""

from collections.abc import Iterator
from dataclasses import replace

from p2pqwirkle.record.entry import read_signed_entry, sign_entry
from tests.forge import flipped, framed, record_of
from tests.vectors.games_honest import TWO, two_players
from tests.vectors.games_kit import Game, damaged
from tests.vectors.scribe import Scribe, identity_of

MAGIC_SIZE = 20


def damaged_games() -> Iterator[Game]:
    wires = two_players().wires
    first = wires[:6]
    written = record_of(first)

    yield damaged("text", "C5.1", 0, b"# A shopping list\n\n- bread\n", "no record at all")
    body = flipped(written, MAGIC_SIZE + 4 + len(first[0]) // 2)
    yield damaged("byte-changed", "C1.5", 0, body, "one byte of the first entry")
    last = flipped(written, len(written) - 1)
    yield damaged("signature-changed", "C1.4", 5, last, "the highest byte of a signature")
    size = flipped(written, MAGIC_SIZE + 4 + len(first[0]) + 3, 1)
    yield damaged("length-changed", "C5.3", 1, size, "the length before the second entry")
    cut = record_of(first[:5]) + framed(b"", 40)
    yield damaged("length-that-cannot-be", "C5.2", 5, cut, "an item of 40 bytes")

    yield damaged("no-charter", "A2.1", 0, record_of(first[2:]), "the first step is missing")
    gap = record_of([first[0], *first[2:]])
    yield damaged("entry-missing", "A2.2", 1, gap, "one of two charters is missing")
    late = record_of([*first[:2], first[3]])
    yield damaged(
        "seat-left-out", "A2.2", 2, late, "south's commitment without north's, at the end"
    )
    twice = record_of([*first[:3], first[2], *first[3:]])
    yield damaged("entry-doubled", "A2.2", 3, twice, "north's commitment twice")
    exchanged = record_of([*first[:2], first[3], first[2], *first[4:]])
    yield damaged("entries-exchanged", "A2.2", 2, exchanged, "the commitments in the wrong order")
    moved = record_of([*first[:2], first[4], *first[2:4], first[5]])
    yield damaged("entry-too-early", "A2.2", 2, moved, "a reveal before the commitments")

    other = Scribe(TWO, game="another game").play(until=lambda standing: standing.moment.step == 2)
    foreign = record_of([*first[:3], other.wires[3], *first[4:]])
    yield damaged("entry-of-another-game", "C3.1", 3, foreign, "a commitment of the same player")
    guest = identity_of("east")
    honest = read_signed_entry(first[3]).entry
    unseated = sign_entry(replace(honest, author=guest.player), guest)
    uninvited = record_of([*first[:3], unseated.wire, *first[4:]])
    yield damaged("entry-of-a-guest", "C3.2", 3, uninvited, "a commitment by who has no seat")

    whole = record_of(wires)
    yield damaged("bytes-behind-the-end", "A2.3", len(wires), whole + b"\0", "one byte more")
