"""Lets the tests of the games import what they share, however pytest is started."""

from __future__ import annotations

import sys

from tests.support.root import ROOT

_ROOT = str(ROOT)
if _ROOT not in sys.path:
    sys.path.insert(0, _ROOT)
