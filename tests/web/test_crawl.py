"""The links of the pages lead to pages: all of one tournament, and each kind of page of every other."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import PEOPLE, make
from tests.support.in_process import Visitor, in_process

from ronde.app.desk import Desk
from ronde.app.exchange import import_path
from ronde.model.settings import usual_settings
from ronde.model.systems import SYSTEMS

pytestmark = pytest.mark.full

GOLDEN = Path("tests/golden")
FOREIGN = {
    "absences": GOLDEN / "keizer/k05_absences_every_kind.s3db",
}
PAPP = {name: GOLDEN / "papp" / name for name in ("03-late-withdrawn-corrected-bq3",)}
HREF = re.compile(r'(?:href|\baction)="([^"#?]*)(\?[^"#]*)?[^"]*"|href=([^\s">#?]+)')
ASIDE = re.compile(r"/(?!t/|desk/)|/desk/[^/]+/export/(pdf|file)")
"""Downloads that take long, and what is not about a tournament."""
POSTED = re.compile(r'<form[^>]*method="post"[^>]*>')


def kept(folder: Path, name: str) -> Path:
    """A tournament of that name in a file of ours: a golden one, or one of that system."""
    path = folder / f"{name}.ronde"
    if name in SYSTEMS:
        return make(path, usual_settings(name, rounds=2), PEOPLE[:4], closed=1)
    made = import_path(PAPP[name], "papp") if name in PAPP else import_path(FOREIGN[name], "keizer-s3db")
    desk = Desk.create(path)
    desk.take_in(made.actions("arbiter"), made.attachments)
    desk.close()
    return path


def links(page: str, at: str) -> Iterator[str]:
    """The addresses a page leads to, without what only changes language and colours."""
    for place, query, bare in HREF.findall(POSTED.sub("", page)):
        address = html.unescape((place or bare or at.partition("?")[0]) + query)
        if not address.startswith("/"):
            address = f"{at.partition('?')[0].rpartition('/')[0]}/{address}"
        if not re.search(r"[?&](lang|theme)=|//|^/t/[^/]+/live", address) and not ASIDE.match(address):
            yield address


def crawled(visitor: Visitor, name: str, alike: set[str] | None = None) -> int:
    """How many pages there are; with `alike`, one of each kind of address only."""
    waiting, seen = [f"/t/{name}", f"/desk/{name}", f"/desk/{name}/history"], set[str]()
    while waiting:
        address = waiting.pop()
        kind = re.sub(r"\d+", "N", address)
        if address in seen or (alike is not None and kind in alike):
            continue
        seen.add(address)
        if alike is not None:
            alike.add(kind)
        answer = visitor.get(address)
        assert answer.status == 200, f"{address}: {answer.status} {answer.words[:300]}"
        if answer.headers.get("content-type", "").startswith("text/html"):
            waiting += [link for link in links(answer.text, address) if link not in seen]
    return len(seen)


def test_every_link_of_every_page_leads_to_a_page(tmp_path: Path) -> None:
    with in_process(kept(tmp_path, "swiss")) as visitor:
        assert crawled(visitor, "swiss") > 30


@pytest.mark.parametrize("name", ["absences", "keizer", "dutch", "cup"])
def test_every_kind_of_page_of_every_kind_of_tournament_is_there(name: str, tmp_path: Path) -> None:
    with in_process(kept(tmp_path, name)) as visitor:
        assert crawled(visitor, name, set()) > 20


@pytest.mark.parametrize("name", PAPP)
def test_every_kind_of_page_of_a_golden_tournament_of_papp_is_there(name: str, tmp_path: Path) -> None:
    path = kept(tmp_path, name)
    with in_process(path) as visitor:
        slug = next(iter(visitor.app.state.tournaments.by_slug))
        assert crawled(visitor, slug, set()) > 20
