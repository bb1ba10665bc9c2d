"""The links of a living room, as a test gets hold of them, and visitors who dial by hand."""

from collections.abc import Callable
from threading import Event

from p2pqwirkle.net.frames import Frame, Hello
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.link import Closure, Link
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.table.effects import Effect
from tests.lan import identity_of
from tests.net.chair import Chair
from tests.net.living_room import LivingRoom
from tests.net.pair import Listener


async def dialled(
    room: LivingRoom, name: str, where: Address | None = None, *, settles: bool = True
) -> Listener:
    """A link of *name* to the host, or to whoever listens *where*; nothing is said on it yet."""
    visitor = Listener(takes_part=settles)
    connect(
        room.reactor,
        Credentials(identity_of(name, 1)),
        where or room.address,
        keeper=visitor,
        failed=visitor.closures.append,
    )
    room.visitors.append(visitor)
    await room.until(lambda: visitor.links != [])
    return visitor


def greeting_of(chair: Chair) -> Hello:
    """What *chair* says first on a link."""
    return chair.playing._mesh.hello


def link_between(room: LivingRoom, one: str, other: str) -> Link | None:
    """The link over which *one* talks to *other* at present."""
    return room.chair(one).playing._mesh._neighbours[room.key_of(other)].newest


def standing_link(room: LivingRoom, one: str, other: str) -> Link:
    """The link over which *one* talks to *other*, where there is one."""
    link = link_between(room, one, other)
    assert link is not None
    return link


def break_link(room: LivingRoom, one: str, other: str) -> None:
    """Let the link between two break at once, if there is one, as a network does it."""
    link = link_between(room, one, other)
    if link is not None:
        link._transport.abortConnection()


def closures_of(link: Link) -> list[Closure]:
    """How *link* will have ended."""
    closures: list[Closure] = []
    closed = link.keeper.closed

    def note(link: Link, closure: Closure) -> None:
        closures.append(closure)
        closed(link, closure)

    link.keeper.closed = note  # type: ignore[method-assign]
    return closures


def mute(chair: Chair, kind: type[Frame]) -> list[Callable[[], None]]:
    """Keep back what *chair* says of one kind; each result says one of them after all."""
    mesh = chair.playing._mesh
    broadcast = mesh.broadcast
    kept: list[Callable[[], None]] = []

    def say(frame: Frame, but: object = None) -> None:
        if isinstance(frame, kind):
            kept.append(lambda: broadcast(frame))
        else:
            broadcast(frame, but)  # type: ignore[arg-type]

    mesh.broadcast = say  # type: ignore[method-assign]
    return kept


def hold_up(chair: Chair) -> Event:
    """Let the table of *chair* do nothing until what is returned is set."""
    free = Event()

    def wait(_: object) -> list[Effect]:
        free.wait(20)
        return []

    chair.playing._table.do(wait)
    return free
