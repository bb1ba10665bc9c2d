"""Attacks on the lobby and its code, over real sockets: who is not invited gets no seat."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import pytest
from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.base import DelayedCall

from p2pqwirkle import __version__
from p2pqwirkle.codes import Code
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.flow import MAX_WAITING
from p2pqwirkle.net.frames import Chat, Done, Frame, Here
from p2pqwirkle.net.framing import MAX_FRAME, write_frame
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.invitation import MOST_TRIES, JoinerSide
from p2pqwirkle.net.link import Closure, Link, LinkError
from p2pqwirkle.net.listing import Listing
from p2pqwirkle.net.lobby import HostLobby
from p2pqwirkle.net.lobby_frames import Challenge, Proof, Ready, Rename, Welcome
from p2pqwirkle.net.reactor import Address, Clock
from p2pqwirkle.net.seating import Join
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.identity import PlayerId
from tests.lan import identity_of
from tests.net.chair import ANYWHERE, Chair
from tests.net.pair import Listener, credentials_of
from tests.vectors.code import IDENTITY, NOT_CANONICAL, OFF_THE_CURVE, SMALL_ORDER

CODE = Code(("puma", "oxygen", "bike"))
WRONG = Code(("puma", "oxygen", "boat"))


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something to have happened."""
    while not holds():  # noqa: ASYNC110 - what is waited for tells nobody
        await asyncio.sleep(0.005)


@dataclass(eq=False)
class House:
    """A host with a table, guests who know its code, and strangers who do not."""

    reactor: AsyncioSelectorReactor
    players: int = 3
    code: Code | None = CODE
    host: Chair = field(init=False)
    lobby: HostLobby = field(init=False)
    address: Address = field(init=False)
    guests: list[Chair] = field(default_factory=list)
    strangers: "list[Stranger]" = field(default_factory=list)

    def __post_init__(self) -> None:
        self.host = Chair(self.reactor, "north", code=self.code)
        self.lobby, self.address = self.host.open_table(self.players)

    def answer_with(self, frame: Frame) -> None:
        """Let the host answer whoever asks for a seat with *frame* alone."""

        def answer(link: Link, _join: Join) -> None:
            link.send(frame)

        self.lobby.seat = answer  # type: ignore[method-assign, assignment]

    async def refused(self, host: Address) -> str:
        """Why an invited guest takes no seat at what answers at *host*."""
        guest = Chair(self.reactor, "south", code=CODE)
        self.guests.append(guest)
        try:
            await guest.join(host).asFuture(asyncio.get_running_loop())
        except LinkError as error:
            return error.closure.clause
        return ""

    async def invite(self, name: str, code: Code | None = CODE) -> Chair:
        """Somebody who knows the code comes, and gets a seat."""
        guest = Chair(self.reactor, name, code=code)
        guest.join(self.address).addErrback(lambda _: None)
        self.guests.append(guest)
        await until(lambda: bool(guest.rosters))
        return guest

    async def stranger(self, name: str) -> "Stranger":
        """Somebody with a key of its own, and a link to the host."""
        stranger = Stranger(credentials_of(name))
        connect(
            self.reactor,
            stranger.credentials,
            self.address,
            keeper=stranger,
            failed=stranger.closures.append,
        )
        self.strangers.append(stranger)
        await until(lambda: bool(stranger.links))
        return stranger

    @property
    def seated(self) -> list[str]:
        return [one.name for one in self.lobby.roster.seated]

    async def close(self) -> None:
        """Leave nothing behind."""
        self.lobby.close()
        for stranger in self.strangers:
            for link in stranger.links:
                link.leave("the test is over")
        for chair in (self.host, *self.guests):
            chair.door.shut()
        await asyncio.sleep(0.05)


class Stranger(Listener):
    """Says whatever the test wants."""

    def __init__(self, credentials: Credentials) -> None:
        super().__init__(takes_part=False)
        self.credentials = credentials
        self.said: Callable[[Frame], None] = self.heard.append

    def received(self, link: Link, frame: Frame) -> None:  # noqa: ARG002
        self.said(frame)

    @property
    def key(self) -> PlayerId:
        return self.credentials.player

    def side(self, code: Code) -> JoinerSide:
        """An honest try of a code, whether it is right or not."""
        return JoinerSide(code, self.key, self.link.peer, secrets.token_bytes)

    def ask(self, element: bytes | None, name: str = "south") -> None:
        nonce = secrets.token_bytes(32)
        self.link.send(Join(__version__, name, None, nonce, 10836, (), element))

    async def heard_one(self, kind: type[Frame]) -> Frame:
        await until(lambda: any(isinstance(one, kind) for one in self.heard))
        return next(one for one in self.heard if isinstance(one, kind))

    async def refusal(self) -> str:
        """The clause that the host names."""
        await until(lambda: bool(self.closures))
        return self.closure.clause

    async def try_code(self, code: Code) -> str:
        """A whole try, by the book; the clause that it ends with, or nothing."""
        side = self.side(code)
        self.ask(side.element)
        await until(lambda: bool(self.heard) or bool(self.closures))
        if self.closures:
            return self.closure.clause
        challenge = await self.heard_one(Challenge)
        assert isinstance(challenge, Challenge)
        self.link.send(Proof(side.answered(challenge.element).joiner))
        await until(lambda: bool(self.closures) or any(isinstance(x, Welcome) for x in self.heard))
        return self.closure.clause if self.closures else ""


