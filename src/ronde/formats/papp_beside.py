"""Whether a tournament is in a PAPP folder; called after every action, so nothing is imported for it."""

from __future__ import annotations

import os
from pathlib import Path


def config_beside(file: Path) -> Path | None:
    """The configuration in the folder of a tournament, or the one that `PAPP_CFG` names."""
    named = os.environ.get("PAPP_CFG")
    choices = [file.parent / "papp.cfg", *([Path(named)] if named else [])]
    return next((path for path in choices if path.is_file()), None)
