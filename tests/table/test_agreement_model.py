"""The model of going on without a seat: what forks without which sentence, told act by act."""

from random import Random

import pytest

from tests.soak.agreement import WALKED
from tests.soak.model.design import AGREED, Design
from tests.soak.model.forks import fork_of
from tests.soak.model.scenes import Scene
from tests.soak.model.search import walk
from tests.soak.model.settling import hang_of, settled
from tests.soak.model.world import State

FOUR_SPEAK = "0 says 0:a@0\n1 says 1:a@0\n2 says 2:a@0\n3 says 3:a@0\n"
ONE_GONE = Scene(seats=4, gone=frozenset({3}), heard=True, asked=3)


@pytest.mark.parametrize(
    ("sentences", "walks"),
    [
        pytest.param(("answers_each_question", "jury_only"), 3000, id="the first design"),
        pytest.param(("freezes",), 1000, id="rule 5"),
        pytest.param(("jury_only",), 3000, id="rule 4"),
        pytest.param(("latest_only",), 3000, id="the latest in rule 6"),
    ],
)
def test_honest_peers_part_without(sentences: tuple[str, ...], walks: int) -> None:
    design = AGREED.without(*sentences)

    forks = (walk(*ONE_GONE.begin(design), Random(seed), 60)[0].fork for seed in range(walks))

    assert any(forks)


TWO_REMOVALS = """
2 asks #2 out {1}@0
0 says 0 agrees to #2 out {1}@0
3 says 3 agrees to #2 out {1}@0
2 hears 0 agrees to #2 out {1}@0
2 hears 3 agrees to #2 out {1}@0
3 hears 0 agrees to #2 out {1}@0
3 hears 2 agrees to #2 out {1}@0
0 asks #6 out {2,3}@0
1 says 1 agrees to #6 out {2,3}@0
0 hears 1 agrees to #6 out {2,3}@0
1 hears 0 agrees to #6 out {2,3}@0
2 asks #2 out {0}@1
3 says 3 agrees to #2 out {0}@1
2 hears 3 agrees to #2 out {0}@1
"""
HALVES = """
0 asks #0 out {2,3}@0
1 says 1 agrees to #0 out {2,3}@0
2 asks #2 out {0,1}@0
3 says 3 agrees to #2 out {0,1}@0
0 hears 1 agrees to #0 out {2,3}@0
1 hears 0 agrees to #0 out {2,3}@0
2 hears 3 agrees to #2 out {0,1}@0
3 hears 2 agrees to #2 out {0,1}@0
"""
RESIGNED_AFTER_AGREEING = (
    FOUR_SPEAK
    + """
0 asks #0 out {2,3}@0
1 says 1 agrees to #0 out {2,3}@0
0 hears 1 agrees to #0 out {2,3}@0
2 hears 0:a@0
2 hears 1:a@0
2 hears 3:a@0
3 hears 0:a@0
3 hears 1:a@0
3 hears 2:a@0
1 says 1 resigns@0
2 asks #2 out {0,1}@1 with ground
3 says 3 agrees to #2 out {0,1}@1 with ground
2 hears 3 agrees to #2 out {0,1}@1 with ground
3 hears 2 agrees to #2 out {0,1}@1 with ground
0 asks #0 out {1}@1 with ground
"""
)


@pytest.mark.parametrize(
    ("sentence", "forbidden", "story"),
    [
        pytest.param("majority", "2 asks #2 out {0,1}@0", HALVES, id="rule 7"),
        pytest.param("lasting_majority", "0 asks #6 out {2,3}@0", TWO_REMOVALS, id="two removals"),
        pytest.param(
            "resigns_unbound", "1 says 1 resigns@0", RESIGNED_AFTER_AGREEING, id="a resignation"
        ),
    ],
)
def test_a_table_becomes_two_without(sentence: str, forbidden: str, story: str) -> None:
    scene = Scene(seats=4, asked=5, steps=2, resigns=True, crashes=False)

    assert _fork_told_by(scene, story, without=sentence).startswith("0 and 2: two tables")
    assert _fork_told_by(scene, story) == f"not possible: {forbidden}"


