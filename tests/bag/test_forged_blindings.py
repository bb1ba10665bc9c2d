"""Forged blindings: a tile in a hand is made to match an entry of the bag that is not its own.

Each forgery is accepted by a verifier that is weak in one way and refused by the real one: so the
test can fail, and the check it is about is what stops it.
"""

from dataclasses import replace

from p2pqwirkle.bag.blinding import Blinding, prove_blinding, verify_blinding
from p2pqwirkle.bag.dleq import DleqStatement, prove_dleq
from p2pqwirkle.bag.group import Element, Scalar, residue
from p2pqwirkle.bag.masking import MaskedTile, mask_elements, tile_elements
from p2pqwirkle.bag.tags import match_tags
from p2pqwirkle.bag.transcript import Preamble, Transcript
from tests.bag.cheats import components
from tests.bag.deals import Deal
from tests.bag.forging import R, divided, inverse, refused
from tests.bag.rebuilds import Rebuild, Tiles
from tests.bag.weak import Deaf, Unweighted, Weakened

DEAL = Deal()
GROUP = DEAL.group
ELEMENTS = tile_elements(GROUP)[:5]
LIVING = Rebuild(DEAL, (0, 1), (), ELEMENTS)
HELD = mask_elements(GROUP, LIVING.key, ELEMENTS[2:3])
"""The liar's only tile."""
REBUILD = replace(LIVING, held=HELD)
LISTED = REBUILD.listed
PLACE = REBUILD.preamble(0, 2)
OWN = ELEMENTS[2]
Z = R[0]


def paired(components: list[Element]) -> Tiles:
    return tuple(map(MaskedTile, components[::2], components[1::2]))


def matched(tiles: Tiles) -> frozenset[int]:
    """What the tags of *tiles* mark."""
    return match_tags([REBUILD.element_of(tile) for tile in tiles], len(HELD))


def entry_of(element: Element) -> int:
    """Where in the shuffled list *element* is."""
    return [REBUILD.element_of(tile) for tile in REBUILD.shuffled].index(element)


def weights_of(statement: DleqStatement, transcript: Transcript) -> list[Scalar]:
    transcript = (
        transcript.absorbing(b"image", statement.image)
        .absorbing_elements(b"bases", statement.bases)
        .absorbing_elements(b"images", statement.images)
    )
    return [transcript.weight(GROUP, j) for j in range(len(statement.bases))]


def exchanged(transcript: Transcript) -> Blinding:
    """The liar's tile blinded as another entry of the list, a third one so that the sums fit.

    They fit if the weights do not depend on it.
    """
    images = [GROUP.multiply(Z, element) for element in components(LISTED)]
    true = DleqStatement(GROUP.multiply_base(Z), components(LISTED), tuple(images))
    weights = weights_of(true, transcript)
    other, third = (2 * (1 + entry_of(element)) for element in (ELEMENTS[0], ELEMENTS[1]))
    for side in (0, 1):
        error = GROUP.multiply(weights[side], GROUP.subtract(images[other + side], images[side]))
        images[side] = images[other + side]
        amends = divided(error, weights[third + side])
        images[third + side] = GROUP.subtract(images[third + side], amends)
    false = replace(true, images=tuple(images))
    proof = prove_dleq(GROUP, false, Z, DEAL.seed(0), transcript)
    return Blinding(paired(images), true.image, proof)


class TestImagesLeftOutOfTheHash:
    """The weights are known before the outputs."""

    weak = Weakened.place(PLACE, lambda transcript: Deaf.to(transcript, b"images"))

    def test_the_tag_of_another_entry_passes_where_they_are_left_out(self) -> None:
        blinding = exchanged(self.weak.transcript(b"p2pqwirkle/1 blinding"))

        verify_blinding(GROUP, LISTED, blinding, self.weak)

        # Another tile is dropped, and the liar's lies in its hand and in the bag.
        assert matched(blinding.tiles) == {entry_of(ELEMENTS[0])}

    def test_it_does_not_pass(self) -> None:
        blinding = exchanged(PLACE.transcript(b"p2pqwirkle/1 blinding"))

        assert refused(lambda: verify_blinding(GROUP, LISTED, blinding, PLACE)) == "B5.2"


