"""The vectors of L: `python -m tests.vectors.link` writes them, the tests read them."""

from typing import Final

from p2pqwirkle.net.frames import Ask, Chat, Contacts, Done, Frame, Hello, Here, Refusal, Said
from p2pqwirkle.net.framing import MAX_FRAME, write_frame
from p2pqwirkle.net.listing import Listing, Probe, salt_of, table_id
from p2pqwirkle.net.lobby_frames import Challenge, Proof, Ready, Rename, Watch, Welcome
from p2pqwirkle.net.seating import Contact, Join, Roster, Seated, Start
from p2pqwirkle.record.codec import Value, encode
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.table.charter import Charter, Options, Player
from tests.vectors.encoding import tagged
from tests.vectors.scribe import charter_of, secret
from tests.vectors.text import Case, Json, write

NORTH: Final = Identity(secret("north")).player
SOUTH: Final = Identity(secret("south")).player
SALT: Final = salt_of(Player(NORTH, "north", None, secret("north", "game", "nonce")))
GAME: Final = GameId(secret("game"))
RUN: Final = secret("run")[:16]
OPTIONS: Final[Value] = Options().write()
CHARTER: Final[Charter] = charter_of({"north": None, "south": 41}, "game", Options())
ROSTER: Final = Roster(
    number=1,
    wanted=2,
    options=Options(),
    seated=(Seated(NORTH, "north", None, is_ready=True), Seated(SOUTH, "south", 41)),
)
HOST_CONTACT: Final = Contact(NORTH, 10836, ("10.77.0.1",))
CONTACT: Final = Contact(SOUTH, 10836, ("10.77.0.2", "fd77::2"))
CONTACTS: Final = (HOST_CONTACT, CONTACT)

FRAMES: Final[dict[str, Frame]] = {
    "refusal": Refusal(1, "0.1.0", "L4.3", "all 2 seats are taken"),
    "join": Join(
        "0.1.0", "south", 41, secret("south", "game", "nonce"), 10836, ("10.77.0.2", "fd77::2")
    ),
    "join-without-an-age": Join("0.1.0", "Žofie 🀄", None, secret("nonce"), 65_535),
    "join-of-the-invited": Join(
        "0.1.0", "south", None, secret("nonce"), 10836, element=secret("element")
    ),
    "welcome": Welcome(),
    "welcome-of-the-invited": Welcome(secret("proof")),
    "roster": ROSTER,
    "start": Start(CHARTER.encode(), CONTACTS),
    "hello": Hello(GAME, RUN),
    "entry": Said(b"an entry, still unread"),
    "ask": Ask(7),
    "ask-for-the-last-step": Ask(2**32 - 1),
    "here": Here((0, 1_500, None)),
    "here-in-the-lobby": Here(),
    "done": Done(),
    "chat": Chat(b"a remark, still unread"),
    "probe": Probe(),
    "challenge": Challenge(secret("element")),
    "proof": Proof(secret("proof")),
    "ready": Ready(1, is_ready=True),
    "ready-no-more": Ready(2**32 - 1, is_ready=False),
    "rename": Rename("Žofie 🀄"),
    "listing": Listing("0.1.0", SALT, "north", 4, 2, needs_code=True, options=Options()),
    "contacts": Contacts((CONTACT,)),
    "contacts-of-two": Contacts(CONTACTS),
    "contacts-of-nobody": Contacts(()),
    "watch": Watch("0.1.0"),
}

WHAT: Final = (
    "read frame: stream is a frame's length and content, fill, where there is one, a byte that "
    "follows it so many times; kind and fields are what it says, null for a kind to ignore; "
    "values as in encoding.json. "
    "check charter: a joiner with the line own, who was shown roster and dialled the player host, "
    "is sent start (the fields of these frames). "
    "check listing: the host with that key answers a probe with listing (its fields) to somebody "
    "who seeks the table with that id. "
    "check game to watch: the player with that key answers a watch with start (its fields). "
    "expect ok: it is so; else refuse with that clause."
)


def document() -> Json:
    """The content of protocol/vectors/link.json."""
    return {
        "section": "link",
        "what": WHAT,
        "cases": [*_read(), *_refused(), *_charters(), *_listings(), *_watched()],
    }


def _read() -> list[Case]:
    cases = [
        _frame(name, "ok", write_frame(frame))
        | {"kind": frame.KIND.value, "fields": tagged(frame.fields())}
        for name, frame in FRAMES.items()
    ]
    unknown = _framed([99, "of a later version", [1, 2]])
    return [*cases, _frame("a-kind-to-come", "ok", unknown) | {"kind": None, "fields": None}]


