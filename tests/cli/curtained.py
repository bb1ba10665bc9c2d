"""A first frame behind which nothing ever gets ready: `python -m tests.cli.curtained FILE`."""

import sys
import time
from pathlib import Path

from p2pqwirkle.cli.exits import ExitCode
from p2pqwirkle.console.curtain import curtain


def main(up: str) -> int:
    """Make the file *up* when the frame is drawn, and wait to be ended by a signal."""
    try:
        with curtain("Nothing gets ready."):
            Path(up).touch()
            time.sleep(600)
    except KeyboardInterrupt:
        return ExitCode.UNFINISHED
    return ExitCode.COULD_NOT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
