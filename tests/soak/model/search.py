"""Looking for a fork: through every state, nearest first, or along random walks."""

from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.soak.model.forks import fork_of
from tests.soak.model.world import Act, State, Verb, World


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to.

    Attributes:
        states: how many different states were looked at, or how many acts were done.
        is_all: whether there are no others.
        fork: which two honest peers have parted, or None.
        trace: what led there.
    """

    states: int
    is_all: bool
    fork: str | None = None
    trace: tuple[Act, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.states} states{', all' if self.is_all else ''}: {self.fork or 'no fork'}"]
        return "\n  ".join([*lines, *map(str, self.trace)])


def exhaust(world: World, start: State, limit: int) -> Found:
    """Look at up to *limit* states that *start* can come to."""
    came: dict[State, tuple[State, Act] | None] = {start: None}
    ahead = deque([start])
    while ahead:
        state = ahead.popleft()
        for act in world.acts(state):
            after = world.after(state, act)
            if after in came:
                continue
            came[after] = state, act
            if (fork := fork_of(after)) is not None:
                return Found(len(came), is_all=False, fork=fork, trace=_trace(came, after))
            ahead.append(after)
        if len(came) >= limit:
            return Found(len(came), is_all=not ahead)
    return Found(len(came), is_all=True)


def _trace(came: dict[State, tuple[State, Act] | None], state: State) -> tuple[Act, ...]:
    acts: list[Act] = []
    while (step := came[state]) is not None:
        state, act = step
        acts.append(act)
    return tuple(reversed(acts))


_OFTEN: Final = {Verb.HEARS: 12, Verb.SAYS: 6, Verb.ASKS: 2, Verb.CRASHES: 1}
"""How often each verb is drawn, whatever the number of acts with it."""


def _drawn(world: World, state: State, random: Random) -> Act | None:
    """An act of one seat; the others are asked if it has none."""
    for peer in random.sample(state, len(state)):
        if acts := list(world.acts_of(state, peer)):
            return _weighed(acts, random)
    return None


def _weighed(acts: list[Act], random: Random) -> Act:
    verbs = sorted({act.verb for act in acts}, key=list(Verb).index)
    (verb,) = random.choices(verbs, [_OFTEN[verb] for verb in verbs])
    return random.choice([act for act in acts if act.verb is verb])


def walk(world: World, start: State, random: Random, length: int) -> tuple[Found, State]:
    """Do up to *length* acts, each drawn from all that are possible."""
    state = start
    trace: list[Act] = []
    while len(trace) < length and (act := _drawn(world, state, random)) is not None:
        state = world.after(state, act)
        trace.append(act)
        if (fork := fork_of(state)) is not None:
            return Found(len(trace), is_all=False, fork=fork, trace=tuple(trace)), state
    return Found(len(trace), is_all=False), state
