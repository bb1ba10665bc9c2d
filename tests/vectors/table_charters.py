"""Charters: some that hold, and each way in which a reader must refuse one."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from typing import Final

from p2pqwirkle.record.codec import Value, encode
from p2pqwirkle.table.charter import Options, Player
from tests.forge import SMALL_ORDER
from tests.naive.record import hash_of
from tests.vectors.scribe import identity_of, secret
from tests.vectors.text import Case, Json

NAMES: Final = ("north", "south", "east", "west", "zenith", "nadir")


def seat(name: str, *, shown: str | None = None, age: int | None = None) -> Player:
    """The player of that label, who is shown by it or otherwise."""
    return Player(identity_of(name).player, shown or name, age, secret(name, "nonce"))


def ascending(*players: Player) -> tuple[Player, ...]:
    return tuple(sorted(players, key=lambda player: player.identity))


def written(player: Player) -> tuple[Value, ...]:
    """A player's fields in the charter."""
    return (player.identity, player.name, player.age, player.nonce)


PLAYERS: Final = ascending(seat("north", age=40), seat("south"))
TWO: Final = tuple(map(written, PLAYERS))
OPTIONS: Final[Value] = Options().write()


def charters() -> Iterator[Case]:
    yield _good("two", PLAYERS, "one states an age")
    bent = Options(stall_guard=False, hints=False, turn_seconds=3600, watchers=True)
    yield _good("six", ascending(*map(seat, NAMES)), "no stall guard, and all else otherwise", bent)
    named = ascending(seat("north", shown="é" * 24), seat("south", shown="\U0001f600" * 16))
    yield _good("long-names", named, "24 code points in one name, 64 bytes in the other")
    alike = ascending(seat("north", shown="Ann"), seat("south", shown="Ann", age=150))
    yield _good("equal-names", alike, "keys tell players apart; the highest age")
    yield from _versions()
    yield from _players()
    yield from _lines()
    yield from _options()


def _versions() -> Iterator[Case]:
    for version in (0, 2, 65_535):
        yield _bad(f"version-{version}", encode((version, TWO, OPTIONS)), "T1.1", "other rules")
    other = encode((2, "other rules", None))
    yield _bad("version-2-otherwise", other, "T1.1", "whatever follows in another version")
    yield _bad("version-flag", encode((True, TWO, OPTIONS)), "E2.1", "true is no number")
    yield _bad("version-beyond", encode((65_536, TWO, OPTIONS)), "E2.2", "above 65,535")


def _players() -> Iterator[Case]:
    yield _bad("nobody", encode((1, (), OPTIONS)), "T1.2", "no player")
    yield _bad("alone", encode((1, TWO[:1], OPTIONS)), "T1.2", "one player")
    seven = tuple(map(written, ascending(*map(seat, (*NAMES, "seventh")))))
    yield _bad("seven", encode((1, seven, OPTIONS)), "E2.6", "seven players")
    yield _bad("descending", encode((1, TWO[::-1], OPTIONS)), "T1.3", "the higher key first")
    twice = (TWO[0], written(replace(PLAYERS[0], name="again")))
    yield _bad("one-key-twice", encode((1, twice, OPTIONS)), "T1.3", "two seats for one key")
    yield _bad("no-players", encode((1, None, OPTIONS)), "E2.1", "nil for the players")