def _refused() -> list[Case]:
    join: list[Value] = [1, 1, "0.1.0", "south", 41, bytes(32), 10836, [], None]
    listing: list[Value] = [12, 1, "0.1.0", SALT, "north", 4, 2, False, [True, True, 0, False]]
    fields: list[tuple[str, str, list[Value]]] = [
        ("a-kind-that-is-no-number", "E2.1", ["join"]),
        ("a-kind-that-is-a-boolean", "E2.1", [True]),
        ("a-kind-too-high", "E2.2", [256]),
        ("another-version", "L4.1", [1, 2, "0.9.0", "whatever", "it", "puts", "here"]),
        ("another-version-with-fewer-fields", "L4.1", [1, 0, "0.0.9"]),
        ("a-join-cut-short", "E2.5", join[:-1]),
        ("a-join-too-long", "E2.5", [*join, None]),
        ("a-bell-in-the-program", "L2.3", [*join[:2], "0.1\x07", *join[3:]]),
        ("a-name-too-long", "E2.4", [*join[:3], "x" * 65, *join[4:]]),
        ("a-negative-age", "E2.2", [*join[:4], -1, *join[5:]]),
        ("a-nonce-too-short", "E2.3", [*join[:5], bytes(31), *join[6:]]),
        ("port-0", "E2.2", [*join[:6], 0, [], None]),
        ("nine-addresses", "E2.6", [*join[:7], ["10.0.0.1"] * 9, None]),
        ("a-name-for-an-address", "L2.3", [*join[:7], ["north.local"], None]),
        ("a-scope-of-somebody-else's", "L2.3", [*join[:7], ["fe80::1%eth0"], None]),
        ("a-welcome-with-something-in-it", "E2.5", [2, None, None]),
        ("an-element-too-short", "E2.3", [*join[:8], bytes(31)]),
        ("seven-seated", "E2.6", [3, 0, 2, OPTIONS, [[NORTH, "north", None, False]] * 7]),
        ("a-table-for-one", "E2.2", [3, 0, 1, OPTIONS, []]),
        (
            "a-name-that-no-charter-takes",
            "T1.4",
            [3, 0, 2, OPTIONS, [[NORTH, "nor\nth", None, False]]],
        ),
        ("a-roster-without-a-number", "E2.1", [3, None, 2, OPTIONS, []]),
        ("a-proof-too-long", "E2.3", [17, bytes(33)]),
        ("a-challenge-of-nothing", "E2.1", [16, None]),
        ("ready-or-not", "E2.1", [18, 1, None]),
        ("ready-for-a-roster-that-cannot-be", "E2.2", [18, 2**32, True]),
        ("a-new-name-that-no-charter-takes", "T1.4", [19, "\x1b[2J"]),
        ("an-address-with-a-line-break", "L2.3", [4, b"", [[SOUTH, 1, ["10.0.0.1\n"]]]]),
        ("a-player-without-an-address", "L5.3", [4, b"", [[SOUTH, 1, []]]]),
        ("an-entry-too-large", "E2.4", [6, bytes(65_537)]),
        ("a-remark-too-large", "E2.4", [10, bytes(513)]),
        ("a-remark-in-plain-text", "E2.1", [10, "good luck"]),
        ("a-greeting-without-a-run", "E2.5", [5, GAME]),
        ("a-run-too-short", "E2.3", [5, GAME, bytes(15)]),
        ("a-negative-step", "E2.2", [7, -1]),
        ("seven-ages", "E2.6", [8, [0] * 7]),
        ("a-negative-silence", "E2.2", [8, [-1]]),
        ("a-probe-with-something-in-it", "E2.5", [11, None]),
        ("a-listing-of-another-version", "L4.1", [12, 2, "0.9.0", "whatever it puts here"]),
        ("a-listing-cut-short", "E2.5", listing[:-1]),
        ("a-listing-with-six-free-seats", "E2.2", [*listing[:6], 6, *listing[7:]]),
        ("a-listing-in-a-name-that-no-charter-takes", "T1.4", [*listing[:4], "", *listing[5:]]),
        ("seven-contacts", "E2.6", [20, [[NORTH, 10836, ["10.77.0.1"]]] * 7]),
        ("a-contact-at-port-0", "E2.2", [20, [[NORTH, 0, ["10.77.0.1"]]]]),
        ("a-contact-with-a-name-for-an-address", "L2.3", [20, [[NORTH, 10836, ["north.local"]]]]),
        ("a-watch-of-another-version", "L4.1", [21, 2, "0.9.0", "whatever it puts here"]),
        ("a-watch-without-a-program", "E2.5", [21, 1]),
        ("a-watch-with-a-name", "E2.5", [21, 1, "0.1.0", "south"]),
        ("a-watch-that-rings", "L2.3", [21, 1, "0.1\x07"]),
        ("a-refusal-without-a-clause", "L2.3", [0, 1, "0.1.0", "", "because"]),
        ("a-refusal-that-clears-the-screen", "L2.3", [0, 1, "0.1.0", "L4.3", "\x1b[2J"]),
    ]
    return [
        _frame("no-bytes", "L2.1", bytes(4)),
        _frame("too-many-bytes", "L2.1", (MAX_FRAME + 1).to_bytes(4, "big")),
        _frame("four-gigabytes", "L2.1", b"\xff" * 4),
        _frame("no-array", "L2.2", _framed(7)),
        _frame("no-kind", "L2.2", _framed([])),
        _frame("a-map", "E1.3", b"\x00\x00\x00\x01\x80"),
        *(_frame(name, clause, _framed(value)) for name, clause, value in fields),
    ]


