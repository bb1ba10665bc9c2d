"""The words that players say aloud to each other (T3), one for each byte."""

from typing import Final

SPOKEN: Final = tuple(
    """
    acorn alarm album almond angle apple apron arrow atlas autumn badge bagel bamboo
    banana barrel basket beach beaver bottle branch bread breeze brick bridge bronze brush
    bubble bucket butter button cabin cactus camel camera candle canoe carbon carnival
    carpet castle cedar cello cement cheese cherry chimney circus citrus clay cliff clock
    cloud coast cobweb coconut comet copper coral cotton cradle crayon crystal cuckoo
    curtain daisy dancer desert dinner doctor dolphin donkey dragon drawer dream drum
    eagle earth echo elbow ember engine fabric falcon farmer feather fender ferry fiddle
    fiesta flute forest fossil fountain fox frost fudge galaxy garage garden garlic ginger
    giraffe glacier glove goblin golden goose granite grape guitar hammer harbour harvest
    hazel helmet hermit hill honey hornet hotel hunter icicle igloo indigo insect island
    ivory jacket jaguar jigsaw jungle kayak kettle kiosk kitten koala ladder lagoon lamp
    lantern laundry lemon leopard letter lilac lion lizard lobster lotus magnet mammoth
    mango maple marble market meadow melon metal mirror mosaic moss motor muffin museum
    mustard napkin needle nickel noodle novel nutmeg oasis ocean olive onion orbit orchid
    otter oven oyster paddle palace panda paper parrot parsley pebble pencil penguin
    pepper piano picnic pigeon pillow pirate planet plaza poem polka pond poppy potato
    pumpkin puppet puzzle quartz quilt rabbit radar ribbon river robin rocket saffron
    sailor salad sandal satin scarf shadow sheriff silver sketch sparrow spider sponge
    squirrel stable summer sunset swallow tablet tadpole teapot temple thunder tiger
    timber toffee tomato tractor trumpet tulip tunnel turtle umbrella valley vanilla
    velvet violin volcano waffle walnut walrus window zebra
    """.split()  # noqa: SIM905 - two hundred and fifty-six quotation marks would tell nobody more
)
"""Word number b stands for byte b; the same list in all languages, as in ``protocol/``."""


def four_words(digest: bytes) -> tuple[str, ...]:
    """What every screen shows of the *digest* after `reveal`; others mean somebody in between."""
    return tuple(SPOKEN[byte] for byte in digest[:4])
