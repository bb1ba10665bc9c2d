"""A network stack of its own: no test here touches the network of the machine it runs on."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import Final, Self

TOOLS: Final = ("unshare", "nsenter", "ip", "bridge", "nft", "sysctl")


@cache
def why_not() -> str | None:
    """Why there can be no laboratory on this machine, or None."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    if os.geteuid() != 0:
        return "network namespaces are made by root"
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        return f"there is no {missing[0]}"
    try:
        with Namespace() as namespace:
            namespace.run("ip", "link", "add", "switch", "type", "bridge")
    except subprocess.CalledProcessError as error:
        return f"this kernel refuses: {error.stderr.strip()}"
    return None


class Namespace:
    """A network stack, kept by a process that holds nothing else.

    The process ends when its standard input does, so that a test that is killed leaves nothing
    behind either: interfaces and rules go with the namespace.
    """

    def __init__(self) -> None:
        self._keeper = subprocess.Popen(
            ["unshare", "--net", "cat"],  # noqa: S607 - wherever this system has it
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        assert self._keeper.stdin is not None  # asked for above
        assert self._keeper.stdout is not None
        self._keeper.stdin.write(b".")
        if not self._keeper.stdout.read(1):
            _, told = self._keeper.communicate()
            raise subprocess.CalledProcessError(1, "unshare", stderr=told.decode())
        self.run("sysctl", "-q", "-w", "net.ipv4.ip_forward=0", "net.ipv6.conf.all.forwarding=0")
        self.run("ip", "link", "set", "lo", "up")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._keeper.communicate()

    @property
    def process(self) -> int:
        """The keeper's process id, by which `ip` knows the namespace."""
        return self._keeper.pid

    def within(self, command: Sequence[str]) -> list[str]:
        """*command*, to be run here; it keeps the process id that it is started with."""
        return ["nsenter", f"--net=/proc/{self.process}/ns/net", *command]

    def run(self, *command: str) -> str:
        """Run *command* here, and return what it prints.

        Raises:
            CalledProcessError: it failed.
        """
        done = subprocess.run(self.within(command), capture_output=True, text=True, check=True)
        return done.stdout
