"""Where a bot at a table thinks: beside the network, which goes on meanwhile."""

import pytest

from tests.cli.test_processes import Table, table

__all__ = ["table"]

ASIDE = "tests.cli.odd_seat", "aside"


@pytest.mark.slow
def test_no_bot_thinks_where_the_network_lives(table: Table) -> None:
    table.host("north", 2, program=ASIDE)
    table.join("south", program=ASIDE)

    assert [peer.end() for peer in table.peers] == [(0, ""), (0, "")]
