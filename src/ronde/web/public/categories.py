"""Lists of one category of players: which there are, and which one an address asks for."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request

from ronde.core.tournament import Tournament
from ronde.formats.keizertext import known_categories
from ronde.i18n.door import say

View = tuple[str, str, bool, str]
"""A tab: address, label, whether it is shown, and icon."""


def category_of(request: Request, tournament: Tournament) -> str | None:
    """The category in `?category=`; None for all players, 404 for an unknown one."""
    wish = request.query_params.get("category", "")
    if wish and wish not in known_categories(tournament):
        raise HTTPException(404)
    return wish or None


def category_views(
    known: Mapping[str, str], path: str, chosen: str | None, language: str, more: str = ""
) -> list[View]:
    """A tab for all players and one for each category; empty without categories."""
    if not known:
        return []
    whole: View = (f"{path}{f'?{more}' if more else ''}", say("web.everybody", language), not chosen, "")
    rest = f"&{more}" if more else ""
    return [
        whole,
        *((f"{path}?category={short}{rest}", name, short == chosen, "") for short, name in known.items()),
    ]
