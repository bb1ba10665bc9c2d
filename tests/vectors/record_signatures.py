"""Vectors of keys and signatures (C1)."""

from typing import Final

from tests.forge import (
    NOT_CANONICAL,
    SMALL_ORDER,
    flipped,
    grind_signature,
    mixed_key,
    plus_order,
    scalar_of,
    sign_with_nonce,
    with_torsion,
)
from tests.vectors.record_kit import NORTH, SOUTH, case
from tests.vectors.text import Case

MESSAGE: Final = b"north plays first"
SIGNATURE: Final = NORTH.sign(MESSAGE)


def keys() -> list[Case]:
    return [
        case("key", "key-of-north", "ok", secret=NORTH.secret.hex(), key=NORTH.player.hex()),
        case("key", "secret-too-short", "C1.1", secret=NORTH.secret[:31].hex()),
        case("key", "secret-too-long", "C1.1", secret=NORTH.secret.hex() + "00"),
    ]


def _signature(name: str, expect: str, key: bytes, signature: bytes) -> Case:
    return case(
        "verify",
        name,
        expect,
        key=key.hex(),
        message=MESSAGE.hex(),
        signature=signature.hex(),
    )


def signatures() -> list[Case]:
    key, r, s = NORTH.player, SIGNATURE[:32], SIGNATURE[32:]
    scalar = scalar_of(NORTH)
    high = s[:31] + bytes([s[31] | 0x80])
    return [
        _signature("signature", "ok", key, SIGNATURE),
        _signature("another-nonce", "ok", key, sign_with_nonce(scalar, MESSAGE, nonce=7)),
        *(
            _signature(f"key-small-order-{part}", "C1.2", SMALL_ORDER[part], SIGNATURE)
            for part in range(8)
        ),
        *(
            _signature(f"key-not-canonical-{number}", "C1.2", encoded, SIGNATURE)
            for number, encoded in enumerate(NOT_CANONICAL)
        ),
        *(
            _signature(
                f"key-mixed-order-{key_part}-{r_part}",
                "C1.2",
                mixed_key(scalar, key_part),
                grind_signature(scalar, MESSAGE, key_part=key_part, r_part=r_part),
            )
            | {"comment": "the equation holds, with cofactor and without"}
            for key_part, r_part in ((4, 0), (1, 0), (1, 3), (2, 6))
        ),
        *(
            _signature(f"r-small-order-{part}", "C1.3", key, SMALL_ORDER[part] + s)
            for part in range(8)
        ),
        *(
            _signature(f"r-mixed-order-{part}", "C1.3", key, with_torsion(r, part) + s)
            for part in range(1, 8)
        ),
        _signature(
            "r-mixed-order-under-the-cofactor",
            "C1.3",
            key,
            sign_with_nonce(scalar, MESSAGE, nonce=7, r_part=1),
        )
        | {"comment": "the equation holds with cofactor"},
        *(
            _signature(f"r-not-canonical-{number}", "C1.3", key, encoded + s)
            for number, encoded in enumerate(NOT_CANONICAL)
        ),
        _signature("s-plus-q", "C1.4", key, r + plus_order(s)),
        _signature("s-high-bit", "C1.4", key, r + high),
        _signature("s-changed", "C1.5", key, r + flipped(s, 0, 1)),
        _signature("another-key", "C1.5", SOUTH.player, SIGNATURE),
        _signature("another-message", "C1.5", key, NORTH.sign(MESSAGE + b"!")),
    ]