class Visit(Protocol):
    """Opens a house for a test."""

    def __call__(self, *, players: int = 3, code: Code | None = CODE) -> House: ...


@pytest.fixture
def visit(reactor: AsyncioSelectorReactor, loop: asyncio.SelectorEventLoop) -> Iterator[Visit]:
    """A house that nothing is left of."""
    houses: list[House] = []

    def open_house(*, players: int = 3, code: Code | None = CODE) -> House:
        houses.append(House(reactor, players, code))
        return houses[-1]

    yield open_house
    for house in houses:
        loop.run_until_complete(house.close())


async def test_the_invited_get_their_seats(visit: Visit) -> None:
    house = visit()

    await house.invite("south")
    await house.invite("east")
    await until(lambda: house.lobby.complete.called)

    assert house.seated == ["north", "south", "east"]
    assert house.host.tries == []


async def test_who_knows_no_code_gets_no_seat(visit: Visit) -> None:
    """code-1"""
    house = visit()
    stranger = await house.stranger("stranger")

    stranger.ask(None)

    assert await stranger.refusal() == "L10.1"
    assert house.seated == ["north"]
    assert house.host.tries == []


async def test_an_open_table_pretends_to_know_no_code(visit: Visit) -> None:
    """code-1"""
    house = visit(code=None)
    stranger = await house.stranger("stranger")

    stranger.ask(stranger.side(CODE).element)

    assert await stranger.refusal() == "L10.2"


async def test_a_wrong_code_is_refused_and_the_host_is_told(visit: Visit) -> None:
    """code-2"""
    house = visit()
    stranger = await house.stranger("stranger")

    assert await stranger.try_code(WRONG) == "L10.3"

    await until(lambda: bool(house.host.strangers))
    await until(lambda: house.host.tries == [("127.0.0.1", 1)])
    assert house.seated == ["north"]


async def test_guessing_is_slowed_down_and_ends_after_ten(visit: Visit) -> None:
    """code-2"""
    house = visit()
    gate = house.lobby.gate
    gate._clock = Hurried(house.reactor, by=0.0)
    assert await (await house.stranger("first")).try_code(WRONG) == "L10.3"
    assert await (await house.stranger("second")).try_code(WRONG) == "L10.4"
    gate._clock = Hurried(house.reactor)

    clauses = [
        await (await house.stranger(f"stranger {number}")).try_code(WRONG)
        for number in range(MOST_TRIES)
    ]

    assert clauses == ["L10.3"] * (MOST_TRIES - 1) + ["L10.5"]
    assert house.host.tries[-1] == ("127.0.0.1", MOST_TRIES)
    honest = await house.stranger("who knows the code")
    assert await honest.try_code(CODE) == "L10.5"
    gate.renew(WRONG)
    assert await (await house.stranger("who knows the new code")).try_code(WRONG) == ""


class Hurried:
    """A clock that is so many seconds further each time it is looked at."""

    def __init__(self, reactor: AsyncioSelectorReactor, by: float = 3600.0) -> None:
        self._reactor = reactor
        self._by = by
        self._now = reactor.seconds()

    def seconds(self) -> float:
        self._now += self._by
        return self._now

    def callLater(  # noqa: N802 - as Twisted calls it
        self, delay: float, call: Callable[..., object], /, *args: object
    ) -> DelayedCall:
        clock: Clock = self._reactor
        return clock.callLater(delay, call, *args)


async def test_hanging_up_counts_as_a_try(visit: Visit) -> None:
    """code-3"""
    house = visit()
    stranger = await house.stranger("stranger")
    stranger.ask(stranger.side(WRONG).element)
    await stranger.heard_one(Challenge)

    stranger.link._transport.abortConnection()
    await until(lambda: bool(house.host.tries))

    await until(lambda: house.host.tries == [("127.0.0.1", 1)])


