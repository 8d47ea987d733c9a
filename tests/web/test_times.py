"""When rounds begin, wherever somebody wonders."""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.halls import make
from tests.support.in_process import in_process

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.render.lists import break_text, start_text

TIMES = ("2026-12-05 09:30", "2026-12-05 14:00", "2026-12-06 09:30")


def between(path: Path) -> Path:
    """Two rounds closed, and the third one not yet paired."""
    desk = Desk.open(make(path, Settings(rounds=3, times=TIMES), closed=2))
    desk.undo(CHIEF)
    desk.close()
    return path


def test_between_two_rounds_the_hall_and_the_public_page_say_when_the_next_begins(tmp_path: Path) -> None:
    with in_process(between(tmp_path / "open.ronde")) as inside:
        pages = ("/t/open", "/t/open/screen", "/desk/open/overview")
        for page in pages:
            assert "Next round: Sunday 9:30" in inside.get(page).text
        assert "Saturday 14:00" in inside.get("/t/open/round/2").words
        screen = inside.get("/t/open/screen?lang=fr,de").words.replace("\u00a0", " ")
        assert "Prochaine ronde : dimanche à 9 h 30 · Nächste Runde: Sonntag, 9:30 Uhr" in screen
        assert json.loads(inside.get("/t/open.json").text)["starts"] == "2026-12-06T09:30"
        assert json.loads(inside.get("/t/open/round/1.json").text)["starts"] == "2026-12-05T09:30"

        begun = inside.post("/desk/open/pair")
        inside.follow(begun)
        inside.post(f"{begun.headers['location']}/accept")
        for page in pages:
            assert "Next round" not in inside.get(page).text
        assert "Sunday 9:30" in inside.get("/t/open/round/3").words


def test_the_settings_of_the_desk_take_times_and_name_what_is_wrong(tmp_path: Path) -> None:
    with in_process(between(tmp_path / "open.ronde")) as inside:
        refused = inside.post("/desk/open/settings", {"times": "2026-12-05 9:30,Sunday"})
        assert refused.status == 409
        assert "Sunday" in refused.words
        assert inside.post("/desk/open/settings", {"times": "5/12/2026 8h45"}).status == 303
        assert "Saturday 8:45" in inside.get("/t/open/round/1").words


def season(*times: str) -> Tournament:
    return replay([], Tournament(settings=Settings(times=times)))


def test_beyond_a_week_the_date_stands_with_the_day() -> None:
    weekend = season(*TIMES)
    evenings = season("2026-12-01 20:00", "2026-12-08 20:00", "", "2026-12-22")

    assert start_text(weekend, 3, "en") == "Sunday 9:30"
    assert break_text(weekend, "en") == "First round: Saturday 5 December 2026 9:30"
    assert start_text(evenings, 2, "en") == "Tuesday 8 December 2026 20:00"
    assert start_text(evenings, 3, "en") == start_text(evenings, 5, "en") == ""
    assert start_text(evenings, 4, "de") == "Dienstag, 22. Dezember 2026"
    assert (
        break_text(evenings, "nl").replace("\u00a0", " ")
        == "Eerste ronde: dinsdag 1 december 2026 om 20:00 uur"
    )
