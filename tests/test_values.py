"""Values: what the layers hand to each other is frozen through and through, and can be hashed."""

import dataclasses
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from io import BytesIO
from typing import Any, Final

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.gathering import Gathering, Revealing
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.standing import Standing
from tests.lan import NAMES, Lan
from tests.quick_group import QuickGroup

LAYERS: Final = ("rules", "bag", "record", "table", "bots", "audit")
WORKSHOPS: Final = {
    "_Search": "goes through the plays of one hand, and is gone when it has the best",
    "Playout": "lets a game go on from one deal, for a bot that looks ahead",
    "Chronicler": "gathers a story while an audit goes on",
}
"""Dataclasses that change, and why; nobody is handed one."""
MUTABLE: Final = (list, dict, set, bytearray)


def kinds() -> Iterator[type[Any]]:
    for layer in LAYERS:
        package = importlib.import_module(f"p2pqwirkle.{layer}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield from dataclasses_of(module.name)


def dataclasses_of(module: str) -> Iterator[type[Any]]:
    for _, kind in inspect.getmembers(importlib.import_module(module), inspect.isclass):
        if kind.__module__ == module and dataclasses.is_dataclass(kind):
            yield kind


VALUES: Final = [kind for kind in kinds() if kind.__name__ not in WORKSHOPS]


@cache
def game() -> Lan:
    lan = Lan(NAMES[:2], group=QuickGroup())
    lan.play()
    return lan


def parts(value: object) -> Iterator[object]:
    """*value*, if it is of a kind of ours, and all such values inside it."""
    inside: Iterable[object] = value if isinstance(value, tuple) else ()
    if dataclasses.is_dataclass(value):
        yield value
        inside = [getattr(value, field.name) for field in dataclasses.fields(value)]
    for part in inside:
        yield from parts(part)


def types_in(hint: object) -> Iterator[object]:
    """All that a field is made of; what a function takes is not in it."""
    origin = typing.get_origin(hint)
    yield origin or hint
    if origin is not Callable:
        for argument in typing.get_args(hint):
            yield from types_in(argument)


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_value_is_frozen_slotted_and_made_of_what_cannot_change(kind: type[Any]) -> None:
    hints = typing.get_type_hints(kind)
    found = {type_ for field in dataclasses.fields(kind) for type_ in types_in(hints[field.name])}

    assert kind.__dataclass_params__.frozen
    assert hasattr(kind, "__slots__")
    assert kind.__hash__ is not None
    assert found.isdisjoint(MUTABLE)


def test_whatever_a_game_comes_to_can_be_hashed() -> None:
    seen = set()
    for peer in game().peers.values():
        report = audit(BytesIO(peer.record.getvalue()), QuickGroup())
        for value in (*peer.shown, *peer.said, report, game().charter):
            for part in parts(value):
                hash(part)
                seen.add(type(part))

    assert {Snapshot, Standing, Gathering, Revealing, Dealing, Playing} <= seen


def test_two_peers_come_to_equal_standings() -> None:
    north, south = (game()[name].snapshot.standing for name in ("north", "south"))

    assert north == south
    assert len({north, south}) == 1
