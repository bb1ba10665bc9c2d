"""The bots by the name that people call them."""

from typing import Final

from p2pqwirkle.bots.careful import careful
from p2pqwirkle.bots.chance import at_random
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Bot
from p2pqwirkle.bots.strong import Strong

BOTS: Final[dict[str, Bot]] = {
    "random": at_random,
    "greedy": greedy,
    "careful": careful,
    "strong": Strong(),
}
"""From the weakest to the strongest."""
