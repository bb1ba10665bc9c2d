import pytest

from tests.rules.symmetry import SYMMETRIES, Symmetry


@pytest.fixture(params=SYMMETRIES, ids=lambda symmetry: symmetry.name)
def seen(request: pytest.FixtureRequest) -> Symmetry:
    """A way to look at the table; a case that uses it holds for all of them."""
    symmetry = request.param
    assert isinstance(symmetry, Symmetry)
    return symmetry
