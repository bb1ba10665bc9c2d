"""The vectors and samples of L."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.framing import FrameBuffer, read_frame, write_frame
from p2pqwirkle.net.guest import company_of
from p2pqwirkle.net.listing import Listing, TableId, check_listing
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Roster, Start
from p2pqwirkle.net.watch_lobby import watched_company
from p2pqwirkle.record.codec import Value
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Player
from tests.vectors.encoding import tagged
from tests.vectors.link import FRAMES, document
from tests.vectors.text import FOLDER, committed, render

Case = dict[str, Any]

CASES: Final[list[Case]] = json.loads(committed("link.json"))["cases"]
KEYS: Final = {
    "read frame": {"stream", "fill", "kind", "fields"},
    "check charter": {"own", "host", "roster", "start"},
    "check listing": {"host", "listing", "table"},
    "check game to watch": {"player", "start"},
}
"""What a case may hold by its operation, beside its id, its comment and what is expected."""


def untagged(value: Any) -> Value:  # noqa: ANN401 - as JSON gives it
    match value:
        case {"n": number}:
            return int(number)
        case {"t": text}:
            return str(text)
        case {"b": octets}:
            return bytes.fromhex(octets)
        case list():
            return tuple(untagged(inner) for inner in value)
        case bool() | None:
            return value
        case _:
            raise ValueError(value)


def fields_of(value: Any) -> tuple[Value, ...]:  # noqa: ANN401 - as JSON gives it
    fields = untagged(value)
    assert isinstance(fields, tuple)
    return fields


def take_frame(case: Case) -> None:
    byte, times = case.get("fill", ("", 0))
    stream = bytes.fromhex(case["stream"]) + bytes.fromhex(byte) * times
    buffer = FrameBuffer()
    buffer.feed(stream)
    content = buffer.take()
    assert content is not None
    frame = read_frame(content)
    if case["kind"] is None:
        assert frame is None
        return
    assert frame is not None
    assert (frame.KIND.value, tagged(frame.fields())) == (case["kind"], case["fields"])
    assert write_frame(frame) == stream


def take_charter(case: Case) -> None:
    identity, name, age, nonce = fields_of(case["own"])
    own = Player(identity, name, age, nonce)  # type: ignore[arg-type]
    company_of(
        Start.read(fields_of(case["start"])),
        Roster.read(fields_of(case["roster"])),
        own,
        PlayerId(bytes.fromhex(case["host"])),
        Address("10.77.0.1", 10836),
    )


def take_listing(case: Case) -> None:
    check_listing(
        Listing.read(fields_of(case["listing"])),
        PlayerId(bytes.fromhex(case["host"])),
        TableId(bytes.fromhex(case["table"])),
    )


def take_game_to_watch(case: Case) -> None:
    watched_company(
        Start.read(fields_of(case["start"])),
        PlayerId(bytes.fromhex(case["player"])),
        Address("10.77.0.1", 10836),
    )


TAKE: Final[dict[str, Callable[[Case], None]]] = {
    "read frame": take_frame,
    "check charter": take_charter,
    "check listing": take_listing,
    "check game to watch": take_game_to_watch,
}


def test_the_committed_vectors_are_those_that_the_generator_gives() -> None:
    assert committed("link.json") == render(document())


def test_every_case_has_an_id_of_its_own_and_no_key_that_nobody_knows() -> None:
    ids = [case["id"] for case in CASES]

    assert len(set(ids)) == len(ids)
    for case in CASES:
        assert case.keys() - {"id", "expect", "comment", "operation"} <= KEYS[case["operation"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['expect']} {case['id']}")
def test_a_case_is_taken_or_refused_by_its_clause(case: Case) -> None:
    if case["expect"] == "ok":
        TAKE[case["operation"]](case)
        return

    with pytest.raises(Breach) as refusal:
        TAKE[case["operation"]](case)

    assert refusal.value.clause == case["expect"]


def samples() -> dict[str, bytes]:
    """The bytes in the specification, by the name of their frame."""
    text = (Path(FOLDER).parent / "link.md").read_text(encoding="utf-8")
    block = text.split("Samples; a test reads each of them.\n\n")[1].split("\n\n")[0]
    named: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        name = line[4:16].strip() or name
        named[name] = named.get(name, "") + line[16:].partition(";")[0]
    return {name: bytes.fromhex(re.sub(r"\s", "", octets)) for name, octets in named.items()}


@pytest.mark.parametrize(
    "name",
    [
        *("refusal", "join", "welcome", "hello", "ask", "here", "done", "probe", "listing"),
        *("contacts", "watch"),
    ],
)
def test_a_sample_of_the_specification_is_the_frame_it_claims_to_be(name: str) -> None:
    assert samples()[name] == write_frame(FRAMES[name])
