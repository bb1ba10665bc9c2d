"""The agreement's sentences as switches: what the model comes to without one shows what it is for.

No walk has parted honest peers without `rising`, `heals_once` or `heals_living` alone.
"""

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Design:
    """Which sentences hold.

    Attributes:
        answers_each_question: one answer for each question; else one for each step, and any
            decline counts against any question on it.
        jury_only: a decline by a named seat does not count.
        freezes: who has agreed to a question that is alive folds nothing.
        rising: one agrees only to numbers above all that one has answered.
        latest_only: only the latest live question that one has agreed to may complete.
        majority: more than half must remain, or half with the lowest seat.
        two_need_ground: of two counted seats neither puts out the other.
        lasting_majority: a majority also of those whom an earlier live question would leave.
        resigns_unbound: nobody resigns in a step in which he has agreed to a question, or
            answers after he has resigned.
        heals_once: no going back to a step that has put the equivocating seat out already.
        heals_living: going back needs the word of a seat that is not put out here meanwhile.
        skipped_follow: who was skipped goes back to the step and folds the skip.
    """

    answers_each_question: bool = True
    jury_only: bool = True
    freezes: bool = True
    rising: bool = True
    latest_only: bool = True
    majority: bool = True
    two_need_ground: bool = True
    lasting_majority: bool = True
    resigns_unbound: bool = True
    heals_once: bool = True
    heals_living: bool = True
    skipped_follow: bool = True

    def without(self, *sentences: str) -> "Design":
        """The same without *sentences*."""
        return replace(self, **dict.fromkeys(sentences, False))


AGREED: Final = Design()
