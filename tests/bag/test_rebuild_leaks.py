"""What a rebuild tells, and what it would tell if one of its conditions were dropped."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from p2pqwirkle.bag.blinding import verify_blinding
from p2pqwirkle.bag.group import Edwards25519, Element, Group, Scalar, residue
from p2pqwirkle.bag.masking import (
    encode_tiles,
    mask_elements,
    remask,
    tile_elements,
    unmask,
    without_share,
)
from tests.bag.cheats import Blinder
from tests.bag.deals import Deal, named
from tests.bag.rebuilds import Rebuild, Tiles
from tests.bag.trapdoors import KnownLogarithms, read_multiples
from tests.small_group import SmallGroup

HASHED = pytest.mark.parametrize(
    "group", [SmallGroup(), Edwards25519()], ids=["small", "edwards25519"]
)


def rebuilt(group: Group, size: int, hand: int, game: bytes = named("game")) -> Rebuild:
    """Seat 2 has left two others, of whom seat 0 holds *hand* of *size* tiles."""
    deal = Deal(group, game=game)
    drawn, _ = deal.shuffled_by_all(deal.first_bag(size)).draw(hand)
    shares = deal.decrypt(2, drawn).elements
    held = tuple(
        without_share(group, each.tile, share) for each, share in zip(drawn, shares, strict=True)
    )
    return Rebuild(deal, (0, 1), held, tile_elements(group)[:size])


def secret(rebuild: Rebuild, number: int) -> Scalar:
    """The secret of one of the blindings; no seat but its own can know it."""
    tiles = rebuild.blindings[number - 1].tiles if number else rebuild.listed
    seat = rebuild.living[number]
    transcript = rebuild.preamble(seat, len(rebuild.living) + number).transcript(
        b"p2pqwirkle/1 blinding"
    )
    inputs = encode_tiles(tiles)
    return transcript.absorbing(b"inputs", inputs).derive(
        rebuild.group, rebuild.deal.seed(seat), b"blinding"
    )


def exponent(rebuild: Rebuild) -> Scalar:
    """The product of the secrets of all blindings."""
    return residue(rebuild.group, secret(rebuild, 0) * secret(rebuild, 1))


def hand_of(rebuild: Rebuild) -> list[Element]:
    return [rebuild.element_of(tile) for tile in rebuild.held]


class TestRelatedElements:
    """gone-14: with M_j = j * G the tags are multiples of one of them."""

    def read(self, group: Group) -> tuple[list[Element], Rebuild]:
        """The tiles of the hand, read from tags alone: by anyone, without any secret."""
        rebuild = rebuilt(group, 108, 6)
        tags = rebuild.tags[len(rebuild.held) :]
        numbers = dict(zip(tags, read_multiples(group, tags), strict=False))
        elements = tile_elements(group)
        return [elements[numbers[tag]] for tag in rebuild.tags[:6] if tag in numbers], rebuild

    def test_every_hand_and_the_whole_bag_are_read(self) -> None:
        seen, rebuild = self.read(KnownLogarithms())

        assert seen == hand_of(rebuild)

    @HASHED
    def test_with_hashed_elements_nothing_is(self, group: Group) -> None:
        seen, _ = self.read(group)

        assert seen == []


class TestKnownSecrets:
    """z is as good as a key."""

    @HASHED
    def test_whoever_knew_those_of_all_seats_would_read_every_hand(self, group: Group) -> None:
        rebuild = rebuilt(group, 8, 3)
        z = exponent(rebuild)

        named_by_tag = {group.multiply(z, element): element for element in rebuild.elements}

        assert [named_by_tag[tag] for tag in rebuild.tags[:3]] == hand_of(rebuild)

    @HASHED
    def test_one_seat_that_keeps_its_own_is_enough(self, group: Group) -> None:
        rebuild = rebuilt(group, 8, 3)
        z = secret(rebuild, 0)

        of_all_others = {group.multiply(z, element) for element in rebuild.elements}

        assert group.multiply_base(z) == rebuild.blindings[0].element
        assert of_all_others.isdisjoint(rebuild.tags)

    def test_used_twice_they_follow_a_tile_through_a_shuffle(self) -> None:
        group = SmallGroup()
        first = rebuilt(group, 8, 3)
        # The hand goes back into the bag; all is shuffled, and somebody draws six of the eight.
        drawn = replace(first, held=(), step=70).shuffled[:6]
        second = replace(first, held=drawn, step=80)
        z = exponent(first)

        def tags(tiles: Tiles) -> list[Element]:
            return [group.multiply(z, first.element_of(tile)) for tile in tiles]

        once, again = tags(first.held), tags(second.held)
        followed = [once.index(tag) if tag in once else None for tag in again]

        hand = hand_of(first)
        truly = [hand.index(each) if each in hand else None for each in hand_of(second)]
        assert followed == truly
        assert followed.count(None) < len(drawn)
        assert set(first.tags).isdisjoint(second.tags)


class TestKeysAsSecrets:
    """A blinding by one's key share's secret is one's decryption share for the whole list."""

    def test_one_other_seat_opens_the_new_bag_alone(self) -> None:
        rebuild = rebuilt(SmallGroup(), 8, 3)
        group, (x, own, _) = rebuild.group, rebuild.deal.secrets
        place, seed = rebuild.preamble(0, 2), rebuild.deal.seed(0)
        blinder = Blinder(group, rebuild.listed, x, seed, place)
        blinding = blinder.claims(blinder.honest)

        verify_blinding(group, rebuild.listed, blinding, place)

        opened = [
            unmask(group, tile, [shown.a, group.multiply(own, tile.a)])
            for tile, shown in zip(rebuild.listed, blinding.tiles, strict=True)
        ]
        assert opened[:3] == hand_of(rebuild)
        assert sorted(opened[3:]) == sorted(rebuild.elements)

    def test_what_is_derived_for_a_blinding_is_no_key(self) -> None:
        rebuild = rebuilt(SmallGroup(), 8, 3)

        assert {each.element for each in rebuild.blindings}.isdisjoint(rebuild.deal.shares)


