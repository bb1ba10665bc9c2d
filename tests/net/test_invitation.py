"""Proving a code: both sides, what the vectors say, and how many tries there are."""

import json
import secrets
from typing import Any, Final

import pytest

from p2pqwirkle.codes import make_code, read_code
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.invitation import MOST_TRIES, JoinerSide, Tries, answer
from p2pqwirkle.record.identity import PlayerId
from tests.naive import code as naive
from tests.net.pair import credentials_of
from tests.vectors.code import document
from tests.vectors.text import committed, render

Case = dict[str, Any]

CASES: Final[list[Case]] = json.loads(committed("code.json"))["cases"]
READ: Final = [case for case in CASES if case["operation"] == "read code"]
PROVEN: Final = [case for case in CASES if case["operation"] == "prove code"]
REFUSED: Final = [case for case in CASES if case["expect"] != "ok"]
PROOF_KEYS: Final = {
    *("code", "joiner", "host", "joiner_random", "host_random"),
    *("joiner_element", "host_element", "joiner_proof", "host_proof"),
}
SOUTH: Final = credentials_of("south").player
EAST: Final = credentials_of("east").player


def named(case: Case) -> str:
    return f"{case['expect']} {case['id']}"


def octets(case: Case, name: str) -> bytes:
    return bytes.fromhex(case[name])


def joiner_of(case: Case) -> JoinerSide:
    keys = PlayerId(octets(case, "joiner")), PlayerId(octets(case, "host"))
    return JoinerSide(read_code(case["code"]), *keys, lambda _: octets(case, "joiner_random"))


def check_joiner(case: Case) -> None:
    """What a host does with what it has received."""
    keys = PlayerId(octets(case, "joiner")), PlayerId(octets(case, "host"))
    element, proofs = answer(
        read_code(case["code"]),
        *keys,
        octets(case, "joiner_element"),
        lambda _: octets(case, "host_random"),
    )
    assert element == octets(case, "host_element")
    proofs.check_joiner(octets(case, "joiner_proof"))


def check_host(case: Case) -> None:
    """What a joiner does with what it has received."""
    side = joiner_of(case)
    assert side.element == octets(case, "joiner_element")
    proofs = side.answered(octets(case, "host_element"))
    proofs.check_host(None if case["host_proof"] is None else octets(case, "host_proof"))


def test_the_committed_vectors_are_those_that_the_generator_gives() -> None:
    assert committed("code.json") == render(document())


def test_every_case_has_an_id_of_its_own_and_no_key_that_nobody_knows() -> None:
    ids = [case["id"] for case in CASES]

    assert len(set(ids)) == len(ids)
    for case in CASES:
        known = {"typed", "code"} if case["operation"] == "read code" else PROOF_KEYS
        assert case.keys() - {"id", "expect", "operation"} == known


@pytest.mark.parametrize("case", READ, ids=named)
def test_what_is_typed_comes_to_a_code(case: Case) -> None:
    assert str(read_code(case["typed"])) == case["code"]


@pytest.mark.parametrize("case", PROVEN, ids=named)
def test_two_who_know_the_code_convince_each_other(case: Case) -> None:
    check_joiner(case)
    check_host(case)


@pytest.mark.parametrize("case", PROVEN, ids=named)
def test_a_second_implementation_of_the_specification_says_the_same(case: Case) -> None:
    keys = octets(case, "joiner"), octets(case, "host")
    code = case["code"].encode()

    joiner = naive.as_joiner(
        code, *keys, octets(case, "joiner_random"), octets(case, "host_element")
    )
    host = naive.as_host(code, *keys, octets(case, "host_random"), octets(case, "joiner_element"))

    assert joiner == host
    assert {name: getattr(joiner, name).hex() for name in vars(joiner)} == {
        name: case[name] for name in vars(joiner)
    }


@pytest.mark.parametrize("case", REFUSED, ids=named)
def test_whatever_else_is_sent_is_refused_by_its_clause(case: Case) -> None:
    check = check_joiner if case["operation"] == "check joiner" else check_host

    with pytest.raises(Breach) as refusal:
        check(case)

    assert refusal.value.clause == case["expect"]


def test_no_two_tries_send_the_same() -> None:
    code = make_code(secrets.token_bytes)

    elements = {JoinerSide(code, SOUTH, EAST, secrets.token_bytes).element for _ in range(8)}

    assert len(elements) == 8


def test_the_proofs_show_themselves_to_nobody_by_accident() -> None:
    code = make_code(secrets.token_bytes)
    side = JoinerSide(code, SOUTH, EAST, secrets.token_bytes)

    _, proofs = answer(code, SOUTH, EAST, side.element, secrets.token_bytes)

    assert proofs.host.hex() not in repr(proofs)
    assert repr(proofs.host) not in repr(proofs)


# How many tries.


def refused_at(tries: Tries, player: PlayerId, now: float) -> str:
    """The clause that a try is refused with, or nothing if it may begin."""
    try:
        tries.begin(player, now)
    except Breach as breach:
        return breach.clause
    return ""


def strangers(count: int) -> list[PlayerId]:
    return [credentials_of(f"stranger {number}").player for number in range(count)]


def test_many_who_know_the_code_may_come_at_once() -> None:
    tries = Tries()

    assert [refused_at(tries, player, 0.0) for player in strangers(5)] == [""] * 5


def test_after_each_wrong_code_all_wait_longer_and_its_key_four_times_as_long() -> None:
    tries, now = Tries(), 0.0
    pauses = []
    for player in strangers(8):
        tries.begin(player, now)
        tries.fail(player, now)
        began = now
        while refused_at(tries, EAST, now) == "L10.4":
            now += 0.25
        tries.succeed(EAST)
        pauses.append(now - began)

    assert pauses == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 16.0]

    again = Tries()
    again.begin(SOUTH, 0.0)
    again.fail(SOUTH, 0.0)
    assert refused_at(again, EAST, 0.25) == ""
    assert refused_at(again, SOUTH, 0.75) == "L10.4"
    assert refused_at(again, SOUTH, 1.0) == ""


def test_ten_wrong_codes_are_all_that_anybody_may_try() -> None:
    tries, now = Tries(), 0.0
    for player in strangers(MOST_TRIES):
        now += 100.0
        tries.begin(player, now)
        tries.fail(player, now)

    assert tries.failed == MOST_TRIES
    assert refused_at(tries, EAST, now + 1e6) == "L10.5"


def test_tries_that_are_under_way_count_too() -> None:
    tries = Tries()
    for player in strangers(MOST_TRIES):
        tries.begin(player, 0.0)

    assert refused_at(tries, EAST, 0.0) == "L10.5"
    tries.succeed(strangers(1)[0])
    assert refused_at(tries, EAST, 0.0) == ""


def test_a_guest_who_gets_it_right_at_last_takes_its_slips_back() -> None:
    tries, now = Tries(), 0.0
    for _ in range(3):
        now += 100.0
        tries.begin(SOUTH, now)
        tries.fail(SOUTH, now)
    tries.begin(SOUTH, now + 100.0)
    tries.succeed(SOUTH)

    assert tries.failed == 0
    assert refused_at(tries, EAST, now + 100.0) == ""
