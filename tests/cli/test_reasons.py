"""What a joiner is told when there is no seat: what happened, and what to do."""

import pytest

from p2pqwirkle import __version__
from p2pqwirkle.cli.exits import ExitCode
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.net.frames import Refusal
from p2pqwirkle.net.link import Closure, Side, Trouble
from p2pqwirkle.net.reactor import Address

HOST = Address("10.77.0.1", 10836)


def told(closure: Closure) -> str:
    refused = no_seat(closure, HOST)
    assert refused.code is ExitCode.COULD_NOT
    return str(refused)


@pytest.mark.parametrize(
    ("trouble", "part"),
    [
        (Trouble.REFUSED, "Nobody has a table open at 10.77.0.1:10836"),
        (Trouble.NO_ANSWER, "does not answer on port 10836"),
        (Trouble.NO_ROUTE, "No network leads to 10.77.0.1"),
        (Trouble.UNKNOWN_NAME, "No computer is called 10.77.0.1"),
        (Trouble.OTHER, "cannot be reached"),
    ],
)
def test_a_computer_that_cannot_be_reached(trouble: Trouble, part: str) -> None:
    assert part in told(Closure(Side.NOBODY, "", "errno 111", trouble=trouble))


def test_a_mac_asks_for_permission_where_others_have_no_route(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")

    line = told(Closure(Side.NOBODY, "", "errno 65", trouble=Trouble.NO_ROUTE))

    assert "local network in System Settings" in line


def test_both_versions_are_named() -> None:
    words = Refusal(protocol=2, program="0.9.0", clause="L4.1", detail="")

    line = told(Closure(Side.THEIRS, "L4.1", "", refusal=words))

    assert "0.9.0 (protocol 2)" in line
    assert f"{__version__} (protocol 1)" in line


@pytest.mark.parametrize(
    ("clause", "part"),
    [
        ("L4.2", "has begun"),
        ("L4.3", "All seats"),
        ("L4.4", "Your key has a seat"),
        ("L4.5", "not the host"),
        ("L4.6", "has put you out"),
        ("L10.1", "give it with --code"),
        ("L10.2", "has no code"),
        ("L10.3", "one of the words is different"),
        ("L10.4", "keeps trying wrong codes"),
        ("L10.5", "ask the host for a new one"),
        ("T1.4", "your name"),
        ("L3.1", "L3.1"),
        ("X9.9", "X9.9"),
    ],
)
def test_a_host_that_refuses(clause: str, part: str) -> None:
    words = Refusal(protocol=1, program="0.1.0", clause=clause, detail="")

    assert part in told(Closure(Side.THEIRS, clause, "", refusal=words))


@pytest.mark.parametrize("clause", ["L1.1", "L1.2", "L1.4"])
def test_what_is_no_table(clause: str) -> None:
    assert "no table of p2pqwirkle" in told(Closure(Side.OURS, clause, "wrong version number"))


def test_a_host_that_does_not_know_the_code() -> None:
    assert "may not be your host" in told(Closure(Side.OURS, "L10.6", ""))


def test_a_charter_that_was_not_shown() -> None:
    assert "sign something else" in told(Closure(Side.OURS, "L5.2", ""))


def test_a_host_that_has_left_and_one_that_was_lost() -> None:
    assert "has closed the table" in told(Closure(Side.THEIRS, "", "Connection was closed"))
    assert "connection" in told(Closure(Side.NOBODY, "", "Connection was lost"))


@pytest.mark.parametrize(
    ("side", "clause", "part"),
    [
        (Side.THEIRS, "L11.2", "have not agreed to be watched"),
        (Side.THEIRS, "L11.3", "try the address of another player"),
        (Side.THEIRS, "L6.4", "is over"),
        (Side.OURS, "L11.4", "no game of its own that may be watched"),
    ],
)
def test_why_there_is_nothing_to_watch(side: Side, clause: str, part: str) -> None:
    assert part in told(Closure(side, clause, ""))
