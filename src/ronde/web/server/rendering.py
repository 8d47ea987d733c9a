"""Rendering: the language, the theme, the templates."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from types import CodeType
from typing import Any, Final

import jinja2
from jinja2.bccache import Bucket
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ronde import __version__
from ronde import systems as scoring
from ronde.app.command import Right
from ronde.i18n import LANGUAGES, day_of_text, figures, grouped, long_day, manner, moment, say
from ronde.model.player import PlayerId
from ronde.model.result import write_number
from ronde.model.schedule import is_over, state_of
from ronde.model.table import Table
from ronde.model.tournament import Tournament
from ronde.render import charts
from ronde.render.chess import brackets_text, checklist_listing
from ronde.render.finals import match_lines
from ronde.render.go import (
    class_text,
    field_picture,
    field_text,
    line_terms,
    rank_text,
    ranked_name,
    terms_text,
)
from ronde.render.listing import Listing
from ronde.render.lists import (
    break_text,
    cost_text,
    reason_text,
    shortest_points,
    source_text,
    start_text,
    state_text,
    withdrawn_line,
)
from ronde.render.public import keeps_robots_away, public_absence
from ronde.render.tables import (
    absentees_listing,
    crosstable_listing,
    names_listing,
    pairings_listing,
    public_absence_text,
    standings_listing,
    teams_listing,
)
from ronde.render.text import colour_name, game_score
from ronde.render.why import alternative_text, bye_text, why_text
from ronde.standings import Record, record
from ronde.web.assets import ROOT, asset_link, icon, url, with_icons
from ronde.web.navigation import server_tabs, steps, tournament_tabs
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import allowed, language_of, theme_of
from ronde.web.summaries import family_and_given

FOLDER = Path(__file__).parents[1]


def _as_markup(picture: Callable[..., str]) -> Callable[..., Markup]:
    """An SVG for a template; it has escaped its own text."""
    return lambda *what, **more: Markup(picture(*what, **more))


PICTURES: dict[str, Callable[..., Markup]] = {
    one.__name__: _as_markup(one)
    for one in (
        charts.bump_chart, charts.result_strip, charts.keizer_stack, charts.margin_bar, charts.matrix,
        charts.no_margin, charts.opposition, charts.place_line, charts.arrivals, charts.attendance,
        charts.present_bars, charts.cost_bars, charts.interval, charts.record_bar, charts.sparkline,
        charts.score_chart,
    )
}  # fmt: skip
"""The drawings by the name templates use."""


LISTINGS: dict[str, Callable[..., Listing]] = {
    "standings_list": standings_listing,
    "crosstable_list": crosstable_listing,
    "pairings_list": pairings_listing,
    "names_list": names_listing,
    "absentees_list": absentees_listing,
    "checklist_list": checklist_listing,
    "teams_list": teams_listing,
}
"""The lists of the templates; see `parts.html`."""


def figure_words(language: str) -> dict[str, Callable[..., str]]:
    """The filters for numbers in that language."""
    writers: dict[str, Callable[..., str]] = {
        "number": write_number,
        "keizer": shortest_points,
        "clock": shown_clock,
        "figures": str,
        "signed": lambda value: f"{value:+,}".replace(",", "\u202f"),
        "decimals": lambda value, places: f"{value:.{places}f}",
    }
    return {name: _with_figures(write, language) for name, write in writers.items()}


def money(cost: float, language: str) -> str:
    """A price of the draw, in groups of three if it is whole.

    >>> money(41308, "de"), money(0.5, "de")
    ('41.308', '0,5')
    """
    return grouped(cost, language) if isinstance(cost, int) else figures(str(cost), language)


def _with_figures(write: Callable[..., str], language: str) -> Callable[..., str]:
    return lambda *what: figures(write(*what), language)


class _CompiledTemplates(jinja2.BytecodeCache):
    """Compiled templates: the same in every language, as words and numbers are looked up at run time."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load what was compiled for another language, unless the file has changed."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._kept[bucket.key, bucket.checksum] = bucket.code


_COMPILED: Final = _CompiledTemplates()


_LOADER: Final = jinja2.FileSystemLoader(FOLDER / "templates")


def _environment(language: str) -> jinja2.Environment:
    made = jinja2.Environment(
        loader=_LOADER,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_COMPILED,
    )
    made.globals |= {"version": __version__, "languages": NAMES, "language": language}
    made.globals |= {
        "icon": icon,
        "asset": asset_link,
        "url": url,
        "t": words_in(language),
        "colon": say("web.colon", language),
        "drawn": PICTURES,
    }
    made.filters |= {
        "over": is_over,
        "state": state_of,
        "state_text": partial(state_text, language=language),
        "break_text": partial(break_text, language=language),
        "start_text": partial(start_text, language=language),
        "family": family_and_given,
        "day": partial(day_of_text, language=language),
        "long_day": partial(day_of_text, language=language, write=long_day),
        "moment": lambda when: moment(when, language) if when else "",
        "listed": scoring.rank_number,
        "money": partial(money, language=language),
        "capitalize": _capitalized,
        "digest": _digest,
        "go_rank": lambda card: rank_text(card) if _GO.get() else "",
        "absence": partial(public_absence_text, language=language),
        "public_absence": public_absence,
        **figure_words(language),
    }
    made.globals |= {name: partial(make, language=language) for name, make in LISTINGS.items()}
    made.globals["terms_told"] = lambda tournament, pair: terms_text(tournament.settings, pair, language)
    made.globals["line_terms_told"] = partial(line_terms, language=language)
    made.globals["field_drawn"] = lambda tournament: Markup(field_picture(tournament, language))
    made.globals["class_told"] = partial(class_text, language=language)
    made.globals["field_told"] = partial(field_text, language=language)
    made.globals["withdrawn_told"] = partial(withdrawn_line, language=language)
    made.globals["matches_told"] = partial(match_lines, language=language)
    made.globals["brackets_told"] = partial(brackets_text, language=language)
    return made


