"""Players are known again by their keys, whatever they call themselves."""

import os
import stat
from pathlib import Path

import pytest

from p2pqwirkle.cli.acquaintances import FILE, MOST, Acquaintances, keep, recall
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.record.identity import PlayerId

SOUTH, EAST, STRANGER = (PlayerId(bytes([number]) * 32) for number in (1, 2, 3))
MET = Acquaintances({SOUTH: "south", EAST: "East Ender"})


@pytest.mark.parametrize(
    ("player", "name", "remark"),
    [
        pytest.param(SOUTH, "south", Notice("met.known"), id="the same"),
        pytest.param(SOUTH, " South ", Notice("met.known"), id="written otherwise"),
        pytest.param(
            SOUTH, "zuid", Notice("met.renamed", (("name", "south"),)), id="under another name"
        ),
        pytest.param(STRANGER, "west", Notice("met.new"), id="nobody we know"),
        pytest.param(
            STRANGER,
            "SOUTH",
            Notice("met.impostor", (("name", "SOUTH"),)),
            id="code-7 another key under a known name",
        ),
        pytest.param(
            STRANGER,
            "east  ender",
            Notice("met.impostor", (("name", "east  ender"),)),
            id="code-7 nearly the name",
        ),
        pytest.param(
            SOUTH,
            "East Ender",
            Notice("met.impostor", (("name", "East Ender"),)),
            id="code-7 one friend under the name of another",
        ),
    ],
)
def test_a_key_is_known_and_a_name_is_not(player: PlayerId, name: str, remark: Notice) -> None:
    assert MET.remark(player, name) == remark


def test_two_friends_may_have_one_name() -> None:
    met = Acquaintances({SOUTH: "Anna", EAST: "Anna"})

    assert met.remark(SOUTH, "Anna") == met.remark(EAST, "Anna") == Notice("met.known")


def test_a_remark_cannot_write_on_the_screen() -> None:
    met = Acquaintances({SOUTH: "so\x1buth"})

    assert met.remark(SOUTH, "other") == Notice("met.renamed", (("name", "so?uth"),))


def test_whom_one_has_met_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    keep(MET.having_met([(STRANGER, "west"), (SOUTH, "zuid")]), tmp_path)

    kept = recall(tmp_path)

    assert list(kept.names.items()) == [(EAST, "East Ender"), (STRANGER, "west"), (SOUTH, "zuid")]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_those_who_were_met_long_ago_are_forgotten() -> None:
    met = Acquaintances()
    for number in range(MOST + 2):
        met = met.having_met([(PlayerId(number.to_bytes(32, "big")), str(number))])

    assert list(met.names.values()) == [str(number) for number in range(2, MOST + 2)]


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"zz": "south"}', '{"00": "too short"}', '{"1": 2}', "null"]
)
def test_a_damaged_file_is_no_reason_not_to_play(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, encoding="utf-8")

    assert recall(tmp_path).names == {}


def test_a_folder_that_cannot_be_written_is_no_reason_either(tmp_path: Path) -> None:
    keep(MET, tmp_path / "nowhere")

    assert recall(tmp_path / "nowhere") == Acquaintances()
