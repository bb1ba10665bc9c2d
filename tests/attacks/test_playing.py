"""Lies about plays, claims, scores and keys."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import Entry, sign_entry, step_digest
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.table.dealing import pledge
from p2pqwirkle.table.entries import (
    ClaimBody,
    Kind,
    PlayBody,
    read_claim,
    read_play,
    write_claim,
    write_hash,
    write_keys,
    write_nothing,
    write_play,
    write_seal,
)
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from tests.attacks.naming import (
    Named,
    already_played,
    anothers,
    downwards,
    none,
    not_drawn,
    of_an_older_bag,
    one_twice,
)
from tests.attacks.trial import assert_convicted, audited
from tests.lan import Lan, Neighbour
from tests.lies import (
    Claims,
    Instead,
    Liar,
    Says,
    SaysInTurn,
    played,
    with_share_of_another_slot,
)
from tests.scenes import Scene, scene


@pytest.mark.parametrize(
    ("named", "clause"),
    [
        pytest.param(anothers, "T7.3", id="play-2 of another seat"),
        pytest.param(already_played, "T7.3", id="play-2 already played"),
        pytest.param(of_an_older_bag, "T7.3", id="of another bag"),
        pytest.param(not_drawn, "T7.3", id="not drawn"),
        pytest.param(one_twice, "T7.1", id="named twice"),
        pytest.param(downwards, "T7.1", id="in another order"),
        pytest.param(none, "T7.4", id="no tile"),
    ],
)
def test_a_play_of_what_is_not_in_hand_is_its_authors_fault(named: Named, clause: str) -> None:
    lan = scene(Scene.MIDGAME)

    def body(liar: Liar) -> bytes:
        slots = tuple(named(liar))
        cells = tuple(Cell(100 + place, 0) for place, _ in enumerate(slots))
        shares = liar.own.group.encode_scalar(Scalar(1)) * (len(slots) + 2)
        return write_play(PlayBody(slots, cells, shares))

    lan["south"].lie = SaysInTurn(Kind.PLAY, body)

    lan.play()

    assert_convicted(lan, "south", clause)


def test_a_play_opens_the_slot_that_it_names() -> None:
    """play-1: the face follows from the share, and the share from the slot."""
    lan = scene(Scene.MIDGAME)
    lan["south"].lie = Instead(Kind.PLAY, with_share_of_another_slot)

    lan.play()

    assert_convicted(lan, "south", "B5.2")


def test_a_play_has_no_room_for_a_face() -> None:
    """play-1: nobody says what a tile shows."""
    lan = scene(Scene.MIDGAME)

    def with_faces(_liar: Liar, body: bytes) -> bytes:
        said = read_play(body)
        slots = [(slot.bag, slot.index) for slot in said.slots]
        return encode((slots, [(cell.x, cell.y) for cell in said.cells], said.shares, [0]))

    lan["south"].lie = Instead(Kind.PLAY, with_faces)

    lan.play()

    assert_convicted(lan, "south", "E2.5")


def test_every_slot_of_a_play_goes_to_one_cell() -> None:
    lan = scene(Scene.MIDGAME)

    def cells_missing(_liar: Liar, body: bytes) -> bytes:
        return write_play(replace(read_play(body), cells=()))

    lan["south"].lie = Instead(Kind.PLAY, cells_missing)

    lan.play()

    assert_convicted(lan, "south", "T7.2")


@pytest.mark.parametrize(
    ("cells", "clause"),
    [
        pytest.param((Cell(0, 0),), "R4.4", id="on a tile"),
        pytest.param((Cell(90, 90),), "R4.7", id="touching nothing"),
        pytest.param((Cell(90, 90), Cell(90, 90)), "R4.3", id="two on one cell"),
        pytest.param((Cell(90, 90), Cell(91, 91)), "R4.5", id="neither row nor column"),
        pytest.param((Cell(90, 90), Cell(92, 90)), "R4.6", id="with a gap"),
    ],
)
def test_an_illegal_play_with_good_proofs_is_its_authors_fault(
    cells: tuple[Cell, ...], clause: str
) -> None:
    """play-4"""
    lan = scene(Scene.MIDGAME)
    lan["south"].lie = SaysInTurn(Kind.PLAY, lambda liar: played(liar, cells))

    lan.play()

    assert_convicted(lan, "south", clause)


def test_a_tile_beside_one_that_it_does_not_go_with_is_its_authors_fault() -> None:
    """play-1, play-4: the true face counts."""
    lan = scene(Scene.MIDGAME)
    stage = lan["south"].table._standing.stage
    assert isinstance(stage, Playing)
    board = stage.position.board
    face = lan["south"].snapshot.hand[0].face
    cell = next(cell for cell, gap in board.gaps.items() if not gap.faces >> face.index & 1)
    lan["south"].lie = SaysInTurn(Kind.PLAY, lambda liar: played(liar, (cell,)))

    lan.play()

    (fault,) = {peer.stopped for peer in lan.others("south")}
    assert fault is not None
    assert fault.clause in {"R1.1", "R5.1", "R5.2"}
    assert_convicted(lan, "south", fault.clause)


@pytest.mark.parametrize(
    ("where", "clause"),
    [
        pytest.param(Scene.OPENING, "R3.2", id="instead of the opening"),
        pytest.param(Scene.MIDGAME, "R8.1", id="with tiles in the bag"),
    ],
)
def test_a_pass_that_the_rules_do_not_allow_is_its_authors_fault(where: Scene, clause: str) -> None:
    lan = scene(where)
    mover = lan.mover
    mover.lie = SaysInTurn(Kind.PASS, lambda _: write_nothing())

    lan.play()

    assert_convicted(lan, mover.name, clause)


def test_the_opening_covers_the_origin() -> None:
    lan = scene(Scene.OPENING)
    mover = lan.mover

    def elsewhere(_liar: Liar, body: bytes) -> bytes:
        cells = [Cell(cell.x + 20, cell.y) for cell in read_play(body).cells]
        return write_play(replace(read_play(body), cells=tuple(cells)))

    mover.lie = Instead(Kind.PLAY, elsewhere)

    lan.play()

    assert_convicted(lan, mover.name, "R3.4")


def test_a_pass_with_a_tile_that_fits_is_named_by_the_audit() -> None:
    lan = scene(Scene.EMPTY)
    lan["south"].lie = SaysInTurn(Kind.PASS, lambda _: write_nothing())

    lan.play()

    assert {peer.stopped for peer in lan.peers.values()} == {None}
    report = audited(lan, "north")
    told = {signed.wire for signed in lan["south"].told}
    passes = [place for place, wire in enumerate(lan["north"].wires) if wire in told]
    assert report.verdict is Verdict.FAULT
    assert {(one.seat, one.clause) for one in report.faults} == {(lan["south"].seat, "R8.2")}
    assert {one.entry for one in report.faults} <= set(passes)


def test_a_claim_is_what_was_pledged() -> None:
    """play-5"""
    lan = scene(Scene.READY)

    def one_less(_liar: Liar, body: bytes) -> bytes:
        said = read_claim(body)
        return write_claim(replace(said, size=said.size - 1))

    lan["south"].lie = Instead(Kind.CLAIM, one_less)

    lan.play()

    assert_convicted(lan, "south", "T6.1")


@pytest.mark.parametrize("size", [0, 7])
def test_a_claim_is_one_to_six(size: int) -> None:
    lan = scene(Scene.READY)
    lan["south"].lie = Claims(lambda _: size)

    lan.play()

    assert_convicted(lan, "south", "R3.1")


def test_a_copied_pledge_is_not_what_its_seat_claims() -> None:
    """play-5: seat and game are in the pledge."""
    lan = scene(Scene.READY)
    victim = lan["north"].table._seat

    def copied(liar: Liar) -> ClaimBody:
        return victim._claim(liar.standing)

    def pledged(liar: Liar, _body: bytes) -> bytes:
        return write_hash(pledge(lan.charter.game, victim.number, copied(liar)))

    def copycat(peer: Neighbour, entry: Entry) -> list[Entry]:
        match entry.kind:
            case Kind.PLEDGE:
                return [replace(entry, body=pledged(Liar.of(peer), b""))]
            case Kind.CLAIM:
                return [replace(entry, body=write_claim(copied(Liar.of(peer))))]
            case _:
                return [entry]

    lan["south"].lie = copycat

    lan.play()

    assert_convicted(lan, "south", "T6.1")


def test_too_high_a_claim_shows_when_it_has_to_be_played() -> None:
    """play-5"""
    lan = scene(Scene.READY)
    south = lan["south"]
    south.lie = Claims(lambda _: 6)
    lan.play(until=lambda lan: all(peer.phase is Phase.TURN for peer in lan.peers.values()))
    size = largest_set(tile.face for tile in south.snapshot.hand)
    row = tuple(Cell(x, 0) for x in range(size))
    liar = Liar.of(south)

    lan.tell("south", liar.entry(Kind.PLAY, played(liar, row)))
    lan.play()

    assert_convicted(lan, "south", "R3.3")


def test_too_low_a_claim_is_named_by_the_audit() -> None:
    """play-5"""
    lan = scene(Scene.READY)
    lan["south"].lie = Claims(lambda size: size - 1)

    lan.play()

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
    report = audited(lan, "north")
    claim = next(one for one in lan["south"].told if one.entry.kind == Kind.CLAIM)
    entry = lan["north"].wires.index(claim.wire)
    assert report.verdict is Verdict.FAULT
    assert [(one.seat, one.clause, one.entry) for one in report.faults] == [
        (lan["south"].seat, "R3.5", entry)
    ]


@pytest.mark.parametrize("is_claim_true", [True, False])
def test_a_key_that_stays_closed_leaves_the_game_unfinished(is_claim_true: bool) -> None:  # noqa: FBT001
    """play-6"""
    lan = scene(Scene.READY)
    claims = Claims(lambda size: size if is_claim_true else size - 1)
    closed = Instead(Kind.KEYS, lambda _liar, _body: write_keys(None))
    lan["south"].lie = lambda peer, entry: (
        closed(peer, entry) if entry.kind == Kind.KEYS else claims(peer, entry)
    )

    lan.play()

    report = audited(lan, "north")
    assert report.verdict is Verdict.UNFINISHED
    assert ("R3.5", lan["south"].seat) in {(one.clause, one.seat) for one in report.unchecked}
    assert {one.seat for one in report.unchecked} == {lan["south"].seat}
    assert len({peer.record.getvalue() for peer in lan.peers.values()}) == 1


Secret = Callable[[Liar, Lan], int]


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param(lambda liar, _: liar.secret + 1, id="audit-3 a wrong key"),
        pytest.param(lambda _, lan: lan["north"].table._seat.secret, id="audit-3 another seat's"),
    ],
)
def test_an_opened_key_is_the_one_behind_the_key_share(secret: Secret) -> None:
    lan = scene(Scene.SEAL)

    def wrong(liar: Liar, _body: bytes) -> bytes:
        return write_keys(liar.own.group.encode_scalar(Scalar(secret(liar, lan))))

    lan["south"].lie = Instead(Kind.KEYS, wrong)

    lan.play()

    assert_convicted(lan, "south", "B3.5")


def test_scores_are_not_a_matter_of_opinion() -> None:
    """audit-5"""
    lan = scene(Scene.EMPTY)

    def richer(liar: Liar, _body: bytes) -> bytes:
        first, *rest = liar.playing.position.scores
        return write_seal((first + 1, *rest))

    lan["south"].lie = Instead(Kind.SEAL, richer)

    lan.play()

    assert_convicted(lan, "south", "T9.1")


def test_keys_are_not_opened_before_the_seal() -> None:
    """play-6"""
    lan = scene(Scene.EMPTY)
    secret = lan.group.encode_scalar(lan["south"].table._seat.secret)
    lan["south"].lie = Says(Kind.SEAL, Kind.KEYS, write_keys(secret))
    lan["east"].lie = lambda _peer, entry: [] if entry.kind == Kind.SEAL else [entry]

    lan.play()

    assert_convicted(lan, "south", "T2.3")
    assert not has_opened(lan["north"])  # which waits for east


def has_opened(peer: Neighbour) -> bool:
    return any(one.entry.kind == Kind.KEYS for one in peer.said)


def test_a_key_that_comes_before_the_last_seal_opens_no_other() -> None:
    """play-6: what follows the seals can be foreseen, since all will say the same."""
    lan = scene(Scene.EMPTY)
    lan["north"].lie = lambda _peer, entry: [] if entry.kind == Kind.SEAL else [entry]
    lan.play()
    south = Liar.of(lan["south"])
    seals = [
        sign_entry(replace(lan["south"].said[-1].entry, author=peer.player), peer.identity)
        for peer in map(lan.named, range(3))
    ]
    secret = lan.group.encode_scalar(south.secret)
    after = step_digest(south.moment.digest, seals)
    keys = replace(
        south.entry(Kind.KEYS, write_keys(secret)), step=south.moment.step + 1, after=after
    )

    lan.tell("south", keys)
    lan.play()
    assert {peer.stopped for peer in lan.peers.values()} == {None}
    assert not any(has_opened(peer) for peer in lan.others("north"))

    lan.send(lan["north"].player, lan["south"].player, seals[0].wire)
    lan.play()
    assert all(has_opened(peer) for peer in lan.others("north"))
