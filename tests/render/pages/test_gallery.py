"""The folder of pages of a run."""

from __future__ import annotations

from pathlib import Path

from tests.render.pages.recorded import CLOCK, record

from ronde.arena.pages import RunPages


def test_the_gallery_writes_its_pages_and_follows_a_run(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path / "web", "en")
    gallery.live("1", {"outcome": None, "title": "first"})
    gallery.live("2", {"outcome": None, "title": "second"})
    gallery.live("1", {"outcome": {"winner": 1}, "title": "first"})
    address = gallery.replay("1-1-1", record("tictactoe"), CLOCK, "A – B")
    gallery.finish()

    written = (tmp_path / "web" / "direct-data.js").read_text()
    assert '"over":true' in written
    assert "second" in written
    assert (tmp_path / "web" / address).is_file()
    assert gallery.has_replay("1-1-1", record("tictactoe").players)
    assert not list(tmp_path.rglob("*.part"))


def test_a_new_run_keeps_the_replay_of_the_one_before(tmp_path: Path) -> None:
    RunPages(tmp_path, "en").replay("1", record("tictactoe"), CLOCK, "A – B")
    RunPages(tmp_path, "en")

    assert "A – B" in (tmp_path / "partie-data.js").read_text()


def test_an_interrupted_run_says_so_on_every_page_and_shows_no_board_as_live(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path, "en", alone=False)
    gallery.tournament({"over": False, "bracket": None, "rounds": []})
    gallery.live("1-1-1", {"outcome": None, "title": "first"})
    running = (tmp_path / "tournoi-data.js").read_text()
    gallery.finish(interrupted=True)

    assert '"live":["1-1-1"]' in running
    for page in ("direct", "tournoi"):
        written = (tmp_path / f"{page}-data.js").read_text()
        assert '"over":true' in written
        assert '"interrupted":true' in written
    assert '"live":[]' in (tmp_path / "tournoi-data.js").read_text()


def test_a_lone_game_has_no_page_of_a_tournament_and_leads_to_none(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path, "en")
    address = gallery.replay("1", record("tictactoe"), CLOCK, "A – B")

    assert not (tmp_path / "tournoi.html").exists()
    assert '"alone":true' in (tmp_path / address).read_text()


def test_pages_have_the_names_of_the_manual_too(tmp_path: Path) -> None:
    RunPages(tmp_path, "fr", alone=False)

    for name, aim in (("direct", "direct"), ("partie", "partie"), ("standalone", "tournoi")):
        assert f'"{aim}.html"' in (tmp_path / f"aap-{name}.html").read_text()
        assert (tmp_path / f"{aim}.html").is_file()


def test_a_finished_game_on_the_live_page_leads_to_its_replay(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path, "en")
    gallery.live("1", {"outcome": {"winner": 1}, "title": "first"})
    gallery.replay("1", record("tictactoe"), CLOCK, "A – B")
    gallery.finish()

    assert '"address":"parties/1-A-B.html"' in (tmp_path / "direct-data.js").read_text()


def test_games_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path, "en")
    for key in ("10-1-1", "2-10-1", "2-9-1"):
        gallery.live(key, {"outcome": None, "title": key})

    written = (tmp_path / "direct-data.js").read_text()
    assert written.index("2-9-1") < written.index("2-10-1") < written.index("10-1-1")


def test_pages_bring_the_font_of_the_server_with_its_licence(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path, "en")
    address = gallery.replay("1", record("tictactoe"), CLOCK, "A – B")

    assert "url(../inter.woff2)" in (tmp_path / address).read_text()
    assert (tmp_path / "inter.woff2").read_bytes().startswith(b"wOF2")
    assert (tmp_path / "inter-OFL.txt").is_file()


def test_a_game_that_was_stopped_is_not_shown_as_lost_by_a_crash(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path, "en", alone=False)
    gallery.live("1-1-1", {"outcome": None, "title": "running"})
    gallery.live("1-1-1", {"outcome": {"winner": 1, "reason": "crash"}, "title": "ended"})
    gallery.finish(interrupted=True)

    written = (tmp_path / "direct-data.js").read_text()
    assert "running" in written
    assert "ended" not in written


def test_a_crash_of_a_game_that_is_stored_stays_one(tmp_path: Path) -> None:
    gallery = RunPages(tmp_path, "en")
    gallery.live("1", {"outcome": None, "title": "running"})
    gallery.live("1", {"outcome": {"winner": 1, "reason": "crash"}, "title": "ended"})
    gallery.replay("1", record("tictactoe"), CLOCK, "A – B")
    gallery.finish(interrupted=True)

    assert "ended" in (tmp_path / "direct-data.js").read_text()


def test_a_web_server_that_publishes_the_folder_opens_the_tournament(tmp_path: Path) -> None:
    RunPages(tmp_path / "cup", "en", alone=False)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "index.html").write_text("mine")
    RunPages(tmp_path / "own", "en", alone=False)

    assert '"tournoi.html"' in (tmp_path / "cup" / "index.html").read_text()
    assert (tmp_path / "own" / "index.html").read_text() == "mine"
