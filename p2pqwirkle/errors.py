"""The exceptions that a broken clause raises."""


class Breach(Exception):  # noqa: N818 - the word of the protocol
    """A value breaks a numbered clause of the protocol; it does not know who did it.

    Attributes:
        clause: the clause's number in ``protocol/``, for example ``"R5.2"``.
        detail: for developers: what was found, and what the clause expects.
    """

    def __init__(self, clause: str, detail: str) -> None:
        super().__init__(f"{clause}: {detail}")
        self.clause = clause
        self.detail = detail


class Collapse(Breach):
    """A clause is broken although every signature and proof before it holds.

    Nobody can be held to it, so the game stops with everything kept (T8).
    """