def _capitalized(text: str) -> str:
    """A text with a capital at its beginning; the nouns of German keep theirs, unlike in Jinja's filter."""
    return text[:1].upper() + text[1:]


def _digest(text: str) -> str:
    """A short hash for addresses that browsers cache."""
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def words_in(language: str) -> Callable[..., str]:
    """The translation function of templates; a key without a section is one of `web`."""

    def t(key: str, /, **values: object) -> str:
        return say(key if "." in key else f"web.{key}", language, **values)

    return t


def shown_clock(seconds: float) -> str:
    """Time left as a clock shows it.

    >>> shown_clock(305.94), shown_clock(9)
    ('5:05.9', '0:09.0')
    """
    tenths = int(seconds * 10)
    return f"{tenths // 600}:{tenths % 600 / 10:04.1f}"


NAMES = {language: manner(language).name for language in LANGUAGES}
"""What each language calls itself, for menus."""
_GO: Final = ContextVar("go", default=False)
"""Whether the page is of a tournament of Go, so that parts show ranks beside names."""
ENVIRONMENTS = {language: _environment(language) for language in LANGUAGES}
"""One for each language, because template parts do not know the language of the page."""


def add_functions(**functions: Callable[..., object]) -> None:
    """Give all templates functions of another package."""
    for environment in ENVIRONMENTS.values():
        if functions.keys() <= environment.globals.keys():
            continue
        environment.globals.update(functions)
        if environment.cache:
            environment.cache.clear()  # a part that was imported knows the functions of that moment


def warm_up() -> None:
    """Compile all templates now: compiling one takes longer than any clock should wait."""
    for environment in ENVIRONMENTS.values():
        for name in environment.list_templates():
            environment.get_template(name)


def render(request: Request, template: str, status: int = 200, /, **context: Any) -> HTMLResponse:
    """A page in the language of the request."""
    live, headers = context.get("live"), {"Cache-Control": "no-store"}
    if isinstance(live, LiveTournament) and keeps_robots_away(live.tournament):
        headers["X-Robots-Tag"] = "noindex"
    return HTMLResponse(page_text(request, template, context), status, headers)


def page_text(request: Request, template: str, context: Mapping[str, Any]) -> str:
    return with_icons("".join(_pieces(request, template, context)))


def _pieces(request: Request, template: str, context: Mapping[str, Any]) -> Iterator[str]:
    ROOT.set(request.scope.get("app_root_path", ""))
    language = language_of(request)
    live = context.get("live")
    _GO.set(isinstance(live, LiveTournament) and live.tournament.settings.pairing_system.go)
    words = (
        words_for(live.tournament, language, programs=live.programs)
        if isinstance(live, LiveTournament)
        else {}
    )
    context = {"path": request.url.path, **_frame(request, live, language), **words, **context}
    return ENVIRONMENTS[language].get_template(template).generate(context, request=request, language=language)


def _frame(request: Request, live: object, language: str) -> dict[str, Any]:
    """The frame of a page: the tabs, or the steps of the desk's progress bar."""

    def may(right: str, slug: str = "") -> bool:
        return allowed(request, Right(right), slug)

    frame: dict[str, Any] = {
        "embed": "embed" in request.query_params,
        "theme": theme_of(request),
        "may": may,
        "white": False,
    }
    path, t = request.url.path, words_in(language)
    if not isinstance(live, LiveTournament):
        state = request.app.state
        course = bool(getattr(state, "course", None))
        return frame | {"tabs": server_tabs(path, t, referee=bool(state.referee), course=course)}
    frame["white"] = live.tournament.settings.board.colours[0] == "white"
    if path.startswith("/desk"):
        proposed = partial(_proposed, request, live)
        return frame | {"steps": steps(live.tournament, language), "proposed": proposed}
    return frame | {"tabs": tournament_tabs(live, path, t)}


def _proposed(request: Request, live: LiveTournament) -> int:
    """How many results were proposed by phones; a past state has none."""
    return 0 if live.past else len(request.app.state.proposals.of(live))


def _side_name(colour: str, language: str, *, programs: bool) -> str:
    """The colour of a side; programs play both sides, so their tables have none."""
    return say("pages.program", language) if programs else colour_name(colour, language)


def words_for(
    tournament: Tournament, language: str, *, programs: bool = False
) -> dict[str, Callable[..., str]]:
    """The template functions about a tournament."""

    def name(player: PlayerId) -> str:
        return ranked_name(tournament, player)

    @cache
    def past() -> Record:
        return record(tournament)

    def why(number: int, table: Table) -> str:
        return why_text(tournament, number, table, language, past(), programs=programs)

    def cost_told(cost: int) -> str:
        """A cost of a bill; in Go by that of one group."""
        go = tournament.pairing_system.go
        return cost_text(tournament, cost, language) if go else money(cost, language)

    colours = tournament.settings.board.colours
    return {
        "why": why,
        "why_bye": lambda number, player: bye_text(tournament, number, player, language, past()),
        "otherwise": lambda player: "" if programs else alternative_text(tournament, player, language),
        "name": name,
        "score": lambda result: game_score(tournament, result, language),
        "source": lambda source: source_text(tournament, source, language, public=True),
        "reason": lambda reason: reason_text(tournament, reason, language),
        "cost_told": cost_told,
        "colour": lambda first: _side_name(colours[0 if first else 1], language, programs=programs),
    }
