"""Rights: what a seat may do, least first. A helper's lost phone gives access to one tournament's results."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """The seats of a hall; the public and the players need none."""

    HELPER = "helper"
    ARBITER = "arbiter"
    CHIEF = "chief"


_HELPER: Final = re.compile(r"/desk/([a-z0-9-]+)(/(foresee|result|undo|redo|proposals))?")
_CHIEF: Final = re.compile(r"/seats(/.*)?")


def may(role: Role, path: str, slug: str = "") -> bool:
    """Whether a seat of that role may ask for that address; a helper's is for the tournament of that word.

    A helper enters results, takes back his own, and settles proposals; an arbiter does everything at the
    desk; the chief besides says who sits there.
    """
    if role is Role.CHIEF:
        return True
    if role is Role.ARBITER:
        return not _CHIEF.fullmatch(path)
    found = _HELPER.fullmatch(path)
    return found is not None and found[1] == slug