async def test_ten_who_wait_with_their_proof_leave_no_eleventh(visit: Visit) -> None:
    """code-3"""
    house = visit()
    for number in range(MOST_TRIES):
        waiting = await house.stranger(f"stranger {number}")
        waiting.ask(waiting.side(WRONG).element)
        await waiting.heard_one(Challenge)

    one_more = await house.stranger("one more")
    one_more.ask(one_more.side(CODE).element)

    assert await one_more.refusal() == "L10.5"


async def test_who_stands_between_learns_whether_one_guess_was_right_and_no_more(
    visit: Visit,
) -> None:
    """code-4"""
    house = visit()
    middle = Middle(house.reactor, house)
    await middle.open()
    clause = await house.refused(middle.address)

    # The guest's own words, passed on to the host, are a proof for another link.
    assert middle.far is not None
    assert middle.far.closure.clause == "L10.3"
    assert clause == "L10.6"
    await until(lambda: house.host.tries == [("127.0.0.1", 1)])
    assert house.seated == ["north"]
    middle.door.shut()


async def test_an_open_table_in_between_takes_no_guest_who_has_a_code(visit: Visit) -> None:
    """code-4"""
    house = visit(code=None)
    house.answer_with(Welcome())
    clause = await house.refused(house.address)

    assert clause == "L10.6"


class Then(list[Closure]):
    """Keeps what a link ended with, and does something then."""

    def __init__(self, then: Callable[[], None]) -> None:
        super().__init__()
        self._then = then

    def append(self, closure: Closure) -> None:
        super().append(closure)
        self._then()


@dataclass(eq=False)
class Middle:
    """Takes a guest at its own door, and passes all that is said on to the real host."""

    reactor: AsyncioSelectorReactor
    house: House
    door: Door = field(init=False)
    address: Address = ANYWHERE
    far: "Stranger | None" = None

    def __post_init__(self) -> None:
        self.door = Door(self.reactor, credentials_of("middle"), lambda *_: None)
        self.door.offer(self)

    async def open(self) -> None:
        self.far = await self.house.stranger("middle")
        self.address = self.door.listen(ANYWHERE)

    def listing(self) -> Listing:
        raise NotImplementedError

    def seat(self, link: Link, join: Join) -> None:
        assert self.far is not None
        link.keeper = self
        self.far.said = link.send
        self.far.closures = Then(lambda: link.send(Welcome(bytes(32))))
        self.far.link.send(join)

    def opened(self, link: Link) -> None: ...

    def received(self, _link: Link, frame: Frame) -> None:
        assert self.far is not None
        self.far.link.send(frame)

    def closed(self, _link: Link, _closure: Closure) -> None:
        assert self.far is not None
        self.far.link.leave("the guest has gone")

    def sign_of_life(self) -> Here:
        return Here()


async def test_what_an_invited_guest_has_said_is_of_no_use_to_another(visit: Visit) -> None:
    """code-5"""
    house = visit()
    honest = await house.stranger("south")
    side = honest.side(CODE)
    honest.ask(side.element)
    challenge = await honest.heard_one(Challenge)
    assert isinstance(challenge, Challenge)
    proof = side.answered(challenge.element).joiner
    honest.link.send(Proof(proof))
    await honest.heard_one(Welcome)

    thief = await house.stranger("thief")
    thief.ask(side.element)
    await thief.heard_one(Challenge)
    thief.link.send(Proof(proof))

    assert await thief.refusal() == "L10.3"
    assert len(house.seated) == 2


@pytest.mark.parametrize(
    ("element", "clause"),
    [
        pytest.param(IDENTITY, "B1.3", id="B1.3 the identity"),
        pytest.param(SMALL_ORDER, "B1.4", id="B1.4 small order"),
        pytest.param(NOT_CANONICAL, "B1.2", id="B1.2 not canonical"),
        pytest.param(OFF_THE_CURVE, "B1.4", id="B1.4 off the curve"),
    ],
)
async def test_a_wrong_element_is_refused_and_counts_as_a_try(
    visit: Visit, element: str, clause: str
) -> None:
    """code-6"""
    house = visit()
    stranger = await house.stranger("stranger")

    stranger.ask(bytes.fromhex(element))

    assert await stranger.refusal() == clause
    await until(lambda: house.host.tries == [("127.0.0.1", 1)])


async def test_a_host_that_sends_a_wrong_element_gets_no_proof(visit: Visit) -> None:
    """code-6"""
    house = visit()
    challenge = Challenge(bytes.fromhex(SMALL_ORDER))
    house.answer_with(challenge)
    clause = await house.refused(house.address)

    assert clause == "B1.4"


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(Proof(bytes(32)), id="L2.4 a proof of nothing"),
        pytest.param(Challenge(bytes(32)), id="L2.4 a challenge to the host"),
        pytest.param(Ready(0, is_ready=True), id="L2.4 ready outside"),
        pytest.param(Rename("south"), id="L2.4 a name for nobody"),
        pytest.param(Welcome(), id="L2.4 a welcome from a stranger"),
        pytest.param(Done(), id="L2.4 done with nothing"),
    ],
)
async def test_frames_out_of_turn_end_at_the_door(visit: Visit, frame: Frame) -> None:
    """wire-8"""
    house = visit()
    stranger = await house.stranger("stranger")

    stranger.link.send(frame)

    assert await stranger.refusal() == "L2.4"


