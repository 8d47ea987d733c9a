"""The public names of the package for files."""

from __future__ import annotations

from ronde.disk.draft import make_private, new_draft, settled, take_place, write_over
from ronde.disk.guarded import (
    Object,
    Strange,
    check_journal,
    check_pages,
    check_plain,
    check_same,
    distrust,
    objects,
    within,
)
from ronde.disk.links import ForeignLink, true_place
