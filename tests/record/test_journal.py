"""C7: one's own notes; nothing is said twice differently, and no secret is shown."""

import base64
from io import BytesIO

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import (
    Digest,
    Entry,
    GameId,
    SignedEntry,
    labelled_hash,
    sign_entry,
)
from p2pqwirkle.record.identity import Identity
from p2pqwirkle.record.journal import MAGIC, Journal, Notes, Spoken, read_journal
from tests.forge import flipped, framed
from tests.record.strategies import NORTH, said
from tests.record.streams import Disk, FullDisk, nothing_to_sync

GAME = GameId(b"g" * 32)
OTHER_GAME = GameId(b"o" * 32)
ELSEWHERE = sign_entry(Entry(OTHER_GAME, NORTH.player, 1, Digest(b"d" * 32), 4, b""), NORTH)
SEED = bytes(range(100, 132))
KEY_SHARE = bytes(range(200, 232))
FIRST, SECOND = (
    said(step=1),
    sign_entry(Entry(GAME, NORTH.player, 2, Digest(bytes(32)), 4, b""), NORTH),
)


def noted(disk: Disk) -> Notes:
    notes = read_journal(BytesIO(disk.synced), GAME)
    assert notes is not None
    return notes


def begun() -> tuple[Journal, Disk]:
    disk = Disk()
    journal = Journal(disk, disk.sync)
    journal.begin(GAME, SEED, KEY_SHARE)
    return journal, disk


def refusal(written: bytes, game: GameId = GAME) -> str:
    with pytest.raises(Breach) as refused:
        read_journal(BytesIO(written), game)
    return refused.value.clause


def spoken(signed: SignedEntry) -> bytes:
    return note(encode((b"", signed.wire)))


def note(kept: bytes) -> bytes:
    return framed(encode((kept, labelled_hash(b"p2pqwirkle/1 note", kept))))


def test_the_secrets_are_on_the_disk_when_begin_returns() -> None:
    _, disk = begun()

    assert noted(disk) == Notes(GAME, SEED, KEY_SHARE, (), len(disk.synced))


def test_an_own_entry_is_on_the_disk_when_keep_returns() -> None:
    journal, disk = begun()

    journal.keep(FIRST)

    assert noted(disk).spoken == (Spoken(FIRST),)


def test_entries_are_kept_in_the_order_in_which_they_are_said() -> None:
    journal, disk = begun()
    journal.keep(FIRST)

    journal.keep(SECOND)

    assert noted(disk).spoken == (Spoken(FIRST), Spoken(SECOND))


def test_what_is_said_about_other_things_is_no_other_story() -> None:
    journal, disk = begun()
    other = said(b"\x91\x01", step=1)
    journal.keep(FIRST)

    journal.keep(other, about=b"a question")

    assert noted(disk).spoken == (Spoken(FIRST), Spoken(other, b"a question"))


def test_keeping_the_same_entry_again_writes_nothing() -> None:
    journal, disk = begun()
    journal.keep(FIRST)
    written = disk.synced

    journal.keep(FIRST)

    assert disk.getvalue() == written


def test_nothing_is_said_twice_differently() -> None:
    journal, disk = begun()
    journal.keep(FIRST)
    written = disk.synced

    with pytest.raises(Breach) as refused:
        journal.keep(said(b"\x91\x01", step=1))

    assert refused.value.clause == "C7.3"
    assert disk.getvalue() == written


def test_nothing_is_said_twice_differently_after_coming_back() -> None:
    journal, disk = begun()
    journal.keep(FIRST)

    again = Journal(disk, disk.sync, noted(disk))
    with pytest.raises(Breach) as refused:
        again.keep(said(b"\x91\x01", step=1))

    assert refused.value.clause == "C7.3"


def test_a_journal_is_gone_on_with() -> None:
    journal, disk = begun()
    journal.keep(FIRST)

    Journal(disk, disk.sync, noted(disk)).keep(SECOND)

    assert noted(disk).spoken == (Spoken(FIRST), Spoken(SECOND))


def test_a_journal_keeps_the_secrets_of_one_game() -> None:
    journal, _ = begun()

    with pytest.raises(Breach) as refused:
        journal.begin(OTHER_GAME, SEED, KEY_SHARE)

    assert refused.value.clause == "C7.2"


def test_no_entry_is_kept_before_the_secrets() -> None:
    with pytest.raises(Breach) as refused:
        Journal(Disk(), nothing_to_sync).keep(FIRST)

    assert refused.value.clause == "C7.2"


