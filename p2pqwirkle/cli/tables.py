"""`tables`: the tables that are open on the network."""

import argparse
import json

from p2pqwirkle.cli.options import DEFAULT_SECONDS, seconds
from p2pqwirkle.words import sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `tables` takes."""
    parser.add_argument("--json", action="store_true", help=sentence("cli.help.json"))
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=DEFAULT_SECONDS,
        metavar="S",
        help=sentence("cli.help.seconds"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Look, and tell what was found; to find nothing is no failure."""
    from p2pqwirkle.cli.finding import Search, line_of  # noqa: PLC0415 - `--help` is quick
    from p2pqwirkle.cli.running import run_in_reactor  # noqa: PLC0415
    from p2pqwirkle.cli.stage import temporary_log  # noqa: PLC0415

    search = Search(arguments.seconds)
    with temporary_log() as log:
        code = run_in_reactor(search, log)
    if arguments.json:
        print(json.dumps([one.as_json() for one in search.found if one.sighting.is_open], indent=2))
    elif not search.found:
        print(sentence("tables.none"))
    else:
        for table in search.found:
            print(line_of(table))
    return code
