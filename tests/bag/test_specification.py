"""The samples in protocol/bag.md."""

import re
from pathlib import Path

from p2pqwirkle.bag.commitments import chain_start, commitment_generators
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.masking import tile_elements
from p2pqwirkle.bag.transcript import Seed, Transcript

GROUP = Edwards25519()
TEXT = (Path(__file__).parents[2] / "protocol" / "bag.md").read_text(encoding="utf-8")


def sample(name: str) -> str:
    """The hex behind *name* in the block of samples, which may go on in the next line."""
    found = re.search(rf"^    {re.escape(name)} +((?:[0-9a-f]{{64}}\s*)+)$", TEXT, re.MULTILINE)
    assert found, name
    return "".join(found[1].split())


def test_the_samples_of_elements_are_right() -> None:
    tiles, generators = tile_elements(GROUP), commitment_generators(GROUP)

    assert sample("G") == GROUP.base.hex()
    assert sample("M_0") == tiles[0].hex()
    assert sample("M_107") == tiles[107].hex()
    assert sample("h") == chain_start(GROUP).hex()
    assert sample("h_0") == generators[0].hex()
    assert sample("h_107") == generators[107].hex()


def test_the_samples_of_a_transcript_are_right() -> None:
    transcript = Transcript.begin(b"p2pqwirkle/1 sample").absorbing(b"game", bytes(range(32)))
    seed = Seed(bytes(32))
    scalars = {
        "challenge(T, 7)": transcript.challenge(GROUP, 7),
        "weight(T, 7)": transcript.weight(GROUP, 7),
        'derive(T, "nonce", 7)': transcript.derive(GROUP, seed, b"nonce", 7),
    }

    assert sample("state of T") == transcript.state.hex()
    for name, scalar in scalars.items():
        assert sample(name) == GROUP.encode_scalar(scalar).hex()
