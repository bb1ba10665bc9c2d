"""Values, entries and steps for hypothesis to make up."""

from hypothesis import strategies as st

from p2pqwirkle.record.codec import MAX_DEPTH, Value
from p2pqwirkle.record.entry import Digest, Entry, GameId, SignedEntry, sign_entry
from p2pqwirkle.record.identity import Identity

SCALARS: st.SearchStrategy[Value] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.text(st.characters(codec="utf-8"), max_size=300),
    st.binary(max_size=300),
)


def _nested(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.lists(inner, max_size=20).map(tuple)


def _values() -> st.SearchStrategy[Value]:
    values = SCALARS
    for _ in range(MAX_DEPTH):
        values = st.one_of(SCALARS, _nested(values))
    return values


VALUES = _values()

NORTH = Identity(b"n" * 32)
SOUTH = Identity(b"s" * 32)
HASHES = st.binary(min_size=32, max_size=32)

ENTRIES = st.builds(
    Entry,
    game=HASHES.map(GameId),
    author=st.just(NORTH.player),
    step=st.integers(0, 2**32 - 1),
    after=HASHES.map(Digest),
    kind=st.integers(0, 255),
    body=st.binary(max_size=500),
)
SIGNED = ENTRIES.map(lambda entry: sign_entry(entry, NORTH))


def said(body: bytes = b"\x90", author: Identity = NORTH, step: int = 3) -> SignedEntry:
    """What *author* says in some game."""
    entry = Entry(GameId(b"g" * 32), author.player, step, Digest(b"d" * 32), 4, body)
    return sign_entry(entry, author)
