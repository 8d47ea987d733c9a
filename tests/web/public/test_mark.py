"""A club's own mark: name, colour and logo, kept with the tournament, undone like anything else."""

from __future__ import annotations

import base64
from pathlib import Path

from tests.support.in_process import Visitor

from ronde.app.desk import Desk
from ronde.cli.main import main

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def sent(arbiter: Visitor, picture: bytes = b"", name: str = "logo.png", **fields: str) -> int:
    """The form of the mark as a browser sends it; its status."""
    edge, parts = "edge", []
    for key, value in fields.items():
        parts.append(f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode())
    head = (
        f'--{edge}\r\nContent-Disposition: form-data; name="logo"; filename="{name if picture else ""}"\r\n'
    )
    parts.append(f"{head}Content-Type: application/octet-stream\r\n\r\n".encode() + picture + b"\r\n")
    body = b"".join(parts) + f"--{edge}--\r\n".encode()
    return arbiter.send("/desk/open/mark", body, f"multipart/form-data; boundary={edge}").status


def test_name_colour_and_logo_are_on_every_public_page_and_on_paper(arbiter: Visitor) -> None:
    assert sent(arbiter, PNG, club="Club de <Grenoble>", own="1", accent="#ffe14d") == 303
    page, paper = arbiter.get("/t/open").text, arbiter.get("/t/open/print/pairings").text

    for text in (page, paper):
        assert "Club de &lt;Grenoble&gt;" in text
        assert 'src="/t/open/logo"' in text
    assert "/t/open/mark.css?c=ffe14d" in page
    assert "--felt:light-dark(#706322," in arbiter.get("/t/open/mark.css").text
    logo = arbiter.get("/t/open/logo")
    assert (logo.headers["content-type"], logo.body) == ("image/png", PNG)


def test_the_mark_is_undone_like_anything_else(file: Path, arbiter: Visitor) -> None:
    sent(arbiter, PNG, club="One")
    sent(arbiter, club="Two")
    arbiter.post("/desk/open/undo")
    desk = Desk.open(file)
    desk.close()

    assert desk.tournament.settings.public.club == "One"
    assert desk.tournament.settings.public.logo.startswith("data:image/png;base64,")


def test_a_file_that_is_no_picture_is_refused_and_changes_nothing(file: Path, arbiter: Visitor) -> None:
    for picture in (b"<svg xmlns='http://www.w3.org/2000/svg'/>", PNG + b"x" * 30_000, b"GIF89a"):
        assert sent(arbiter, picture, club="X") == 409
    desk = Desk.open(file)
    desk.close()

    assert desk.tournament.settings.public.club == ""
    assert arbiter.get("/t/open/logo").status == 404


def test_letters_that_are_no_whole_picture_are_no_logo(file: Path, arbiter: Visitor) -> None:
    arbiter.get("/t/open")
    assert main(["settings", str(file), "public.logo=data:image/png;base64,iVBOR"]) == 0

    assert arbiter.get("/t/open/logo").status == 404
    assert arbiter.get("/t/open").status == 200


def test_whoever_may_not_change_settings_may_not_change_the_mark(public: Visitor) -> None:
    assert public.get("/desk/open/mark").status == 403
    assert sent(public, club="X") == 403


def test_provisional_standings_can_be_hidden(file: Path, arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "1 40", "key": "k"})
    assert "Standings as they stand" in arbiter.get("/t/open").text

    arbiter.post("/desk/open/settings", {"public.provisional": "false"})

    assert "Standings as they stand" not in arbiter.get("/t/open").text


def test_the_clubs_style_sheet_is_on_public_pages_screens_and_paper_but_not_at_the_desk(
    arbiter: Visitor,
) -> None:
    assert sent(arbiter, css="body {\n  color: #123456;\n}") == 303

    assert arbiter.get("/t/open/club.css").text == "body {\n  color: #123456;\n}"
    for path in ("/t/open", "/t/open/standings", "/t/open/screen", "/t/open/print/standings"):
        assert "/t/open/club.css" in arbiter.get(path).text, path
    assert "/t/open/club.css" not in arbiter.get("/desk/open/players").text
    assert "color: #123456" in arbiter.get("/desk/open/mark").text


def test_a_style_sheet_that_could_end_its_element_is_refused_and_stays_in_the_form(arbiter: Visitor) -> None:
    before = arbiter.get("/t/open/club.css").text

    assert sent(arbiter, css="</style><script>") == 409
    assert sent(arbiter, css="a" * 20_001) == 409
    assert arbiter.get("/t/open/club.css").text == before
