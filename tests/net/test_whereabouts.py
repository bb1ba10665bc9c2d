"""Where a player may listen: who may say so, and who may not unsay it."""

from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.whereabouts import Whereabouts


def at(number: int) -> Address:
    return Address(f"10.77.0.{number}", 10836)


def test_where_a_player_was_found_comes_before_what_it_says_and_what_others_say() -> None:
    where = Whereabouts([at(1)])

    where.rumour([at(3)])
    where.find(at(2))

    assert where.addresses == (at(2), at(1), at(3))
    assert where.latest == at(2)


def test_a_players_own_word_takes_the_place_of_its_own_word() -> None:
    where = Whereabouts([at(1), at(2)])

    where.tell([at(7)])

    assert where.addresses == (at(7),)


def test_others_cannot_push_out_what_a_player_says_itself() -> None:
    """wire-11"""
    where = Whereabouts([at(1)])
    where.find(at(2))

    for number in range(3, 250):
        where.rumour([at(number)])

    assert where.addresses == (at(2), at(1), at(249), at(248), at(247), at(246))


def test_a_player_cannot_make_us_dial_at_more_than_eight_addresses_of_its_own() -> None:
    where = Whereabouts([])

    where.tell([at(number) for number in range(1, 250)])

    assert where.addresses == tuple(at(number) for number in range(1, 9))


def test_of_a_player_who_moves_about_the_last_two_places_are_kept() -> None:
    where = Whereabouts([at(1)])

    for number in (2, 3, 4):
        where.find(at(number))

    assert where.addresses == (at(4), at(3), at(1))


def test_a_player_who_told_no_address_has_no_port() -> None:
    assert Whereabouts([]).port is None
    assert Whereabouts([at(1)]).port == 10836
