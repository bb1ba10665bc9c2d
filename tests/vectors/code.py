"""The vectors of L10: `python -m tests.vectors.code` writes them, the tests read them."""

from hashlib import sha512
from typing import Final

from p2pqwirkle.codes import read_code
from p2pqwirkle.net.invitation import JoinerSide, answer
from p2pqwirkle.record.identity import Identity, PlayerId
from tests.vectors.scribe import secret
from tests.vectors.text import Case, Json, write

WHAT: Final = (
    "read code: typed comes to code. "
    "prove code: the joiner draws the 64 bytes joiner_random, the host host_random; joiner and "
    "host are their identities, and the rest is what they send each other. "
    "check joiner, check host: as before, but what is given as joiner_element, joiner_proof, "
    "host_element or host_proof is what the other side has received instead. "
    "expect ok: it is so; else refuse with that clause. "
    "The random bytes are hashes of public words, for vectors only."
)
NORTH: Final = Identity(secret("north")).player
SOUTH: Final = Identity(secret("south")).player
EAST: Final = Identity(secret("east")).player

IDENTITY: Final = "01" + "00" * 31
SMALL_ORDER: Final = "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
NOT_CANONICAL: Final = "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
OFF_THE_CURVE: Final = "02" + "00" * 31


def document() -> Json:
    """The content of protocol/vectors/code.json."""
    return {
        "section": "link L10",
        "what": WHAT,
        "cases": [*_read(), *_proven(), *_refused_by_the_host(), *_refused_by_the_joiner()],
    }


def random_of(*words: str) -> bytes:
    """64 bytes that anybody can know."""
    return sha512(" ".join(("p2pqwirkle vectors", *words)).encode()).digest()


def _read() -> list[Case]:
    typed = {
        "as-it-is-shown": "puma-oxygen-bike",
        "in-any-case-with-anything-between": "  Puma, OXYGEN  bike!",
        "with-nothing-between": "PumaOxygenBike",
        "cut-short-where-it-is-clear": "puma oxyg bik",
        "in-the-host's-own-words": "Unsere KATZE schnurrt",
    }
    return [_typed(name, text) for name, text in typed.items()]


def _typed(name: str, text: str) -> Case:
    code = str(read_code(text))
    return {"id": name, "expect": "ok", "operation": "read code", "typed": text, "code": code}


def _proven() -> list[Case]:
    codes = ("puma-oxygen-bike", "zodiac-zodiac-zodiac", "unsere-katze-schnurrt")
    return [_case(f"proven-{code}", "prove code", code) for code in codes]


def _refused_by_the_host() -> list[Case]:
    other = _case("", "", "puma-oxygen-boat")
    again = _case("", "", "puma-oxygen-bike", random="again")
    elsewhere = _case("", "", "puma-oxygen-bike", host=EAST)
    given: list[tuple[str, str, dict[str, Json]]] = [
        ("another-code", "L10.3", {"joiner_proof": other["joiner_proof"]}),
        ("a-proof-from-another-try", "L10.3", {"joiner_proof": again["joiner_proof"]}),
        ("a-proof-meant-for-another-host", "L10.3", {"joiner_proof": elsewhere["joiner_proof"]}),
        ("the-host's-own-proof", "L10.3", {"joiner_proof": _plain()["host_proof"]}),
        ("no-proof-at-all", "L10.3", {"joiner_proof": "00" * 32}),
        ("another-element", "L10.3", {"joiner_element": again["joiner_element"]}),
        ("the-host's-own-element", "L10.3", {"joiner_element": _plain()["host_element"]}),
        *_bad_elements("joiner_element"),
    ]
    return [
        _plain() | {"id": f"host-{name}", "expect": clause, "operation": "check joiner"} | bad
        for name, clause, bad in given
    ]


def _refused_by_the_joiner() -> list[Case]:
    other = _case("", "", "puma-oxygen-boat")
    again = _case("", "", "puma-oxygen-bike", random="again")
    given: list[tuple[str, str, dict[str, Json]]] = [
        ("another-code", "L10.6", {"host_proof": other["host_proof"]}),
        ("a-proof-from-another-try", "L10.6", {"host_proof": again["host_proof"]}),
        ("its-own-proof", "L10.6", {"host_proof": _plain()["joiner_proof"]}),
        ("its-own-element", "L10.6", {"host_element": _plain()["joiner_element"]}),
        ("an-open-table", "L10.6", {"host_proof": None}),
        *_bad_elements("host_element"),
    ]
    return [
        _plain() | {"id": f"joiner-{name}", "expect": clause, "operation": "check host"} | bad
        for name, clause, bad in given
    ]


def _bad_elements(field: str) -> list[tuple[str, str, dict[str, Json]]]:
    return [
        ("the-identity", "B1.3", {field: IDENTITY}),
        ("small-order", "B1.4", {field: SMALL_ORDER}),
        ("not-canonical", "B1.2", {field: NOT_CANONICAL}),
        ("off-the-curve", "B1.4", {field: OFF_THE_CURVE}),
    ]


def _plain() -> Case:
    return _case("", "", "puma-oxygen-bike")


def _case(
    name: str, operation: str, code: str, *, host: PlayerId = NORTH, random: str = "once"
) -> Case:
    ours, theirs = random_of("joiner", random), random_of("host", random)
    joiner = JoinerSide(read_code(code), SOUTH, host, lambda _: ours)
    element, proofs = answer(read_code(code), SOUTH, host, joiner.element, lambda _: theirs)
    return {
        "id": name,
        "expect": "ok",
        "operation": operation,
        "code": code,
        "joiner": SOUTH.hex(),
        "host": host.hex(),
        "joiner_random": ours.hex(),
        "host_random": theirs.hex(),
        "joiner_element": joiner.element.hex(),
        "host_element": element.hex(),
        "joiner_proof": proofs.joiner.hex(),
        "host_proof": proofs.host.hex(),
    }


if __name__ == "__main__":
    write("code.json", document())
