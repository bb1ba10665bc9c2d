"""Games that one player spoils, signed with its real key and wrong in one thing only."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import Entry, read_signed_entry
from p2pqwirkle.table.dealing import pledge
from p2pqwirkle.table.entries import (
    ClaimBody,
    Kind,
    RevealBody,
    read_claim,
    read_reveal,
    read_shares,
    write_claim,
    write_hash,
    write_keys,
    write_nothing,
    write_reveal,
    write_seal,
    write_shares,
)
from p2pqwirkle.table.gathering import commitment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.standing import Standing
from tests import lies
from tests.forge import SMALL_ORDER
from tests.lies import Bend, Liar
from tests.vectors.games_honest import TWO
from tests.vectors.games_kit import Finding, Game, damaged, faulty
from tests.vectors.games_turns import (
    another_players_slot,
    beside_nothing,
    broken_line,
    fewer_than_claimed,
    no_slots,
    played_slot,
)
from tests.vectors.scribe import Lie, Scribe, secret


def in_place_of(kind: Kind, bend: Bend) -> Lie:
    """Another body in every entry of one kind."""

    def lie(liar: Liar, entry: Entry) -> Entry:
        return replace(entry, body=bend(liar, entry.body)) if entry.kind == kind else entry

    return lie


def when(kind: Kind, change: Callable[[Entry], Entry]) -> Lie:
    """Something else changed in every entry of one kind."""

    def lie(_liar: Liar, entry: Entry) -> Entry:
        return change(entry) if entry.kind == kind else entry

    return lie


def spoilt(name: str, clause: str, liar: str, lie: Lie, comment: str) -> Game:
    """The game of two, with one lie in it."""
    return faulty(Scribe(TWO, liar=liar, lie=lie).play(), name, clause, comment)


def faulty_games() -> Iterator[Game]:
    yield from _opening_faults()
    yield from _bag_faults()
    yield from _claim_faults()
    yield from _turn_faults()
    yield from _order_faults()
    yield from _two_stories()
    yield from _end_faults()
    yield _collapse()


def _opening_faults() -> Iterator[Game]:
    other = Scribe(TWO, game="another game").charter.encode()
    yield spoilt(
        "charter-of-another-game",
        "T1.6",
        "south",
        in_place_of(Kind.CHARTER, lambda _liar, _body: other),
        "south signs another charter; north's stands before it, to judge it by",
    )
    yield spoilt(
        "commitment-too-short",
        "E2.3",
        "south",
        in_place_of(Kind.COMMIT, lambda _liar, _body: write_hash(bytes(31))),
        "a hash of 31 bytes",
    )
    yield spoilt(
        "reveal-unlike-commitment",
        "T3.1",
        "south",
        in_place_of(Kind.REVEAL, _another_coin),
        "another coin nonce than committed to",
    )
    yield spoilt(
        "key-share-of-another",
        "B3.2",
        "south",
        _opens_with_anothers_proof,
        "south commits to a key share whose secret it cannot show",
    )


def _another_coin(_liar: Liar, body: bytes) -> bytes:
    return write_reveal(replace(read_reveal(body), coin_nonce=secret("another coin")))


def _opens_with_anothers_proof(liar: Liar, entry: Entry) -> Entry:
    """Commits to the base point as its key share, with the proof for its own, and opens that."""
    if entry.kind == Kind.COMMIT:
        bent = _base_point(liar.own._reveal(liar.moment), liar)
        return replace(entry, body=write_hash(commitment(entry.game, liar.seat, bent)))
    if entry.kind == Kind.REVEAL:
        return replace(entry, body=write_reveal(_base_point(read_reveal(entry.body), liar)))
    return entry


def _base_point(reveal: RevealBody, liar: Liar) -> RevealBody:
    return replace(reveal, key_share=liar.own.group.base)


def _bag_faults() -> Iterator[Game]:
    for name, clause, bend, comment in (
        ("tile-doubled", "B7.5", lies.doubled_tile, "one tile twice, another not at all"),
        ("equal-masks", "B7.1", lies.equal_masks, "two tiles with one mask, argued honestly"),
        ("tile-not-remasked", "B7.3", lies.unchanged_tile, "everybody sees where it went"),
        ("tile-missing", "B4.1", lies.outputs_cut(107), "107 tiles of 108"),
    ):
        yield spoilt(name, clause, "north", in_place_of(Kind.SHUFFLE, bend), comment)
    for name, clause, bend, comment in (
        ("wrong-share", "B5.2", lies.random_share, "an element that has nothing to do with it"),
        ("errors-that-cancel", "B5.2", lies.cancelling_shares, "two wrong shares, the sum right"),
        ("share-missing", "B6.1", lies.one_share_too_few, "five shares for six tiles"),
        ("share-of-small-order", "B1.4", _small_order, "a point outside the group"),
    ):
        yield spoilt(name, clause, "north", in_place_of(Kind.DEAL, bend), comment)
    yield spoilt(
        "share-too-many",
        "B6.1",
        "south",
        in_place_of(Kind.DRAW, lies.one_share_too_many),
        "the next tile in the bag is opened as well, in a draw",
    )


def _small_order(_liar: Liar, body: bytes) -> bytes:
    return write_shares(SMALL_ORDER[4] + read_shares(body)[32:])


def _claim_faults() -> Iterator[Game]:
    yield spoilt(
        "claim-unlike-pledge",
        "T6.1",
        "south",
        in_place_of(Kind.CLAIM, lambda _liar, body: write_claim(_sized(body, 4))),
        "south pledged 3 and claims 4",
    )
    yield spoilt(
        "claim-in-a-longer-form",
        "E1.7",
        "south",
        in_place_of(Kind.CLAIM, lambda _liar, body: body.replace(b"\x03", b"\xcc\x03", 1)),
        "the size in two bytes",
    )
    yield spoilt("claim-of-seven", "R3.1", "south", claims(7), "pledged and claimed")
    low = Scribe(TWO, liar="north", lie=claims(3)).play()
    comment = "north has 4, pledges and claims 3, and so leaves the opening to south"
    yield _found_late(low, "false-low-claim", (0, "R3.5", 14), comment)


def _sized(body: bytes, size: int) -> ClaimBody:
    return replace(read_claim(body), size=size)


def claims(size: int) -> Lie:
    """Another size, pledged and claimed."""

    def lie(liar: Liar, entry: Entry) -> Entry:
        said = ClaimBody(size, secret("salt"))
        if entry.kind == Kind.PLEDGE:
            return replace(entry, body=write_hash(pledge(entry.game, liar.seat, said)))
        return replace(entry, body=write_claim(said)) if entry.kind == Kind.CLAIM else entry

    return lie


def _turn_faults() -> Iterator[Game]:
    for name, clause, liar, bend, comment in (
        (
            "opening-too-small",
            "R3.3",
            "north",
            fewer_than_claimed,
            "three tiles after a claim of 4",
        ),
        ("broken-line", "R5.2", "south", broken_line, "a tile where it does not fit"),
        ("beside-nothing", "R4.7", "south", beside_nothing, "a tile that touches none"),
        ("no-slots", "T7.4", "south", no_slots, "a play of nothing, with a proof about nothing"),
        ("another-players-slot", "T7.3", "south", another_players_slot, "north's first tile"),
        ("slot-played-before", "T7.3", "north", played_slot, "the first tile of the opening again"),
        (
            "share-of-another-slot",
            "B5.2",
            "south",
            lies.with_share_of_another_slot,
            "a good share of another tile in hand",
        ),
    ):
        yield spoilt(name, clause, liar, in_place_of(Kind.PLAY, bend), comment)
    swap = when(Kind.PLAY, _swap_of_first_slot)
    yield spoilt("swap-by-the-opener", "R3.2", "north", swap, "one tile put aside")
    passing = when(Kind.PLAY, _pass)
    yield spoilt("pass-with-a-full-bag", "R8.1", "south", passing, "a tile could be placed, too")


def _swap_of_first_slot(entry: Entry) -> Entry:
    return replace(entry, kind=Kind.SWAP, body=encode((((0, 0),),)))


def _pass(entry: Entry) -> Entry:
    return replace(entry, kind=Kind.PASS, body=write_nothing())


def _order_faults() -> Iterator[Game]:
    ready = when(Kind.READY, lambda entry: replace(entry, step=entry.step + 1))
    yield spoilt("step-number-too-high", "T2.1", "south", ready, "the next step's number")
    unknown = when(Kind.READY, lambda entry: replace(entry, kind=14))
    yield spoilt("unknown-kind", "T2.3", "south", unknown, "kind 14")
    skipped = when(
        Kind.SHUFFLE, lambda entry: replace(entry, kind=Kind.READY, body=write_nothing())
    )
    yield spoilt("shuffle-skipped", "T2.3", "south", skipped, "ready in place of a shuffle")

    scribe = Scribe(TWO, liar="south").play(until=_is_turn(1))
    scribe.say(scribe.sign(1, (Kind.PASS, write_nothing())))
    yield faulty(scribe, "out-of-turn", "T2.2", "south passes in north's turn")

    scribe = Scribe(TWO, liar="south").play(until=_is_turn(1))
    late = scribe.sign(1, (Kind.PASS, write_nothing()))
    scribe.play(until=_is_turn(2))
    scribe.say(late)
    yield faulty(scribe, "out-of-a-past-turn", "T2.2", "south passes in north's turn, too late")


def _is_turn(number: int) -> Callable[[Standing], bool]:
    """Whether the turn with this number, from 1, is open."""

    def is_it(standing: Standing) -> bool:
        stage = standing.stage
        if not isinstance(stage, Playing) or stage.phase is not Phase.TURN:
            return False
        return (stage.last_turn is None) == (number == 1)

    return is_it


def _two_stories() -> Iterator[Game]:
    scribe = Scribe(TWO, liar="south").play(until=lambda standing: standing.phase is Phase.PLEDGE)
    scribe.speak(1)
    scribe.say(scribe.sign(1, (Kind.PLEDGE, write_hash(secret("another pledge")))))
    comment = "south pledges twice before north does: both exhibits stand at the end"
    yield faulty(scribe, "two-pledges", "C4.1", comment)

    scribe = Scribe(TWO, liar="north").play(until=_is_turn(1))
    other = scribe.sign(0, (Kind.PASS, write_nothing()))
    scribe.play(until=_is_turn(2))
    scribe.say(other)
    comment = "north's opening is complete when it is heard to have passed as well"
    yield faulty(scribe, "two-turns", "C4.1", comment)


def _end_faults() -> Iterator[Game]:
    more = in_place_of(Kind.SEAL, lambda liar, _body: _one_more(_scores(liar)))
    yield spoilt("wrong-seal", "T9.1", "north", more, "one point more for north")
    other = write_keys(secret("another key")[:31] + b"\x00")
    wrong_key = in_place_of(Kind.KEYS, lambda _liar, _body: other)
    yield spoilt("wrong-key", "B3.5", "south", wrong_key, "a scalar that is not south's secret")
    passing = Scribe(TWO, liar="south", lie=passes_once_for_no_reason()).play()
    wires = [read_signed_entry(wire).entry for wire in passing.wires]
    entry = [one.kind for one in wires].index(Kind.PASS)
    yield _found_late(passing, "false-pass", (1, "R8.2", entry), "south could have placed a tile")


def _one_more(scores: tuple[int, ...]) -> bytes:
    return write_seal((scores[0] + 1, *scores[1:]))


def _scores(liar: Liar) -> tuple[int, ...]:
    return liar.playing.position.scores


def passes_once_for_no_reason() -> Lie:
    """Passes in its first turn with an empty bag, though it has a play."""
    passed: list[Entry] = []

    def lie(liar: Liar, entry: Entry) -> Entry:
        if entry.kind != Kind.PLAY or passed or liar.playing.position.bag_size:
            return entry
        passed.append(entry)
        return _pass(entry)

    return lie


def _found_late(scribe: Scribe, name: str, finding: Finding, comment: str) -> Game:
    """A game that came to its end: only the opened keys show the lie."""
    return Game(name, comment, scribe.record, "fault", [finding]).with_result(scribe)


def _collapse() -> Game:
    scribe = Scribe(TWO, seeds={"south": "north"}).play()
    return damaged(
        "equal-key-shares", "B3.3", 5, scribe.record, "two in league: which began it shows nowhere"
    )
