"""``python -m p2pqwirkle``."""

import sys

from p2pqwirkle.cli import main

if __name__ == "__main__":
    sys.exit(main())