def test_one_against_one_decides_nothing() -> None:
    lowest, other = "0 asks #0 out {1}@0", "1 asks #1 out {0}@0"
    pair = Scene(seats=2, crashes=False)

    assert _fork_told_by(pair, lowest, without="two_need_ground") == "no fork"
    assert _fork_told_by(pair, lowest) == f"not possible: {lowest}"
    assert _fork_told_by(pair, other) == f"not possible: {other}"


IN_BOTH_HALVES = """
2 asks #8 out {3}@0
1 says 1 agrees to #8 out {3}@0
0 says 0 agrees to #8 out {3}@0
2 hears 1 agrees to #8 out {3}@0
2 hears 0 agrees to #8 out {3}@0
1 hears 2 agrees to #8 out {3}@0
1 hears 0 agrees to #8 out {3}@0
3 asks #9 out {1,2}@0
0 says 0 agrees to #9 out {1,2}@0
3 hears 0 agrees to #9 out {1,2}@0
"""
COUNTED_IN_ONE_HALF = """
0 says 0:b@0
0 says 0:a@0
1 hears 0:b@0
2 hears 0:b@0
3 hears 0:b@0
1 asks #7 out {0,2}@1 with ground
3 says 3 agrees to #7 out {0,2}@1 with ground
1 hears 3 agrees to #7 out {0,2}@1 with ground
3 hears 1 agrees to #7 out {0,2}@1 with ground
2 asks #8 out {1,3}@1
0 says 0 agrees to #8 out {1,3}@1
2 hears 0 agrees to #8 out {1,3}@1
"""


@pytest.mark.parametrize(
    ("name", "story", "parted"),
    [
        pytest.param("a liar", IN_BOTH_HALVES, (2, 3), id="agrees in both halves"),
        pytest.param("a liar in turns", COUNTED_IN_ONE_HALF, (1, 2), id="counted in one half"),
    ],
)
def test_a_liar_and_a_divided_network_make_two_tables(
    name: str, story: str, parted: tuple[int, int]
) -> None:
    """As T13 admits; a rule that prevents it would make this fail."""
    state, untold = _told(WALKED[name], story)
    one, other = (state[seat].history for seat in parted)

    assert untold is None
    assert not one.holds(other)
    assert not other.holds(one)
    assert fork_of(state) is None


@pytest.mark.parametrize("name", [name for name, scene in WALKED.items() if not scene.liars])
def test_a_settled_table_goes_on_or_has_an_excuse(name: str) -> None:
    for seed in range(8):
        world, start = WALKED[name].begin()
        _, state = walk(world, start, Random(seed), 60)
        hang = hang_of(world, settled(world, state))

        assert hang is None or hang.excuse is not None


def test_a_table_waits_for_good_where_a_skipped_mover_does_not_go_back() -> None:
    scene, design = WALKED["turns passed over"], AGREED.without("skipped_follow")

    assert any(_waits_in_vain(scene, design, seed) for seed in range(200))


def test_two_of_three_who_were_never_wrong_always_go_on() -> None:
    scene = Scene(seats=3, gone=frozenset({2}), named=(frozenset({2}),))
    for seed in range(40):
        world, start = scene.begin()
        _, state = walk(world, start, Random(seed), 40)

        assert hang_of(world, settled(world, state)) is None


def _fork_told_by(scene: Scene, story: str, without: str | None = None) -> str:
    """What *story* comes to, an act a line: its fork, or its first act that cannot be."""
    state, untold = _told(scene, story, AGREED.without(without) if without else AGREED)
    return f"not possible: {untold}" if untold is not None else fork_of(state) or "no fork"


def _told(scene: Scene, story: str, design: Design = AGREED) -> tuple[State, str | None]:
    """The state after *story*, an act a line, and its first act that cannot be.

    It ends with the first fork.
    """
    world, state = scene.begin(design)
    for line in filter(None, story.splitlines()):
        acts = {str(act): act for act in world.acts_of(state, state[int(line[0])])}
        if line not in acts:
            return state, line
        state = world.after(state, acts[line])
        if fork_of(state) is not None:
            break
    return state, None


def _waits_in_vain(scene: Scene, design: Design, seed: int) -> bool:
    """Whether a walk ends where honest peers wait for good, without an excuse."""
    world, start = scene.begin(design)
    _, state = walk(world, start, Random(seed), 80)
    hang = hang_of(world, settled(world, state))
    return hang is not None and hang.excuse is None