class TestErrorsThatCancel:
    """One entry is too high by what another is too low."""

    weak = Weakened.place(PLACE, lambda transcript: Unweighted(transcript.state))

    def test_the_tag_of_another_entry_passes_where_all_weights_are_one(self) -> None:
        blinding = exchanged(self.weak.transcript(b"p2pqwirkle/1 blinding"))

        verify_blinding(GROUP, LISTED, blinding, self.weak)

        assert matched(blinding.tiles) == {entry_of(ELEMENTS[0])}

    def test_it_does_not_pass(self) -> None:
        blinding = exchanged(PLACE.transcript(b"p2pqwirkle/1 blinding"))
        unweighted = exchanged(self.weak.transcript(b"p2pqwirkle/1 blinding"))

        assert refused(lambda: verify_blinding(GROUP, LISTED, blinding, PLACE)) == "B5.2"
        assert refused(lambda: verify_blinding(GROUP, LISTED, unweighted, PLACE)) == "B5.2"


class TestBasesLeftOutOfTheHash:
    """The weights are known before the inputs: two lists with one weighted sum have one proof."""

    weak = Weakened.place(PLACE, lambda transcript: Deaf.to(transcript, b"bases"))

    def forge(self, place: Preamble) -> tuple[Tiles, Blinding]:
        blinding = prove_blinding(GROUP, LISTED, DEAL.seed(0), place)
        bases, images = list(components(LISTED)), components(blinding.tiles)
        statement = DleqStatement(blinding.element, tuple(bases), images)
        weights = weights_of(statement, place.transcript(b"p2pqwirkle/1 blinding"))
        bases[0] = GROUP.add(bases[0], divided(GROUP.base, weights[0]))
        bases[2] = GROUP.subtract(bases[2], divided(GROUP.base, weights[2]))
        return paired(bases), blinding

    def test_another_list_passes_where_they_are_left_out(self) -> None:
        tiles, blinding = self.forge(self.weak)

        verify_blinding(GROUP, tiles, blinding, self.weak)

        assert tiles != LISTED

    def test_it_does_not_pass(self) -> None:
        tiles, blinding = self.forge(PLACE)

        assert refused(lambda: verify_blinding(GROUP, tiles, blinding, PLACE)) == "B5.2"


class TestElementLeftOutOfTheHash:
    """Z is chosen last: some exponent always fits the weighted sums, here by known logarithms."""

    weak = Weakened.place(PLACE, lambda transcript: Deaf.to(transcript, b"image"))
    logs = R[1:5]
    tiles = paired([GROUP.multiply_base(log) for log in logs])
    exponents = (R[5], R[5], R[6], R[6])

    def forge(self, transcript: Transcript) -> Blinding:
        bases = components(self.tiles)
        images = tuple(map(GROUP.multiply, self.exponents, bases))
        weights = weights_of(DleqStatement(GROUP.base, bases, images), transcript)
        parts = [weight * log for weight, log in zip(weights, self.logs, strict=True)]
        moved = [part * z for part, z in zip(parts, self.exponents, strict=True)]
        z = residue(GROUP, sum(moved) * inverse(sum(parts)))
        statement = DleqStatement(GROUP.multiply_base(z), bases, images)
        proof = prove_dleq(GROUP, statement, z, DEAL.seed(0), transcript)
        return Blinding(paired(list(images)), statement.image, proof)

    def test_two_exponents_pass_where_it_is_left_out(self) -> None:
        blinding = self.forge(self.weak.transcript(b"p2pqwirkle/1 blinding"))

        verify_blinding(GROUP, self.tiles, blinding, self.weak)

    def test_they_do_not_pass(self) -> None:
        blinding = self.forge(PLACE.transcript(b"p2pqwirkle/1 blinding"))

        assert refused(lambda: verify_blinding(GROUP, self.tiles, blinding, PLACE)) == "B5.2"


def test_the_honest_one_matches_what_is_held() -> None:
    blinding = prove_blinding(GROUP, LISTED, DEAL.seed(0), PLACE)

    verify_blinding(GROUP, LISTED, blinding, PLACE)

    assert matched(blinding.tiles) == {entry_of(OWN)}
