"""The one outcome, beside a value, that the specification knows."""


class Refused(Exception):  # noqa: N818 - it is the outcome that the specification names
    """A clause of the specification does not hold."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def require(holds: bool, clause: str) -> None:  # noqa: FBT001 - reads as the sentence it is
    if not holds:
        raise Refused(clause)
