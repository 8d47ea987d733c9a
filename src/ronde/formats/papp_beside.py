"""Whether a tournament is in a PAPP folder; called after every action, so nothing is imported for it."""

from __future__ import annotations

import os
from pathlib import Path


def config_beside(file: Path) -> Path | None:
    """The configuration in the folder of a tournament, or the one that `PAPP_CFG` names."""
    choices = (os.path.join(os.path.dirname(file), "papp.cfg"), os.environ.get("PAPP_CFG"))
    return next((Path(path) for path in choices if path and os.path.isfile(path)), None)