async def test_a_second_request_in_a_try_is_out_of_turn(visit: Visit) -> None:
    """code-3"""
    house = visit()
    stranger = await house.stranger("stranger")
    stranger.ask(stranger.side(WRONG).element)
    await stranger.heard_one(Challenge)

    stranger.ask(stranger.side(CODE).element)

    assert await stranger.refusal() == "L2.4"
    await until(lambda: house.host.tries == [("127.0.0.1", 1)])


async def test_a_key_that_was_put_out_does_not_come_back(visit: Visit) -> None:
    """code-7"""
    house = visit()
    guest = await house.stranger("south")
    assert await guest.try_code(CODE) == ""
    assert house.seated == ["north", "south"]

    house.lobby.put_out(guest.key)

    assert await guest.refusal() == "L4.6"
    assert house.seated == ["north"]
    again = await house.stranger("south")
    assert await again.try_code(CODE) == "L4.6"


async def test_nobody_takes_a_name_that_could_write_on_the_screen(visit: Visit) -> None:
    """code-7"""
    house = visit()
    guest = await house.stranger("south")
    assert await guest.try_code(CODE) == ""

    name = b"\x1b[2J"
    content = bytes([0x92, 19, 0xA0 + len(name)]) + name
    guest.link._transport.write(len(content).to_bytes(4, "big") + content)

    assert await guest.refusal() == "T1.4"


async def test_a_game_begins_only_among_those_who_are_ready_for_each_other(
    visit: Visit,
) -> None:
    """keys-9"""
    house = visit()
    house.host.is_hasty = False
    south = await house.invite("south")
    stale = await house.stranger("east")
    assert await stale.try_code(CODE) == ""
    number = house.host.rosters[-1].number
    await until(lambda: south.rosters[-1].is_ready(south.identity.player))

    # A readiness for those who were there before is not one for these.
    stale.link.send(Ready(number - 1, is_ready=True))
    stale.link.send(Rename("another"))
    await until(lambda: house.seated[-1] == "another")
    stale.link.send(Ready(number, is_ready=True))
    house.lobby.say_ready(is_ready=True)
    await asyncio.sleep(0.1)

    assert not house.lobby.complete.called
    assert not house.host.rosters[-1].is_ready(stale.key)
    stale.link.send(Ready(number + 1, is_ready=True))
    await until(lambda: house.lobby.complete.called)


# Load: the lobby of the others goes on.


async def test_half_open_connections_keep_no_guest_out(visit: Visit) -> None:
    """wire-8"""
    house = visit()
    idlers = [await asyncio.open_connection("127.0.0.1", house.address.port) for _ in range(12)]

    await house.invite("south")

    assert house.seated == ["north", "south"]
    for _, writer in idlers:
        writer.close()


async def test_a_huge_frame_costs_a_stranger_its_link(visit: Visit) -> None:
    """wire-8"""
    house = visit()
    stranger = await house.stranger("stranger")

    stranger.link._transport.write((MAX_FRAME + 1).to_bytes(4, "big") + bytes(1000))

    assert await stranger.refusal() == "L2.1"


async def test_a_guest_that_floods_the_lobby_keeps_nobody_waiting(visit: Visit) -> None:
    """wire-8"""
    house = visit()
    flooder = await house.stranger("flooder")
    assert await flooder.try_code(CODE) == ""
    renamed = write_frame(Rename("flooder")) * 2_000
    flooder.link._transport.write(renamed)
    began = time.process_time()

    await house.invite("east")

    # What the flood has cost us; what else the machine had to do is another matter.
    assert time.process_time() - began < 5


async def test_a_guest_that_does_not_read_is_dropped(visit: Visit) -> None:
    """wire-8"""
    house = visit(players=6)
    deaf = await house.stranger("deaf")
    assert await deaf.try_code(CODE) == ""
    deaf.link._transport.pauseProducing()

    remark = write_frame(Chat(bytes(500)))
    guest_link = house.lobby._party.guests[0].link
    for _ in range(3 * MAX_WAITING // len(remark)):
        guest_link.send_framed(remark)
        if not guest_link.is_standing:
            break
    await until(lambda: house.seated == ["north"])

    await house.invite("east")


def test_the_strangers_have_keys_of_their_own() -> None:
    assert credentials_of("south").player != identity_of("south", 1).player
