"""Rights: what a seat may do, least first. A phone of a helper that is lost opens nothing but the results."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """The seats of a hall; the public and the players need none."""

    HELPER = "helper"
    ARBITER = "arbiter"
    CHIEF = "chief"


_SLUG: Final = r"/desk/[a-z0-9-]+"
_HELPER: Final = re.compile(rf"{_SLUG}(/(foresee|result|undo|redo|proposals))?")
_CHIEF: Final = re.compile(r"/seats(/.*)?")


def may(role: Role, path: str) -> bool:
    """Whether a seat of that role may ask for that address.

    A helper enters results, takes back his own, and settles proposals; an arbiter does everything at the
    desk; the chief besides says who sits there.
    """
    if role is Role.CHIEF:
        return True
    if role is Role.ARBITER:
        return not _CHIEF.fullmatch(path)
    return _HELPER.fullmatch(path) is not None
