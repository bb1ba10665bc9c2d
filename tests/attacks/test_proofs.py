"""Proofs bent in one place, or used in a place they were not made for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from p2pqwirkle.bag.group import Element, Scalar
from p2pqwirkle.bag.keys import decode_possession, encode_possession
from p2pqwirkle.bag.shuffle import Shuffle
from p2pqwirkle.bag.slots import Drawn
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.record.entry import Digest
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.entries import Kind, RevealBody, read_play, write_play, write_shares
from p2pqwirkle.table.hidden import Hidden
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.seat import OwnSeat
from tests.attacks.bench import (
    HeldBack,
    about_to_say,
    elements,
    held_back,
    proven,
    rewritten,
    scalars,
)
from tests.attacks.trial import assert_convicted
from tests.lan import Lan, sparing_bot, swapping_bot
from tests.lies import Liar, Opens
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

GROUP = QuickGroup()
Opening = Callable[[Liar, RevealBody, Preamble], RevealBody]
SHARING = [Kind.DEAL, Kind.DRAW, Kind.PLAY]


def clauses_of_changes(held: HeldBack) -> set[str]:
    """The clauses that any one change to what a body proves comes to."""
    value = proven(held)
    moves = {path: moved(element) for path, element in elements(value).items()}
    steps = {path: one_more(scalar) for path, scalar in scalars(value).items()}
    return {held.clause_with(path, leaf) for path, leaf in (*moves.items(), *steps.items())}


def moved(element: Element) -> Element:
    return GROUP.add(element, GROUP.hash_to_element(b"tests nothing", 0))


def one_more(scalar: Scalar) -> Scalar:
    return Scalar((scalar + 1) % GROUP.order)


def reshuffle() -> HeldBack:
    """A shuffle of the few tiles left after a swap."""
    return held_back(Scene.ENDGAME, Kind.SHUFFLE, "south", GROUP, bot=swapping_bot)


def remask() -> HeldBack:
    """A shuffle of the last tile, which is only remasked."""
    held = held_back(Scene.ENDGAME, Kind.SHUFFLE, "south", GROUP, bot=sparing_bot)
    assert len(held.liar.hidden.bag) == 1
    return held


def with_share_moved(_liar: Liar, honest: RevealBody, _preamble: Preamble) -> RevealBody:
    return replace(honest, key_share=moved(Element(honest.key_share)))


def with_challenge_moved(_liar: Liar, honest: RevealBody, _preamble: Preamble) -> RevealBody:
    proof = decode_possession(GROUP, honest.possession)
    other = replace(proof, challenge=one_more(proof.challenge))
    return replace(honest, possession=encode_possession(GROUP, other))


def with_response_moved(_liar: Liar, honest: RevealBody, _preamble: Preamble) -> RevealBody:
    proof = decode_possession(GROUP, honest.possession)
    other = replace(proof, response=one_more(proof.response))
    return replace(honest, possession=encode_possession(GROUP, other))


@pytest.mark.parametrize("opening", [with_share_moved, with_challenge_moved, with_response_moved])
def test_every_part_of_a_possession_proof_counts(opening: Opening) -> None:
    lan = scene(Scene.START)
    lan["south"].lie = Opens(opening)

    lan.play()

    assert_convicted(lan, "south", "B3.2")


@pytest.mark.parametrize("kind", SHARING)
def test_every_part_of_decryption_shares_counts(kind: Kind) -> None:
    held = about_to_say(kind, GROUP)

    assert clauses_of_changes(held) == {"B5.2"}
    assert len(scalars(proven(held))) == 2


def test_every_part_of_a_shuffle_and_its_argument_counts() -> None:
    held = reshuffle()
    count = len(held.liar.hidden.bag)

    assert count > 1
    assert clauses_of_changes(held) == {"B7.5"}
    assert len(elements(proven(held))) == 4 * count
    assert len(scalars(proven(held))) == 5 + 2 * count


def test_every_part_of_the_last_tiles_remasking_counts() -> None:
    held = remask()

    assert clauses_of_changes(held) == {"B5.2"}
    assert len(elements(proven(held))) == len(scalars(proven(held))) == 2


@pytest.mark.parametrize("part", ["a", "b"])
def test_the_last_tile_is_remasked_in_both_parts(part: str) -> None:
    held = remask()
    value = proven(held)
    assert isinstance(value, Shuffle)
    (before,) = held.liar.hidden.bag.tiles
    (after,) = value.tiles
    unchanged = replace(after, **{part: getattr(before, part)})

    clause = held.clause_of(rewritten(held, replace(value, tiles=(unchanged,))))

    assert clause == "B7.6"


def test_the_last_tile_has_no_argument_about_many() -> None:
    held = remask()
    one, many = proven(held), proven(about_to_say(Kind.SHUFFLE, GROUP))
    assert isinstance(one, Shuffle)
    assert isinstance(many, Shuffle)

    clause = held.clause_of(rewritten(held, Shuffle(one.tiles, many.argument)))

    assert clause == "B5.1"


PROVING = [(Kind.SHUFFLE, "B7.5"), (Kind.DEAL, "B5.2"), (Kind.DRAW, "B5.2"), (Kind.PLAY, "B5.2")]


@dataclass(frozen=True, slots=True)
class Prover:
    """Who proves what an entry needs, and what the proof is bound to."""

    own: OwnSeat
    moment: Moment
    hidden: Hidden

    def body(self, held: HeldBack) -> bytes:
        """The body of *held* with this prover's shuffle or shares in it."""
        match held.entry.kind:
            case Kind.SHUFFLE:
                return self.own._shuffle(self.hidden, self.moment)
            case Kind.PLAY:
                said = read_play(held.entry.body)
                drawn = [one.drawn for one in held.liar.hidden.held(held.liar.seat, said.slots)]
                return write_play(replace(said, shares=self._shares(drawn)))
            case _:
                return write_shares(self._shares(held.liar.due))

    def _shares(self, drawn: Sequence[Drawn]) -> bytes:
        return self.own._shares(self.hidden, self.moment, drawn)


