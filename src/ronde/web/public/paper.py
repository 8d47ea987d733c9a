"""Printed pages: lists, slips, sheets and cards, on A4 or Letter."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde import systems as scoring
from ronde.app.command import Right
from ronde.i18n import moment, say
from ronde.model.tournament import AsOf, at_closing
from ronde.render.lists import known_groups, podium, podiums, within_category
from ronde.standings import player_cards
from ronde.web.assets import qr_svg
from ronde.web.public.tournament import PublicPages, category_of, round_shown
from ronde.web.server.accounts import Accounts, PersonalLinks
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament, public_snapshot, snapshot
from ronde.web.server.rendering import render
from ronde.web.server.request import address_of, allowed, language_of
from ronde.web.summaries import points_before

BY_PURPOSE = {
    "board": ("pairings", "names", "standings", "podiums", "crosstable"),
    "players": ("slips", "sheets", "cards", "checklist"),
}
KINDS = tuple(kind for kinds in BY_PURPOSE.values() for kind in kinds)
PAPERS = ("a4", "letter")
CODED = ("pairings", "names", "slips", "standings", "podiums", "crosstable")
"""Pages with the QR code of the tournament."""
GROUPED = ("standings", "crosstable")
"""Pages that can be printed for one category."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One thing to take away; the first of its links is the usual one."""

    name: str
    links: tuple[tuple[str, str], ...]
    """The name and address of each format."""
    prints: bool = False


class PaperPages:
    def __init__(self, public: PublicPages, accounts: Accounts) -> None:
        self.public = public
        self.accounts = accounts
        self.links = PersonalLinks(accounts.store)

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/t/{slug}/print", self.choice, Right.ANYBODY, version=self.public.version),
            GuardedRoute("/t/{slug}/print/{kind}", self.paper, Right.ANYBODY, version=self.version),
        ]

    def version(self, request: Request) -> Hashable:
        """What a printed page depends on: it shows the time and the address of this server."""
        tournament = self.public.version(request)
        return None if tournament is None else (tournament, int(time.time() // 60), str(request.base_url))

    def choice(self, request: Request) -> Response:
        live = snapshot(self.public.open_now(request))
        paper = paper_of(request)
        purposes = paper_rows(live, paper, language_of(request))
        return render(request, "public/print.html", live=live, paper=paper, purposes=purposes)

    def paper(self, request: Request) -> Response:
        kind = request.path_params["kind"]
        live = public_snapshot(self.public.open_now(request))
        if kind == "cards" and allowed(request, Right.PLAYERS, live.slug):  # handed out one by one
            live = snapshot(self.public.open_now(request))
        if kind not in kinds_of(live):
            raise HTTPException(404)
        group = category_of(request, live.tournament)
        context = self._cards(request, live) if kind == "cards" else _facts(request, live, kind, group)
        return render(
            request,
            "public/paper.html",
            live=live,
            kind=kind,
            paper=paper_of(request),
            now=moment(datetime.now(), language_of(request)),
            played=round_shown(live.tournament),
            **context,
        )

    def _cards(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """A code for every player: the personal link for the desk, the public page for others."""
        address, players = address_of(request), list(live.tournament.players)
        personal = allowed(request, Right.PLAYERS, live.slug)
        paths = (
            self.links.paths(live.slug, players)
            if personal
            else {player: f"/t/{live.slug}/player/{player}" for player in players}
        )
        codes = {player: qr_svg(address + path) for player, path in paths.items()}
        return {"codes": codes, "personal": personal, "code": ""}


def paper_rows(live: LiveTournament, paper: str, language: str) -> dict[str, list[DocumentRow]]:
    """The pages for the printer, by purpose."""
    groups = known_groups(live.tournament, language)
    made: dict[str, list[DocumentRow]] = {}
    for purpose, kinds in BY_PURPOSE.items():
        for kind in kinds:
            if kind not in kinds_of(live):
                continue
            name, place = say(f"paper.kind-{kind}", language), f"/t/{live.slug}/print/{kind}?paper={paper}"
            parts = {name: place} | {
                f"{name} · {long}": f"{place}&category={quote(short)}"
                for short, long in groups.items()
                if kind in GROUPED
            }
            made.setdefault(purpose, []).extend(
                DocumentRow(one, (("", where),), prints=True) for one, where in parts.items()
            )
    return made


def paper_of(request: Request) -> str:
    """The size of paper that was asked for."""
    wish = request.query_params.get("paper", "")
    return wish if wish in PAPERS else PAPERS[0]


def kinds_of(live: LiveTournament) -> tuple[str, ...]:
    """The printable pages: a checklist only where pairing follows criteria, podiums only with groups."""
    numbered = live.tournament.settings.pairing_system.numbered
    needed = {"checklist": numbered, "podiums": bool(known_groups(live.tournament, "en"))}
    return tuple(kind for kind in KINDS if needed.get(kind, True))


def _facts(request: Request, live: LiveTournament, kind: str, group: str | None) -> dict[str, Any]:
    tournament = live.tournament
    named = known_groups(tournament, language_of(request))[group] if group else ""
    published_now = at_closing(tournament)
    bills = f"/round/{round_shown(tournament).number}?by=bill" if kind == "pairings" else ""
    code = qr_svg(f"{address_of(request)}/t/{live.slug}{bills}") if kind in CODED else ""
    if kind == "standings":
        table = within_category(published_now, scoring.standings(published_now), group)
        best = podium(tournament, table, group)
        return {"code": code, "state": published_now, "table": table, "group_name": named, "podium": best}
    if kind == "podiums":
        ranked = scoring.standings(published_now)
        best_of = podiums(published_now, ranked, language_of(request))
        return {"code": code, "state": published_now, "table": ranked, "podiums": best_of}
    if kind == "crosstable":
        crossed = scoring.crosstable(published_now)
        return {"code": code, "state": published_now, "table": crossed, "group": group, "group_name": named}
    if kind == "sheets":
        return {"sheets": player_cards(tournament, as_of=AsOf.CLOSING), "code": ""}
    played = round_shown(tournament)
    told = played.number > 1 or tournament.settings.pairing_system.go  # in Go some start with points
    return {"code": code, "before": points_before(tournament, played.number) if told else {}}
