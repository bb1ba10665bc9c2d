"""Colours that everybody can tell apart, whatever eyes and terminal they have."""

import math
from itertools import combinations

import pytest

from p2pqwirkle.console.palette import Depth, Ground, swatch, tile_style
from p2pqwirkle.rules.tiles import Colour

# Machado, Oliveira, Fernandes 2009, at full severity, on linear RGB.
VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    def channel(text: str) -> float:
        value = int(text, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(colour[1:3]), channel(colour[3:5]), channel(colour[5:7])


def seen_by(vision: str, colour: str) -> Triple:
    red, green, blue = linear(colour)
    rows = [a * red + b * green + c * blue for a, b, c in VISIONS[vision]]
    return tuple(min(1.0, max(0.0, row)) for row in rows)  # type: ignore[return-value]


def lab(rgb: Triple) -> Triple:
    red, green, blue = rgb
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def ciede2000(one: Triple, other: Triple) -> float:
    """Sharma, Wu, Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean_c7 / (mean_c7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    r_c = 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    r_t = -math.sin(math.radians(60 * math.exp(-(((mean_h - 275) / 25) ** 2)))) * r_c
    d_l, d_c = (l2 - l1) / s_l, (c2 - c1) / s_c
    return math.sqrt(d_l**2 + d_c**2 + (d_h / s_h) ** 2 + r_t * d_c * (d_h / s_h))


def test_the_measure_of_difference_is_the_published_one() -> None:
    pair = ciede2000((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485))

    assert pair == pytest.approx(2.0425, abs=1e-4)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(
    ("depth", "ground", "least"),
    [
        pytest.param(Depth.TRUE, Ground.PAINTED, 12, id="24-bit, painted"),
        pytest.param(Depth.INDEXED, Ground.PAINTED, 12, id="256, painted"),
        pytest.param(Depth.TRUE, Ground.LIGHT, 11, id="24-bit, on light"),
        pytest.param(Depth.INDEXED, Ground.LIGHT, 11, id="256, on light"),
    ],
)
def test_every_eye_tells_every_two_colours_apart(
    vision: str, depth: Depth, ground: Ground, least: float
) -> None:
    swatches = [swatch(colour, depth, ground) for colour in Colour]
    seen = [lab(seen_by(vision, text)) for text in swatches if text is not None]

    assert len(seen) == 6
    assert min(ciede2000(one, other) for one, other in combinations(seen, 2)) >= least


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("depth", Depth)
def test_a_painted_tile_says_its_ground_and_its_sign(depth: Depth, colour: Colour) -> None:
    style = tile_style(colour, depth, Ground.PAINTED)

    assert ("fg:" in style and "bg:" in style) or depth is Depth.NONE
    assert style == "" or depth is not Depth.NONE
