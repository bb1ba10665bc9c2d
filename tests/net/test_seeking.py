"""Seeking a player: how often each address is dialled, and when it ends."""

from collections.abc import Callable
from dataclasses import dataclass, field

from twisted.internet.task import Clock

from p2pqwirkle.net.link import Closure, Keeper, Side
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seeking import Seeker
from tests.net.pair import Listener

WIFI = Address("10.77.0.2", 10836)
CABLE = Address("10.77.1.2", 10836)


@dataclass(eq=False)
class Phone:
    """Dials, and lets the test say what comes of it."""

    clock: Clock = field(default_factory=Clock)
    places: list[Address] = field(default_factory=list)
    dialled: list[tuple[float, Address]] = field(default_factory=list)
    given_up: list[Address] = field(default_factory=list)
    rings: bool = True
    """Whether dials stay without an answer; otherwise they fail at once."""

    def __post_init__(self) -> None:
        self.seeker = Seeker(self.clock, self.dial, lambda: tuple(self.places), Listener())

    def dial(
        self,
        address: Address,
        *,
        keeper: Keeper,  # noqa: ARG002 - nobody ever answers
        failed: Callable[[Closure], None],
    ) -> Callable[[], None]:
        self.dialled.append((self.clock.seconds(), address))
        if not self.rings:
            failed(Closure(Side.NOBODY, "", "nobody listens there"))
        return lambda: self.given_up.append(address)

    def wait(self, seconds: float) -> None:
        self.clock.pump([0.25] * int(seconds * 4))


def test_each_address_is_dialled_every_second_a_quarter_after_the_one_before() -> None:
    phone = Phone(places=[WIFI, CABLE])

    phone.seeker.seek(0)
    phone.wait(2)

    assert phone.dialled == [
        *((0.25, WIFI), (0.5, CABLE)),
        *((1.25, WIFI), (1.5, CABLE)),
    ]


def test_an_address_that_fails_at_once_is_dialled_no_more_often() -> None:
    phone = Phone(places=[WIFI], rings=False)

    phone.seeker.seek(0)
    phone.wait(4)

    assert [when for when, _ in phone.dialled] == [0.25, 1.25, 2.25, 3.25]


def test_a_computer_that_takes_connections_and_says_nothing_is_not_dialled_without_end() -> None:
    phone = Phone(places=[WIFI, CABLE])

    phone.seeker.seek(0)
    phone.wait(20)

    assert len(phone.dialled) == 8


def test_an_address_that_becomes_known_meanwhile_is_dialled_within_a_second() -> None:
    phone = Phone(rings=False)
    phone.seeker.seek(0)
    phone.wait(2)

    phone.places.append(WIFI)
    phone.wait(1)

    assert [address for _, address in phone.dialled] == [WIFI]


def test_whoever_is_found_is_dialled_no_more() -> None:
    phone = Phone(places=[WIFI, CABLE])
    phone.seeker.seek(0)
    phone.wait(1)

    phone.seeker.stop()
    phone.wait(10)

    assert [address for _, address in phone.dialled] == [WIFI, CABLE]
    assert phone.given_up == [WIFI, CABLE]
    assert phone.clock.getDelayedCalls() == []


def test_of_two_plans_the_earlier_one_holds() -> None:
    phone = Phone(places=[WIFI])

    phone.seeker.seek(5)
    phone.seeker.seek(1)
    phone.seeker.seek(3)
    phone.wait(1)

    assert phone.dialled == [(1.0, WIFI)]
