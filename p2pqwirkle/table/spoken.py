"""The four words that show that nobody sits in between (T3)."""

from typing import Final

from p2pqwirkle.record.entry import Digest

SPOKEN_WORDS: Final = tuple(
    """
    acorn alarm album almond angle apple apron arrow atlas autumn badge bagel bamboo banana
    barrel basket beach beaver bottle branch bread breeze brick bridge bronze brush bubble
    bucket butter button cabin cactus camel camera candle canoe carbon carnival carpet castle
    cedar cello cement cheese cherry chimney circus citrus clay cliff clock cloud coast cobweb
    coconut comet copper coral cotton cradle crayon crystal cuckoo curtain daisy dancer desert
    dinner doctor dolphin donkey dragon drawer dream drum eagle earth echo elbow ember engine
    fabric falcon farmer feather fender ferry fiddle fiesta flute forest fossil fountain fox
    frost fudge galaxy garage garden garlic ginger giraffe glacier glove goblin golden goose
    granite grape guitar hammer harbour harvest hazel helmet hermit hill honey hornet hotel
    hunter icicle igloo indigo insect island ivory jacket jaguar jigsaw jungle kayak kettle
    kiosk kitten koala ladder lagoon lamp lantern laundry lemon leopard letter lilac lion lizard
    lobster lotus magnet mammoth mango maple marble market meadow melon metal mirror mosaic moss
    motor muffin museum mustard napkin needle nickel noodle novel nutmeg oasis ocean olive onion
    orbit orchid otter oven oyster paddle palace panda paper parrot parsley pebble pencil
    penguin pepper piano picnic pigeon pillow pirate planet plaza poem polka pond poppy potato
    pumpkin puppet puzzle quartz quilt rabbit radar ribbon river robin rocket saffron sailor
    salad sandal satin scarf shadow sheriff silver sketch sparrow spider sponge squirrel stable
    summer sunset swallow tablet tadpole teapot temple thunder tiger timber toffee tomato
    tractor trumpet tulip tunnel turtle umbrella valley vanilla velvet violin volcano waffle
    walnut walrus window zebra
    """.split()  # noqa: SIM905 - a block of words reads better than 256 quoted ones
)
"""One for each value of a byte; no two are closer than two letters."""

HOW_MANY: Final = 4
"""A guess holds with a chance of one in 2^32, and the commitments allow only one."""


def spoken_words(digest: Digest) -> tuple[str, ...]:
    """The words that players of one table have in common, from the digest after `reveal`."""
    return tuple(SPOKEN_WORDS[byte] for byte in digest[:HOW_MANY])
