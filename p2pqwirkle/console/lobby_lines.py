"""The lobby in plain mode: what is told of it in lines, and what can be typed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from p2pqwirkle.console.commands import NewCode, PutOut, Ready, Request
from p2pqwirkle.console.lobby import Line, Lobby, asked_to_put_out, given_code, given_name
from p2pqwirkle.console.lobby_view import join_line, lobby_state
from p2pqwirkle.console.wording import say
from p2pqwirkle.words import sentence

Lines = tuple[str, ...]
Answer = tuple[Lobby, Lines, Request | None]


def lobby_news(before: Lobby | None, lobby: Lobby) -> Lines:
    """The lines that tell what has changed in the lobby."""
    seen = before or Lobby()
    lines: list[str] = []
    if lobby.addresses and (seen.addresses, seen.code) != (lobby.addresses, lobby.code):
        lines += _invitation(lobby)
    if lobby.options != seen.options:
        lines += map(say, lobby.options)
    if before is None or (seen.names, seen.wanted) != (lobby.names, lobby.wanted):
        lines.append(" ".join(filter(None, (lobby_state(lobby), ", ".join(lobby.names)))))
    elif seen.places != lobby.places:
        lines.append(lobby_state(lobby))
    lines += _remarks(seen, lobby)
    was_asked = seen.is_complete and not seen.is_ready and seen.names == lobby.names
    if lobby.is_complete and not lobby.is_ready and not was_asked:
        lines.append(sentence("plain.type-ready"))
    if lobby.notice is not None and lobby.notice != seen.notice:
        lines.append(say(lobby.notice))
    if lobby.line is Line.CODE and lobby.question is None and seen.line is not Line.CODE:
        lines.append(sentence("lobby.write-code"))
    return tuple(lines)


def typed_in_lobby(lobby: Lobby, line: str) -> Answer:
    """What a typed *line* makes of the lobby, what is answered, and what is asked for."""
    text = line.strip()
    word, _, rest = text.partition(" ")
    if not text:
        return lobby, (), None
    if lobby.line is Line.CODE:
        return _told(*given_code(replace(lobby, notice=None), text), before=lobby)
    if word.lower() in _COMMANDS:
        return _COMMANDS[word.lower()](lobby, rest.strip())
    return lobby, (sentence("plain.in-lobby"),), None


def _told(after: Lobby, request: Request | None, before: Lobby) -> Answer:
    """A word to the player is answered at once, even if it is the same as before."""
    lines = () if after.notice is None else (say(after.notice),)
    return replace(after, notice=before.notice), lines, request


def _ready(lobby: Lobby, rest: str) -> Answer:
    if not lobby.is_complete:
        return lobby, (sentence("lobby.not-complete"),), None
    if lobby.doubtful and rest not in ("not", "yes"):
        return lobby, (sentence("plain.accept", names=", ".join(lobby.doubtful)),), None
    return lobby, (), Ready(rest != "not")


def _name(lobby: Lobby, rest: str) -> Answer:
    if lobby.wanted is None:
        return lobby, (lobby_state(lobby),), None
    return _told(*given_name(replace(lobby, notice=None), rest), before=lobby)


def _out(lobby: Lobby, rest: str) -> Answer:
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) == 1 else 0
    asked = asked_to_put_out(lobby, number).question
    if not isinstance(asked, PutOut):
        return lobby, (sentence("plain.nobody-to-put-out"),), None
    return lobby, (), asked


def _code(lobby: Lobby, _rest: str) -> Answer:
    if lobby.code is None:
        return lobby, (sentence("lobby.open"),) if lobby.host is None else (), None
    return lobby, (), NewCode()


def _players(lobby: Lobby, _rest: str) -> Answer:
    lines = [lobby_state(lobby)]
    for number, (name, place) in enumerate(zip(lobby.names, lobby.places, strict=True), start=1):
        ready = sentence("lobby.ready") if place.is_ready else ""
        remark = "" if place.remark is None else say(place.remark)
        lines.append(", ".join(filter(None, (f"{number} {name}", ready, remark))))
    return lobby, tuple(lines), None


_COMMANDS: Final[dict[str, Callable[[Lobby, str], Answer]]] = {
    "ready": _ready,
    "name": _name,
    "out": _out,
    "code": _code,
    "players": _players,
}


def _invitation(lobby: Lobby) -> list[str]:
    others = [f"p2pqwirkle join {address}" for address in lobby.addresses[1:]]
    told = sentence("lobby.open") if lobby.code is None else None
    return [join_line(lobby), *others, *([told] if told else [])]


def _remarks(seen: Lobby, lobby: Lobby) -> list[str]:
    """What is known of those who were not here before, or under another name."""
    known = {(place.player, place.remark) for place in seen.places}
    named = zip(lobby.names, lobby.places, strict=True)
    return [
        f"{name}: {say(place.remark)}"
        for name, place in named
        if place.remark is not None and (place.player, place.remark) not in known
    ]
