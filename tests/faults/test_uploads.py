"""Files and forms of malice dropped on the desk: an answer below 500, bounded memory, nothing left behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.uploads import dropped, form, part
from tests.store.halls import hall
from tests.support.web_server import server

CSV = b"name\nDOE\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "house").mkdir()
    (tmp_path / "scratch").mkdir()
    hall(tmp_path / "house" / "open.ronde", players=4).close()
    return tmp_path / "house" / "open.ronde"


def test_nothing_that_is_dropped_makes_the_desk_fail_or_leaves_anything_behind(
    path: Path, tmp_path: Path
) -> None:
    tally, statuses = dropped(path, tmp_path / "scratch", seed=1)

    assert tally.stories == []
    assert tally.inputs > 180
    assert {303, 400, 409, 413, 415} <= set(statuses), "some are read, the rest refused in several ways"


@pytest.mark.parametrize("charset", ["raw_unicode_escape", "utf-7", "UTF-16"])
def test_a_form_in_another_charset_is_refused_with_a_sentence(path: Path, charset: str) -> None:
    body = form(part("name", None, b"\\ud800"), part("password", None, b"+2AA-")).decode()
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    with server(path) as (browser, _, _):
        answer = browser._ask("POST", "/enter", body, {"Content-Type": kind})
        usual = browser._ask("POST", "/enter", body, {"Content-Type": kind.replace(charset, "UTF-8")})

    assert (answer.status, answer.text) == (415, "Forms are read in UTF-8 only.")
    assert usual.status == 403, "the password is wrong, the form is not"
