"""What a seat without a console prints."""

import re

from p2pqwirkle.cli.events import GameLines, format_move, roster_line
from p2pqwirkle.net.seating import Roster, Seated
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Pass, Seat, Swap
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.entries import Kind
from tests.lan import Lan
from tests.lies import Instead
from tests.scenes import Scene as Where
from tests.scenes import scene
from tests.small_group import SmallGroup


def lines_of(lan: Lan, name: str) -> list[str]:
    lines: list[str] = []
    teller = GameLines(lan.charter, lines.append)
    teller.linked(frozenset({Seat(1), Seat(2)}))
    for snapshot in lan[name].shown:
        teller.shown(snapshot)
    return lines


def test_a_game_is_told_from_the_links_to_the_winner() -> None:
    lan = Lan(seed=1, group=SmallGroup())
    lan.play()

    lines = lines_of(lan, "north")

    words = [line.partition(" ")[0] for line in lines]
    assert words[:7] == ["game", "linked", "words", "shuffle", "shuffle", "shuffle", "dealt"]
    assert lines[0] == f"game {lan.charter.game.hex()}"
    assert lines[1] == "linked 2/2"
    assert lines[3:6] == ["shuffle 1/3", "shuffle 2/3", "shuffle 3/3"]
    assert words[7] == "opens"
    assert words[-2:] == ["over", "won"]


def test_whoever_is_gone_on_without_is_told_with_question_and_reason() -> None:
    lan = scene(Where.MIDGAME)
    south = lan["south"].snapshot.seat
    lan.cut |= {frozenset({"south", "north"}), frozenset({"south", "east"})}
    lan.perform(lan["north"], lan["north"].table.ask_out([south]))
    while lan.deliver_one():
        pass
    (ballot,) = lan["east"].snapshot.standing.ballots
    lan.perform(lan["east"], lan["east"].table.answer(ballot.question, agrees=True))
    lan.play(lambda lan: lan["north"].is_to_move or lan["east"].is_to_move)

    lines = lines_of(lan, "east")

    told = lines[lines.index("question north: go on without south?") :]
    assert told[1:4] == ["answer east: agrees", "out south: silent", "new bag 0/7"]
    assert told[-1] == "new bag 6/7"


def test_an_answer_against_is_told() -> None:
    lan = scene(Where.MIDGAME)
    south = lan["south"].snapshot.seat
    lan.perform(lan["north"], lan["north"].table.ask_out([south]))
    while lan.deliver_one():
        pass
    (ballot,) = lan["east"].snapshot.standing.ballots
    lan.perform(lan["east"], lan["east"].table.answer(ballot.question, agrees=False))
    while lan.deliver_one():
        pass

    assert lines_of(lan, "south")[-2:] == [
        "question north: go on without south?",
        "answer east: declines",
    ]


def test_a_resignation_and_a_fault_are_told_and_that_the_game_goes_on() -> None:
    lan = scene(Where.MIDGAME)
    lan.perform(lan["south"], lan["south"].table.resign())
    lan.play(lambda lan: lan["north"].is_to_move or lan["east"].is_to_move)
    lies = scene(Where.MIDGAME)
    lies["south"].lie = Instead(Kind.PLAY, lambda _liar, _body: bytes(3))
    lies.play(lambda lan: lan["north"].is_to_move or lan["east"].is_to_move)

    resigned, cheated = lines_of(lan, "north"), lines_of(lies, "north")

    assert {"resigned south", "out south: resigned"} <= set(resigned)
    assert {"fault south: E1.6, going on", "out south: fault E1.6"} <= set(cheated)


def test_every_turn_is_told_in_the_text_notation() -> None:
    lan = Lan(seed=2, group=SmallGroup())
    lan.play()

    turns = [line for line in lines_of(lan, "south") if line.startswith("turn ")]

    form = r"turn (\d+) \w+: (play( \w\w@-?\d+,-?\d+)+|swap \d|pass) \(\+\d+\)"
    matches = [re.fullmatch(form, turn) for turn in turns]
    assert [match and match[1] for match in matches] == [
        str(number) for number in range(1, len(turns) + 1)
    ]


def test_everybody_tells_the_same_game() -> None:
    lan = Lan(seed=3, group=SmallGroup())
    lan.play()

    assert lines_of(lan, "north") == lines_of(lan, "south") == lines_of(lan, "east")


def test_equal_names_are_told_apart_and_cannot_move_the_cursor() -> None:
    names = ("north", "north", "e\u202east")
    seated = tuple(Seated(PlayerId(bytes(32)), name, None) for name in names)

    line = roster_line(Roster(number=0, wanted=4, options=Options(), seated=seated))

    assert line == "seats 3/4: north, north (2), e?ast"


def test_of_a_swap_only_the_number_is_told() -> None:
    assert (format_move(Swap(3)), format_move(Pass())) == ("swap 3", "pass")
