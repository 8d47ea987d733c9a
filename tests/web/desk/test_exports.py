"""Everything that can be taken home."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.app.desk import Desk
from ronde.model.settings import usual_settings
from ronde.model.systems import SYSTEMS
from ronde.web.desk.publishing import archive, download


def test_the_whole_file_opens_as_the_same_tournament(inside: Visitor, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.ronde"
    copy.write_bytes(inside.get("/desk/open/export/file.ronde").body)
    ours, theirs = Desk.open(file), Desk.open(copy)
    ours.close()
    theirs.close()

    assert theirs.tournament == ours.tournament


def test_a_list_and_a_sheet_come_as_plain_text(inside: Visitor) -> None:
    for path in ("list/standings", "sheet/1"):
        answer = inside.get(f"/desk/open/export/{path}")
        assert answer.status == 200, path
        assert answer.headers["content-disposition"].startswith("attachment"), path


def test_a_format_nobody_knows_is_not_found(inside: Visitor) -> None:
    assert inside.get("/desk/open/export/nothing").status == 404


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_tournament_offers_what_fits_and_each_download_has_its_own_name(
    system: str, tmp_path: Path
) -> None:
    with in_process(make(tmp_path / "open.ronde", usual_settings(system))) as visitor:
        page = visitor.get("/desk/open/export").text
        formats = re.findall(r'href="/desk/open/export/([\w-]+)"', page)
        answers = [visitor.get(f"/desk/open/export/{one}") for one in formats if not one.startswith("pdf")]

    assert {answer.status for answer in answers} == {200}
    assert ("keizer-s3db" in formats) == (system == "keizer")
    names = [answer.headers["content-disposition"] for answer in answers]
    assert len({*names}) == len(names) > 3


def test_several_files_are_one_archive_that_is_the_same_every_time() -> None:
    files = {"b.txt": b"two", "a.txt": b"one"}

    assert archive(files) == archive(files)
    assert zipfile.ZipFile(io.BytesIO(archive(files))).read("a.txt") == b"one"


def test_a_download_is_never_shown_whatever_its_name_is() -> None:
    answer = download('é "x".html', b"<script>")

    assert answer.headers["content-type"] == "application/octet-stream"
    assert "attachment" in answer.headers["content-disposition"]
