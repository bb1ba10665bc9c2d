"""Somebody on the network who announces what is not there: `liar.py ID ADDRESS PORT`.

It says that the table with that id is at its own address too, and announces many more tables that
nobody has, some in forms that no table has.  It says "ready" when all is said, and lies on until
its standard input ends.
"""

import asyncio
import sys
from collections.abc import Mapping
from typing import Final

from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from p2pqwirkle.net.multicast import SERVICE

MANY: Final = 60


def lies(table: str, address: str, port: int) -> list[ServiceInfo]:
    forms: list[Mapping[str, str | bytes]] = [
        {"id": table, "v": "1", "p": "0.1.0"},
        {"id": table, "v": "1", "p": "\x1b[2J"},
        {"id": "../../etc/passwd", "v": "1", "p": "0.1.0"},
        {"id": "f" * 32, "v": "-1", "p": "x" * 200},
        {"id": b"\xff" * 32, "v": b"\x00", "p": b"\xfe"},
        {},
        *({"id": f"{number:032x}", "v": "1", "p": "0.1.0"} for number in range(MANY)),
    ]
    return [
        ServiceInfo(
            SERVICE,
            f"lie {number}.{SERVICE}",
            port=port,
            parsed_addresses=[address],
            properties=dict(form),
            server=f"liar-{number}.local.",
        )
        for number, form in enumerate(forms)
    ]


async def lie(table: str, address: str, port: int) -> None:
    zeroconf = AsyncZeroconf(interfaces=[address])
    told = [
        await zeroconf.async_register_service(info, cooperating_responders=True)
        for info in lies(table, address, port)
    ]
    await asyncio.gather(*told)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(lie(sys.argv[1], sys.argv[2], int(sys.argv[3])))