def of_another_game(prover: Prover, held: HeldBack) -> Prover:
    other = replace(held.lan.charter, options=Options(stall_guard=False))
    return replace(prover, moment=replace(prover.moment, charter=other))


def of_another_step(prover: Prover, _held: HeldBack) -> Prover:
    return replace(prover, moment=replace(prover.moment, step=prover.moment.step + 1))


def after_other_words(prover: Prover, _held: HeldBack) -> Prover:
    return replace(prover, moment=replace(prover.moment, digest=Digest(bytes(32))))


def of_another_number(prover: Prover, held: HeldBack) -> Prover:
    return replace(prover, own=replace(prover.own, number=held.lan["east"].seat))


def of_another_seat(prover: Prover, held: HeldBack) -> Prover:
    return replace(prover, own=held.lan["east"].table._seat)


def among_other_key_shares(prover: Prover, _held: HeldBack) -> Prover:
    ring = replace(prover.hidden.ring, shares=prover.hidden.ring.shares[::-1])
    return replace(prover, hidden=replace(prover.hidden, ring=ring))


def under_another_joint_key(prover: Prover, _held: HeldBack) -> Prover:
    ring = replace(prover.hidden.ring, joint_key=prover.hidden.ring.shares[0])
    return replace(prover, hidden=replace(prover.hidden, ring=ring))


@pytest.mark.parametrize(
    "displaced",
    [
        pytest.param(of_another_game, id="proof-3 of another game"),
        pytest.param(of_another_step, id="proof-1 of another step"),
        pytest.param(after_other_words, id="proof-1 after another digest"),
        pytest.param(of_another_number, id="proof-1 with another seat"),
        pytest.param(of_another_seat, id="proof-5 a good one of another seat"),
        pytest.param(among_other_key_shares, id="proof-1 with other key shares"),
        pytest.param(under_another_joint_key, id="proof-1 with another joint key"),
    ],
)
@pytest.mark.parametrize(("kind", "clause"), PROVING)
def test_a_proof_is_bound_to_where_it_was_made(
    kind: Kind, clause: str, displaced: Callable[[Prover, HeldBack], Prover]
) -> None:
    held = about_to_say(kind, GROUP)
    honest = Prover(held.liar.own, held.liar.moment, held.liar.hidden)

    body = displaced(honest, held).body(held)

    assert honest.body(held) == held.entry.body
    assert held.clause_of(body) == clause


def test_entries_of_another_game_are_damage_in_this_one() -> None:
    """proof-3: as they are, they convict nobody."""
    other = Lan(group=GROUP, evening=2)
    other.play(until=lambda lan: lan["north"].phase is Phase.TURN)
    lan = scene(Scene.MIDGAME)
    before = lan["north"].table._standing

    for signed in other["south"].said:
        lan.send(lan["south"].player, lan["north"].player, signed.wire)
        lan.deliver_one()

    assert {reason.partition(":")[0] for reason in lan["north"].dropped} == {"C3.1"}
    assert lan["north"].table._standing == before
    assert lan["north"].stopped is None


@pytest.mark.parametrize("kind", [Kind.SHUFFLE, *SHARING])
def test_a_proof_has_no_second_form(kind: Kind) -> None:
    """proof-6, bytes-3: a number and the order of the group are that number to arithmetic."""
    held = about_to_say(kind, GROUP) if kind in SHARING else reshuffle()

    for path, scalar in scalars(proven(held)).items():
        assert held.clause_with(path, scalar + GROUP.order) == "B1.6", path


@pytest.mark.parametrize("kind", [Kind.SHUFFLE, *SHARING])
def test_no_number_in_a_proof_is_zero(kind: Kind) -> None:
    """bytes-5"""
    held = about_to_say(kind, GROUP) if kind in SHARING else reshuffle()

    for path in scalars(proven(held)):
        assert held.clause_with(path, 0) == "B1.7", path


@pytest.mark.parametrize("kind", [Kind.SHUFFLE, *SHARING])
def test_no_element_in_a_proof_goes_unread(kind: Kind) -> None:
    """shuffle-13: every one is found by reflection, and refused as the identity."""
    held = about_to_say(kind, GROUP) if kind in SHARING else reshuffle()

    for path in elements(proven(held)):
        assert held.clause_with(path, bytes(32)) == "B1.3", path
