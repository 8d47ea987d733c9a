"""The whole application."""

from __future__ import annotations

from pathlib import Path

from tests.support.in_process import Visitor, in_process


def test_a_folder_without_tournaments_has_a_front_page(tmp_path: Path) -> None:
    with in_process(tmp_path) as visitor:
        assert visitor.get("/").status == 200


def test_a_form_larger_than_any_form_is_refused_before_it_is_read(inside: Visitor) -> None:
    answer = inside.post("/desk/open/result", {"entry": "x" * 3_000_000})

    assert answer.status == 413


def test_a_page_of_another_site_cannot_send_a_form(inside: Visitor) -> None:
    from tests.support.in_process import FORM

    sent = inside.ask("POST", "/desk/open/undo", b"", {"content-type": FORM, "sec-fetch-site": "cross-site"})

    assert inside.runner.run(sent).status == 403