def _lines() -> Iterator[Case]:
    first = PLAYERS[0]
    identity, name, age, nonce = first.identity, first.name, first.age, first.nonce
    bends: tuple[tuple[str, Value, str], ...] = (
        ("key-short", (identity[:-1], name, age, nonce), "E2.3"),
        ("key-identity", (SMALL_ORDER[0], name, age, nonce), "C1.2"),
        ("key-small-order", (SMALL_ORDER[4], name, age, nonce), "C1.2"),
        ("name-bytes", (identity, b"north", age, nonce), "E2.1"),
        ("name-empty", (identity, "", age, nonce), "T1.4"),
        ("name-of-25", (identity, "n" * 25, age, nonce), "T1.4"),
        ("name-of-65-bytes", (identity, "n" * 65, age, nonce), "E2.4"),
        ("age-flag", (identity, name, False, nonce), "E2.1"),
        ("age-negative", (identity, name, -1, nonce), "E2.2"),
        ("age-151", (identity, name, 151, nonce), "T1.5"),
        ("age-beyond", (identity, name, 65_536, nonce), "E2.2"),
        ("nonce-long", (identity, name, age, secret("nonce") + b"\0"), "E2.3"),
        ("line-short", (identity, name, age), "E2.5"),
        ("bad-key-and-nonce", (SMALL_ORDER[4], name, age, b""), "E2.3"),
        ("bad-key-and-name", (SMALL_ORDER[4], "", age, nonce), "C1.2"),
    )
    for word, bent, clause in bends:
        yield _bad(word, encode((1, (bent, TWO[1]), OPTIONS)), clause, "in the first player's line")
    for point in (0x00, 0x0A, 0x1B, 0x1F, 0x7F, 0x85, 0x9F, 0x2028, 0x2029):
        bent = (identity, f"no{chr(point)}rth", age, nonce)
        body = encode((1, (bent, TWO[1]), OPTIONS))
        yield _bad(f"name-with-{point:04x}", body, "T1.4", f"U+{point:04X} in a name")
    broken = encode((1, TWO, OPTIONS)).replace(b"\xa5north", b"\xa5n\xed\xa0\x80h")
    yield _bad("name-surrogate", broken, "E1.5", "a lone surrogate in a name")


def _options() -> Iterator[Case]:
    yield _bad("no-options", encode((1, TWO, ())), "E2.5", "an empty array of options")
    yield _bad("guard-number", encode((1, TWO, (1, True, 0, False))), "E2.1", "1 for true")
    yield _bad("hints-number", encode((1, TWO, (True, 0, 0, False))), "E2.1", "0 for false")
    yield _bad("clock-flag", encode((1, TWO, (True, True, False, False))), "E2.1", "false for 0")
    endless = encode((1, TWO, (True, True, 3601, False)))
    yield _bad("clock-beyond", endless, "E2.2", "above 3,600 seconds")
    yield _bad("watchers-nil", encode((1, TWO, (True, True, 0, None))), "E2.1", "nil for false")
    yield _bad(
        "options-late",
        encode((1, TWO[::-1], (1, True, 0, False))),
        "E2.1",
        "options before the order",
    )
    yield _bad("a-field-more", encode((1, TWO, OPTIONS, None)), "E2.5", "four fields")
    body = encode((1, TWO, OPTIONS))
    yield _bad("long-form", b"\x93\xcc\x01" + body[2:], "E1.7", "the version in two bytes")
    yield _bad("and-more", body + b"\0", "E1.6", "a byte behind it")
    yield _bad("cut", body[:-1], "E1.2", "the last byte is missing")


def _good(
    name: str,
    players: Sequence[Player],
    comment: str,
    options: Options = Options(),  # noqa: B008
) -> Case:
    body = encode((1, tuple(map(written, players)), options.write()))
    told: list[Json] = [
        {
            "identity": player.identity.hex(),
            "name": player.name,
            "age": player.age,
            "nonce": player.nonce.hex(),
        }
        for player in players
    ]
    game = hash_of("p2pqwirkle/1 game", body).hex()
    return _case(name, body, "ok", comment) | {
        "game": game,
        "players": told,
        "options": list(astuple(options)),
    }


def _bad(name: str, body: bytes, clause: str, comment: str) -> Case:
    return _case(name, body, clause, comment)


def _case(name: str, body: bytes, expect: str, comment: str) -> Case:
    return {
        "id": f"charter-{name}",
        "operation": "read charter",
        "expect": expect,
        "comment": comment,
        "body": body.hex(),
    }