class TestUnblinded:
    """Tag shares for what one has not blinded are shares of the tiles."""

    def test_the_list_itself_opens(self) -> None:
        rebuild = rebuilt(SmallGroup(), 8, 3)

        opened = [self.open(rebuild, number) for number in range(len(rebuild.listed))]

        assert opened[:3] == hand_of(rebuild)
        assert sorted(opened[3:]) == sorted(rebuild.elements)

    def open(self, rebuild: Rebuild, number: int) -> Element:
        a = rebuild.listed[number].a
        shares = [rebuild.group.multiply(rebuild.deal.secrets[seat], a) for seat in rebuild.living]
        return unmask(rebuild.group, rebuild.listed[number], shares)


class TestListsFromOutside:
    """Whoever could name the list would have another's tile compared with tiles of its choice."""

    def compared(self, guesses: Sequence[Element], rebuild: Rebuild) -> list[bool]:
        """For each of *guesses*, whether it is the victim's first tile."""
        victims = remask(rebuild.group, rebuild.key, rebuild.held[0], Scalar(77))
        listed = replace(rebuild, held=(victims, *self.masked(guesses, rebuild)))
        tag, *others = listed.tags[: 1 + len(guesses)]
        return [tag == other for other in others]

    def masked(self, guesses: Sequence[Element], rebuild: Rebuild) -> Tiles:
        return mask_elements(rebuild.group, rebuild.key, guesses)

    def test_a_guess_in_the_list_is_told_to_be_right_or_wrong(self) -> None:
        rebuild = rebuilt(SmallGroup(), 8, 3)
        victims = hand_of(rebuild)[0]

        told = self.compared(rebuild.elements, rebuild)

        assert told == [element == victims for element in rebuild.elements]


class TestWhatIsLearnt:
    """Which entry of the list a tile in a hand is: any of them, as often as any other."""

    def test_whatever_its_face_it_is_matched_with_every_entry_equally_often(self) -> None:
        rounds, found = 135, Counter[tuple[int, int]]()
        for number in range(rounds):
            rebuild = rebuilt(SmallGroup(), 3, 1, game=named(f"game {number}"))
            face = rebuild.elements.index(hand_of(rebuild)[0])
            (entry,) = rebuild.matched
            found[face, entry] += 1

        expected = rounds / 9
        chi_square = sum(
            (found[cell] - expected) ** 2 / expected for cell in product(range(3), range(3))
        )
        assert chi_square < 26.12  # eight degrees of freedom, exceeded once in a thousand