def _charters() -> list[Case]:
    own = next(player for player in CHARTER.players if player.identity == SOUTH)
    shown: Roster = ROSTER
    good = Start(CHARTER.encode(), CONTACTS)
    older = charter_of({"north": None, "south": 41}, "an older game", Options())
    return [
        _charter("as-shown", "ok", own, shown, good),
        _charter("with-an-old-nonce", "L5.1", own, shown, Start(older.encode(), CONTACTS)),
        _charter("with-another-age", "L5.1", own, shown, _start({"north": None, "south": 14})),
        _charter("with-another-name", "L5.2", own, shown, _start({"north": 70, "south": 41})),
        _charter(
            "with-one-more",
            "L5.2",
            own,
            shown,
            _start({"north": None, "south": 41, "east": None}),
        ),
        _charter(
            "without-the-stall-guard",
            "L5.2",
            own,
            shown,
            _start({"north": None, "south": 41}, stall_guard=False),
        ),
        _charter("with-no-address", "L5.3", own, shown, Start(good.charter, ())),
        _charter("without-the-host's", "L5.3", own, shown, Start(good.charter, (CONTACT,))),
        _charter("with-one-twice", "L5.3", own, shown, Start(good.charter, (*CONTACTS, CONTACT))),
        _charter("that-is-none", "E2.1", own, shown, Start(encode(None), CONTACTS)),
    ]


def _listings() -> list[Case]:
    return [
        _listing("of-the-table-that-is-sought", "ok", NORTH, SALT),
        _listing("of-another-table-of-this-host", "L9.1", NORTH, bytes(16)),
        _listing("of-somebody-else", "L9.1", SOUTH, SALT),
    ]


def _watched() -> list[Case]:
    watched = charter_of({"north": None, "south": 41}, "game", Options(watchers=True)).encode()
    stranger = Contact(Identity(secret("east")).player, 10836, ("10.77.0.3",))
    cases: list[tuple[str, str, PlayerId, Start]] = [
        ("of-the-player", "ok", NORTH, Start(watched, CONTACTS)),
        ("with-no-address-of-some", "ok", NORTH, Start(watched, (HOST_CONTACT,))),
        ("of-others", "L11.4", stranger.player, Start(watched, CONTACTS)),
        ("that-nobody-may-watch", "L11.4", NORTH, Start(CHARTER.encode(), CONTACTS)),
        ("with-a-stranger-to-dial", "L11.4", NORTH, Start(watched, (*CONTACTS, stranger))),
        ("without-a-charter", "E2.1", NORTH, Start(encode(None), CONTACTS)),
    ]
    return [
        {
            "id": f"a-game-{name}",
            "expect": expect,
            "operation": "check game to watch",
            "player": player.hex(),
            "start": tagged(start.fields()),
        }
        for name, expect, player, start in cases
    ]


def _start(ages: dict[str, int | None], *, stall_guard: bool = True) -> Start:
    charter = charter_of(ages, "game", Options(stall_guard=stall_guard))
    return Start(charter.encode(), CONTACTS)


def _framed(value: Value) -> bytes:
    content = encode(value)
    return len(content).to_bytes(4, "big") + content


def _frame(name: str, expect: str, stream: bytes) -> Case:
    case: Case = {"id": name, "expect": expect, "operation": "read frame"}
    short = stream.rstrip(b"\x00")
    if len(stream) - len(short) < 1_000:
        return case | {"stream": stream.hex()}
    return case | {"stream": short.hex(), "fill": ["00", len(stream) - len(short)]}


def _listing(name: str, expect: str, host: PlayerId, salt: bytes) -> Case:
    listing = Listing("0.1.0", salt, "north", 4, 2, needs_code=True, options=Options())
    return {
        "id": f"a-listing-{name}",
        "expect": expect,
        "operation": "check listing",
        "host": host.hex(),
        "listing": tagged(listing.fields()),
        "table": table_id(NORTH, SALT).hex(),
    }


def _charter(name: str, expect: str, own: Player, shown: Roster, start: Start) -> Case:
    return {
        "id": f"a-charter-{name}",
        "expect": expect,
        "operation": "check charter",
        "own": tagged((own.identity, own.name, own.age, own.nonce)),
        "host": NORTH.hex(),
        "roster": tagged(shown.fields()),
        "start": tagged(start.fields()),
    }


if __name__ == "__main__":
    write("link.json", document())
