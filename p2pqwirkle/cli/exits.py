"""How a command ends: its exit code, and what it says when it could not do what was asked."""

from enum import IntEnum

from p2pqwirkle.words import sentence


class ExitCode(IntEnum):
    """The numbers that scripts see, the same for every command."""

    DONE = 0
    FAULT = 1
    """A fault was found."""
    UNREADABLE = 2
    """What was given cannot be read, or is damaged."""
    UNFINISHED = 3
    COULD_NOT = 4
    """Network, disk, port or seat."""
    WRONG_COMMAND = 64


class Exit(Exception):  # noqa: N818 - mostly it is no error of anybody's
    """The command ends with one line on standard error.

    Attributes:
        code: the exit code.
    """

    def __init__(self, code: ExitCode, key: str, **fields: object) -> None:
        super().__init__(sentence(f"cli.{key}", **fields))
        self.code = code
