"""Printed pages: lists, slips, sheets and cards, on A4 or Letter."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ronde.core.published import AsOf, published
from ronde.formats.keizertext import known_categories, podium, within_category
from ronde.i18n.door import moment
from ronde.scoring import door as scoring
from ronde.web.assets import takes_gzip
from ronde.web.public.categories import category_of
from ronde.web.public.tournament import PublicPages, round_shown
from ronde.web.qr_codes import qr_svg
from ronde.web.server.address import address_of
from ronde.web.server.aside import given, light
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.page_cache import sent
from ronde.web.server.personal_links import PersonalLinks
from ronde.web.server.rendering import render
from ronde.web.server.request import allowed, language_of
from ronde.web.server.rights import Right
from ronde.web.server.seats import Seats
from ronde.web.server.worker_pool import PAPER
from ronde.web.story import points_before

KINDS = ("pairings", "names", "checklist", "slips", "standings", "crosstable", "sheets", "cards")
PAPERS = ("a4", "letter")
CODED = ("pairings", "names", "slips", "standings", "crosstable", "cards")
"""Pages with QR codes, which depend on the address of this server."""
GROUPED = ("standings", "crosstable")
"""Pages that can be printed for one category."""
NOW = f"(now {secrets.token_hex(16)})"
"""Placeholder for the time in a cached page."""


class PaperPages:
    def __init__(self, public: PublicPages, seats: Seats) -> None:
        self.public = public
        self.seats = seats
        self.links = PersonalLinks(seats.register)

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/t/{slug}/print", self.choice, Right.ANYBODY),
            GuardedRoute("/t/{slug}/print/{kind}", self.paper, Right.ANYBODY),
        ]

    async def choice(self, request: Request) -> Response:
        opened = self.public.open_now(request)
        facts = {"groups": known_categories(opened.tournament), "grouped": GROUPED, "papers": PAPERS}
        return render(request, "public/print.html", opened=opened, kinds=kinds_of(opened), **facts)

    async def paper(self, request: Request) -> Response:
        """One kind of printed page; rendered once, with the time of each request."""
        opened, kind = self.public.open_now(request), request.path_params["kind"]
        if kind not in kinds_of(opened):
            raise HTTPException(404)
        pool, now = self.public.tournaments.pool, moment(datetime.now(), language_of(request))
        if pool is None:
            return _rendered(request, opened, kind, given(request))
        facts: dict[str, Any] = {"now": NOW}
        if kind in CODED:
            facts["address"] = address_of(request)
        if kind == "cards":
            personal = allowed(request, Right.PLAYERS, opened.slug)
            facts |= {"paths": await self._paths(opened, personal=personal), "personal": personal}
        if kind != "cards" and light(opened.tournament):
            return _rendered(request, opened, kind, facts | {"now": now})
        mark = hash_of(facts)
        drawings = self.public.drawings
        page = await drawings.aside(pool, request, opened, mark=mark, weight=PAPER, **facts)
        headers = {"Cache-Control": "no-store"}
        if takes_gzip(request.headers):
            return sent(request, await drawings.dated(page, NOW, now), headers)
        return HTMLResponse(page.body.replace(NOW.encode(), now.encode()), headers=headers)

    async def _paths(self, opened: OpenTournament, *, personal: bool) -> dict[str, str]:
        """The targets of the QR codes: personal links for the desk, public pages for others."""
        players = list(opened.tournament.players)
        if personal:
            paths = await run_in_threadpool(self.links.paths, opened.slug, players)
            return {str(player): path for player, path in paths.items()}
        return {str(player): f"/t/{opened.slug}/player/{player}" for player in players}


def kinds_of(opened: OpenTournament) -> tuple[str, ...]:
    """The printable pages of a tournament: a checklist only where pairing follows criteria."""
    numbered = opened.tournament.settings.pairing_system.numbered
    return tuple(kind for kind in KINDS if numbered or kind != "checklist")


def hash_of(facts: dict[str, Any]) -> str:
    """A hash of what a page depends on beside its tournament; personal links are not stored in clear."""
    return hashlib.blake2b(msgspec.json.encode(facts), digest_size=16).hexdigest()


def _rendered(request: Request, opened: OpenTournament, kind: str, beside: dict[str, Any]) -> Response:
    wish = request.query_params.get("paper", "")
    group = category_of(request, opened.tournament)
    facts: dict[str, Any] = {
        "kind": kind,
        "paper": wish if wish in PAPERS else PAPERS[0],
        "now": beside["now"],
        "played": round_shown(opened.tournament),
    }
    return render(request, "public/paper.html", opened=opened, **facts, **_facts(opened, kind, beside, group))


def _facts(opened: OpenTournament, kind: str, beside: dict[str, Any], group: str | None) -> dict[str, Any]:
    tournament = opened.tournament
    named = known_categories(tournament)[group] if group else ""
    published_now = published(tournament)
    bills = f"/round/{round_shown(tournament).number}?by=bill" if kind == "pairings" else ""
    code = qr_svg(f"{beside['address']}/t/{opened.slug}{bills}") if kind in CODED and kind != "cards" else ""
    if kind == "standings":
        table = within_category(published_now, scoring.standings(published_now), group)
        best = podium(tournament, table, group)
        return {"code": code, "hall": published_now, "table": table, "group_name": named, "podium": best}
    if kind == "crosstable":
        crossed = scoring.crosstable(published_now)
        return {"code": code, "hall": published_now, "table": crossed, "group": group, "group_name": named}
    if kind == "sheets":
        return {"sheets": scoring.sheets(tournament, as_of=AsOf.CLOSING), "code": ""}
    if kind == "cards":
        links = {int(player): beside["address"] + path for player, path in beside["paths"].items()}
        codes = {player: qr_svg(link) for player, link in links.items()}
        return {"codes": codes, "personal": beside["personal"], "code": ""}
    played = round_shown(tournament)
    return {"code": code, "before": points_before(tournament, played.number) if played.number > 1 else {}}
