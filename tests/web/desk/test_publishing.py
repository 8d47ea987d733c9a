"""The archive of pages and the lines that embed them."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

from tests.browser.halls import make
from tests.support.in_process import in_process

from ronde.model.settings import Settings


def test_the_archive_has_an_index_and_is_the_same_every_time(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5))
    with in_process(path) as arbiter:
        one, other = (arbiter.get("/desk/open/publish.zip") for _ in range(2))
        page = arbiter.get("/desk/open/publish")

    names = zipfile.ZipFile(io.BytesIO(one.body)).namelist()
    assert {"index.html", "standings.html", "round-1.html", "crosstable.html", "style.css"} <= set(names)
    assert names == zipfile.ZipFile(io.BytesIO(other.body)).namelist()
    assert "open-site.zip" in one.headers["content-disposition"]
    assert all(name in page.words for name in names)
    for embedded in ("/t/open/standings?embed", "index.html"):
        assert re.search(rf"&lt;iframe src=[^ ]*{re.escape(embedded)}", page.text), embedded


def test_nobody_without_a_seat_downloads_it(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5))
    with in_process(path) as visitor:
        visitor.cookies.clear()

        assert visitor.get("/desk/open/publish.zip").status in (303, 401, 403)
