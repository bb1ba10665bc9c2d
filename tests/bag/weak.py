"""Transcripts that leave out one thing: with them the real verifiers are weak in just that way."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from p2pqwirkle.bag.group import Group, Scalar, residue
from p2pqwirkle.bag.transcript import Preamble, Transcript


@dataclass(frozen=True, slots=True)
class Deaf(Transcript):
    """Does not absorb what comes under some tags."""

    deaf_to: frozenset[bytes]

    @classmethod
    def to(cls, transcript: Transcript, *tags: bytes) -> "Deaf":
        return cls(transcript.state, frozenset(tags))

    def absorbing(self, tag: bytes, content: bytes) -> "Deaf":
        if tag in self.deaf_to:
            return self
        return replace(self, state=Transcript.absorbing(self, tag, content).state)


@dataclass(frozen=True, slots=True)
class Late(Transcript):
    """Absorbs the permutation commitment only with the chain, after its challenges are given."""

    held_back: bytes = b""

    def absorbing(self, tag: bytes, content: bytes) -> "Late":
        if tag == b"permutation":
            return replace(self, held_back=content)
        state = self.state
        if tag == b"chain":
            state = Transcript.absorbing(self, b"permutation", self.held_back).state
        return Late(Transcript.absorbing(Transcript(state), tag, content).state)


@dataclass(frozen=True, slots=True)
class Unweighted(Transcript):
    """Gives every member of a batch the weight 1."""

    def absorbing(self, tag: bytes, content: bytes) -> "Unweighted":
        return Unweighted(Transcript.absorbing(self, tag, content).state)

    def weight(self, group: Group, index: int) -> Scalar:
        return residue(group, 1 + 0 * index)


@dataclass(frozen=True, slots=True)
class Short(Transcript):
    """Gives challenges of eight bits."""

    def absorbing(self, tag: bytes, content: bytes) -> "Short":
        return Short(Transcript.absorbing(self, tag, content).state)

    def challenge(self, group: Group, index: int = 0) -> Scalar:
        return residue(group, Transcript.challenge(self, group, index) % 256)


@dataclass(frozen=True, slots=True)
class Weakened(Preamble):
    """The place of a proof whose transcript is weak."""

    weakness: Callable[[Transcript], Transcript] = lambda transcript: transcript

    @classmethod
    def place(cls, place: Preamble, weakness: Callable[[Transcript], Transcript]) -> "Weakened":
        parts = {field.name: getattr(place, field.name) for field in fields(place)}
        return cls(**parts, weakness=weakness)

    def transcript(self, label: bytes) -> Transcript:
        return self.weakness(Preamble.transcript(self, label))
