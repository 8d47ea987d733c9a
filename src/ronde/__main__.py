"""`python -m ronde`."""

import sys

from ronde.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
