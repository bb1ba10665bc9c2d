"""Tags: what all seats have blinded is opened, and equal tags mark equal tiles (B10)."""

from collections.abc import Sequence

from p2pqwirkle.bag.group import Element, Group, Scalar
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.bag.shares import Shares, prove_unmasking, verify_unmasking
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript
from p2pqwirkle.errors import Breach


def prove_tag_shares(
    group: Group, x: Scalar, blinded: Sequence[MaskedTile], seed: Seed, preamble: Preamble
) -> Shares:
    """Make the decryption shares of *blinded*, one tile or more that every seat has blinded.

    They come from one's own standing, one's own blinding among those they went through: the tags
    of a list that one has not blinded are tiles.
    """
    return prove_unmasking(group, x, blinded, seed, _begin(preamble))


def verify_tag_shares(
    group: Group,
    key_share: Element,
    blinded: Sequence[MaskedTile],
    shares: Shares,
    preamble: Preamble,
) -> None:
    """Check that *shares* take the mask of *key_share* off all of *blinded*.

    Raises:
        Breach: B5.2 if the proof does not hold.
    """
    verify_unmasking(group, key_share, blinded, shares, _begin(preamble))


def match_tags(tags: Sequence[Element], hands: int) -> frozenset[int]:
    """Which entries of the shuffled list, from 0, lie in living hands.

    The first *hands* of *tags* are those of the tiles in living hands, the others those of the
    list.

    Raises:
        Breach: B10.1 if two tags of the list are equal, B10.2 if two of hands are, B10.3 if one of
            a hand matches none of the list.  All proofs hold, so no seat can be held to it.
    """
    held, listed = set(tags[:hands]), {tag: index for index, tag in enumerate(tags[hands:])}
    if len(listed) < len(tags) - hands:
        raise Breach("B10.1", "two entries of the list have the same tag")
    if len(held) < hands:
        raise Breach("B10.2", "two tiles in hands have the same tag")
    if not held <= listed.keys():
        raise Breach("B10.3", "the tag of a tile in a hand matches no entry of the list")
    return frozenset(listed[tag] for tag in held)


def _begin(preamble: Preamble) -> Transcript:
    return preamble.transcript(b"p2pqwirkle/1 tags")
