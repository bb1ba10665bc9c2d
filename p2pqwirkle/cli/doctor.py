"""`doctor`: what this computer's network and terminal can do for a game, and what to change."""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from p2pqwirkle.cli.options import DEFAULT_PORT, DEFAULT_SECONDS, host_and_port, seconds
from p2pqwirkle.words import sentence

if TYPE_CHECKING:
    from p2pqwirkle.cli.checkup import Finding
    from p2pqwirkle.console.canvas import Size
    from p2pqwirkle.net.reactor import Address

FIREWALL_TOOLS: Final = ("firewall-cmd", "ufw")
WINDOWS_SECONDS: Final = 10
_PROFILES: Final = "(Get-NetConnectionProfile).NetworkCategory"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `doctor` takes."""
    parser.add_argument(
        "host",
        nargs="?",
        type=host_and_port,
        metavar="HOST:PORT",
        help=sentence("cli.help.doctor-host"),
    )
    parser.add_argument("--json", action="store_true", help=sentence("cli.help.json"))
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=DEFAULT_SECONDS,
        metavar="S",
        help=sentence("cli.help.seconds"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Look at everything, and tell; to find something bad is no failure."""
    from p2pqwirkle.net.reactor import Address  # noqa: PLC0415 - `--help` is quick

    host = None if arguments.host is None else Address(*arguments.host)
    findings = _findings(host, arguments.seconds)
    if arguments.json:
        print(json.dumps([finding.as_json() for finding in findings], indent=2))
        return 0
    for finding in findings:
        says = sentence(f"doctor.state.{finding.state.value}", says=finding.says)
        print(" ".join(filter(None, (says, finding.do))), flush=True)
    return 0


def _findings(host: "Address | None", seconds: float) -> "Iterator[Finding]":
    """Everything there is to tell, as it is found."""
    from p2pqwirkle.cli import checkup  # noqa: PLC0415 - `--help` is quick
    from p2pqwirkle.cli.examining import examine  # noqa: PLC0415
    from p2pqwirkle.console.terminal import draws_one_column  # noqa: PLC0415
    from p2pqwirkle.net.ear import listen_around  # noqa: PLC0415
    from p2pqwirkle.net.interfaces import own_interfaces  # noqa: PLC0415

    interfaces = own_interfaces()
    installed = frozenset(tool for tool in FIREWALL_TOOLS if shutil.which(tool) is not None)
    system = checkup.System(sys.platform, sys.executable, installed)
    yield checkup.check_network(interfaces)
    yield checkup.check_port(_port_trouble())
    heard = listen_around(interfaces, seconds)
    yield checkup.check_multicast(heard, system)
    tables, answer = examine(host, seconds)
    yield from checkup.check_tables(tables)
    if host is not None and answer is not None:
        yield checkup.check_host(host, answer, heard)
    public = checkup.check_public(_categories()) if sys.platform == "win32" else None
    yield public or checkup.check_firewall(system)
    size = _terminal_size()
    is_narrow = size is None or draws_one_column()
    yield checkup.check_terminal(os.environ, size, is_narrow=is_narrow)


def _port_trouble() -> OSError | None:
    """Why nothing can listen on the usual port, or None."""
    try:
        socket.create_server(("", DEFAULT_PORT)).close()
    except OSError as error:
        return error
    return None


def _categories() -> str:
    """What Windows takes the networks for that are in use."""
    powershell = shutil.which("powershell")
    if powershell is None:
        return ""
    try:
        told = subprocess.run(  # noqa: S603 - a program of the system, and no word of a stranger
            [powershell, "-NoProfile", "-Command", _PROFILES],
            capture_output=True,
            text=True,
            timeout=WINDOWS_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return told.stdout


def _terminal_size() -> "Size | None":
    from p2pqwirkle.console.canvas import Size  # noqa: PLC0415 - `--help` is quick
    from p2pqwirkle.console.terminal import is_terminal  # noqa: PLC0415

    return Size(*shutil.get_terminal_size()) if is_terminal() else None