def test_a_journal_gives_no_secret_to_another_game() -> None:
    _, disk = begun()

    assert refusal(disk.synced, OTHER_GAME) == "C7.2"


def test_an_empty_journal_has_no_notes() -> None:
    assert read_journal(BytesIO(b""), GAME) is None
    assert read_journal(BytesIO(MAGIC), GAME) is None


def test_every_torn_journal_gives_the_notes_that_were_whole() -> None:
    journal, disk = begun()
    after_secrets = len(disk.synced)
    journal.keep(FIRST)
    after_first = len(disk.synced)
    journal.keep(SECOND)

    for size in range(len(disk.synced)):
        notes = read_journal(BytesIO(disk.synced[:size]), GAME)
        if size < after_secrets:
            assert notes is None
        else:
            has_first = size >= after_first
            spoken = (Spoken(FIRST),) if has_first else ()
            end = after_first if has_first else after_secrets
            assert notes == Notes(GAME, SEED, KEY_SHARE, spoken, end)


def test_every_flipped_byte_of_a_journal_is_damage() -> None:
    journal, disk = begun()
    journal.keep(FIRST)
    for place in range(len(disk.synced)):
        for mask in (0x01, 0x80, 0xFF):
            assert refusal(flipped(disk.synced, place, mask))


def test_a_note_unlike_its_hash_is_damage() -> None:
    _, disk = begun()

    assert refusal(flipped(disk.synced, disk.synced.index(SEED))) == "C7.1"


SECRETS = note(encode((GAME, SEED, KEY_SHARE)))


@pytest.mark.parametrize(
    ("written", "clause"),
    [
        pytest.param(
            SECRETS + note(encode((b"", SECOND.wire[:-1]))), "E1.2", id="E1.2 an entry cut short"
        ),
        pytest.param(SECRETS + SECRETS, "E2.5", id="E2.5 secrets twice"),
        pytest.param(spoken(FIRST), "E2.5", id="E2.5 no secrets"),
        pytest.param(note(encode((GAME, SEED[:31], KEY_SHARE))), "E2.3", id="E2.3 seed"),
        pytest.param(note(encode((GAME, SEED, b""))), "E2.3", id="E2.3 key share"),
        pytest.param(
            note(encode((OTHER_GAME, SEED, KEY_SHARE))) + spoken(FIRST),
            "C7.2",
            id="C7.2 another game",
        ),
        pytest.param(SECRETS + spoken(ELSEWHERE), "C7.2", id="C7.2 an entry of another game"),
        pytest.param(
            SECRETS + spoken(FIRST) + spoken(said(b"\x91\x01", step=1)),
            "C7.3",
            id="C7.3 two stories",
        ),
    ],
)
def test_a_journal_of_another_shape_is_damage(written: bytes, clause: str) -> None:
    assert refusal(MAGIC + written) == clause


def test_on_a_full_disk_nothing_is_kept_and_nothing_may_be_sent() -> None:
    _, disk = begun()
    full = FullDisk(room=len(disk.synced) + 50)
    journal = Journal(full, nothing_to_sync)
    journal.begin(GAME, SEED, KEY_SHARE)

    with pytest.raises(OSError, match="No space left"):
        journal.keep(FIRST)
    with pytest.raises(OSError, match="an earlier write failed"):
        journal.keep(FIRST)


def forms(secret: bytes) -> set[str]:
    number = int.from_bytes(secret, "little")
    return {
        secret.hex(),
        secret.hex(" "),
        repr(secret)[2:-1],
        base64.b64encode(secret).decode().rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        str(number),
        str(int.from_bytes(secret, "big")),
    }


def test_no_repr_shows_a_secret() -> None:
    journal, disk = begun()
    journal.keep(FIRST)
    identity = Identity(bytes(range(64, 96)))
    shown = " ".join(map(repr, (journal, noted(disk), identity, FIRST, FIRST.entry)))

    for secret in (SEED, KEY_SHARE, identity.secret):
        for form in forms(secret):
            assert form not in shown


def test_no_refusal_tells_a_secret() -> None:
    written = MAGIC + note(encode((GAME, SEED, KEY_SHARE)))
    for place in range(len(MAGIC), len(written)):
        with pytest.raises(Breach) as refused:
            read_journal(BytesIO(flipped(written, place)), GAME)
        told = str(refused.value)
        assert not any(form in told for secret in (SEED, KEY_SHARE) for form in forms(secret))
