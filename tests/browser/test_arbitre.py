"""The Arbitre in a real browser: a person plays, somebody looks on, everybody replays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.arena.web.engines.test_competitions import founded, games_of
from tests.browser.halls import Visit
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    begun,
    engine,
    house_engine,
    registered,
    until,
)


@pytest.fixture(scope="module")
def arbitre(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def at(house: ArbitreHouse, path: str) -> str:
    return f"http://localhost:{house.host.port}{path}"


def watched(page: Page) -> list[str]:
    """Whatever the page complains about from now on."""
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def click_cell(page: Page, number: int) -> None:
    """Click a cell of the board by the move it makes."""
    page.locator(f'#board [data-move="{number}"][role="button"]').click()


def free_cells(page: Page) -> list[int]:
    return [
        int(option) for option in page.locator("#legal option").evaluate_all("all => all.map(o => o.value)")
    ]


def test_a_person_beats_or_loses_to_the_house_by_clicking_and_replays_by_keys(
    arbitre: ArbitreHouse, visit: Visit
) -> None:
    page = visit().new_page()
    complaints = watched(page)
    page.goto(at(arbitre, "/arbitre"))
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
    page.wait_for_url(re.compile(r"/arbitre/game/\d+$"))

    for _ in range(9):
        if not page.locator("#value").count():
            break
        rows = page.locator("tr[id^=ply-]").count()
        click_cell(page, free_cells(page)[0])
        expect(page.locator("tr[id^=ply-]")).not_to_have_count(rows)
        page.locator("#value, #game[data-running='0']").first.wait_for()
    expect(page.locator("#game")).to_have_attribute("data-running", "0")
    expect(page.locator(".state strong")).to_contain_text(re.compile("wins|Draw"))

    page.locator(".state").click()
    page.keyboard.press("Home")
    expect(page.locator(".where")).to_contain_text("0 /")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text("1 /")
    expect(page).to_have_url(re.compile(r"\?ply=1$"))
    drawn = page.locator("#board").inner_html()
    page.reload()
    assert page.locator("#board").inner_html() == drawn
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".where")).to_have_text(re.compile(r"^(\d+) / \1$"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert complaints == []


def test_a_move_is_made_by_arrow_keys_on_the_board(arbitre: ArbitreHouse, visit: Visit) -> None:
    page = visit().new_page()
    complaints = watched(page)
    page.goto(at(arbitre, "/arbitre"))
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()

    page.locator('#board [tabindex="0"]').focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator("#board :focus")).to_have_attribute("data-move", "5")
    page.keyboard.press("Enter")
    expect(page.locator("#ply-1")).to_contain_text("5")
    assert complaints == []


def test_a_code_is_composed_of_pegs(arbitre: ArbitreHouse, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(at(arbitre, "/arbitre"))
    page.get_by_role("button", name="Mastermind").click()

    for sign in "ABCCD":  # the fifth finds no place; there is a role once the script has come
        page.locator(f'[data-sign="{sign}"][role="button"]').click()
    expect(page.locator("#value")).to_have_value("ABCC")
    page.locator('[data-slot="1"]').click()
    expect(page.locator("#value")).to_have_value("ACC")
    page.fill("#value", "ACCHx")
    expect(page.locator('[data-slot="3"] .pH')).to_have_count(1)
    page.locator('[data-sign="H"]').focus()
    page.keyboard.press("Backspace")
    page.keyboard.press(" ")
    page.keyboard.press("Enter")
    expect(page.locator("#ply-1")).to_contain_text("ACCH")


def test_a_fleet_is_laid_by_finger_and_taken_back(arbitre: ArbitreHouse, visit: Visit) -> None:
    page = visit(width=390, height=844, has_touch=True).new_page()
    page.goto(at(arbitre, "/arbitre"))
    page.get_by_role("button", name="Battleship").click()

    def berth(name: str) -> Locator:
        return page.locator(f'[data-berth="{name}"][role="button"]')

    berth("H0").tap()  # five cells would leave the board
    expect(page.locator("#value")).to_have_value("")
    berth("A0").tap()
    berth("A0").tap()
    expect(page.locator("#value")).to_have_value("")
    for name in ("A0", "A2", "A4"):
        berth(name).tap()
    page.get_by_role("button", name="Lay upright").tap()
    berth("H4").tap()
    expect(page.locator(".laying")).to_contain_text("Ship of 2 cells")
    berth("J7").tap()
    expect(page.locator("#value")).to_have_value("H5A01H4A21H3A41V3H41V2J71")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.locator("#ply-1")).to_contain_text("H5A01")
    page.locator('[data-move="D3"]').tap()
    expect(page.locator("#ply-3")).to_contain_text("D3")


def test_a_typed_move_and_a_wrong_one(arbitre: ArbitreHouse, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(at(arbitre, "/arbitre"))
    page.get_by_role("button", name="Reversi").click()

    page.fill("#value", "A1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("flips nothing")
    page.fill("#value", "c4")
    page.keyboard.press("Enter")
    expect(page.locator("#ply-1")).to_contain_text("C4")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".state")).to_contain_text("resigned")


def test_somebody_else_sees_the_moves_come_without_reloading(arbitre: ArbitreHouse, visit: Visit) -> None:
    player, watcher = visit().new_page(), visit().new_page()
    complaints = watched(watcher)
    player.goto(at(arbitre, "/arbitre"))
    player.get_by_role("button", name="Pente").click()
    player.wait_for_url(re.compile(r"/arbitre/game/\d+$"))
    watcher.goto(player.url)
    watcher.evaluate("window.sameAsBefore = true")

    player.get_by_role("button", name="Random move").click()
    expect(watcher.locator("#ply-2")).to_be_visible()
    expect(watcher.locator("#value")).to_have_count(0)
    player.get_by_role("button", name="Resign").click()
    expect(watcher.locator(".state")).to_contain_text("resigned")

    assert watcher.evaluate("window.sameAsBefore")
    assert complaints == []


def test_an_owner_comes_by_invitation_tests_registers_and_lets_his_engine_play(
    arbitre: ArbitreHouse, visit: Visit
) -> None:
    page = visit(language="fr").new_page()
    page.goto(at(arbitre, arbitre.invitation()))
    page.get_by_label("Nom").fill("Zoé")
    page.get_by_role("button", name="Ouvrir le compte").click()

    with engine("tictactoe") as url:
        page.goto(at(arbitre, "/arbitre/tester"))
        page.locator("#url").fill(url)
        page.select_option("#game", "tictactoe")
        page.get_by_role("button", name="Envoyer la demande").click()
        expect(page.get_by_role("heading", name="Bon : le coup")).to_be_visible()
        page.goto(at(arbitre, "/arbitre/engines/new"))
        page.locator("#name").fill("Cases")
        page.locator("#url").fill(url)
        page.select_option("#game", "tictactoe")
        page.get_by_role("button", name="Enregistrer").click()
        page.get_by_role("button", name="Le faire jouer").click()
        expect(page.locator(".state strong")).to_contain_text(re.compile("gagne|nul", re.IGNORECASE))


def test_keys_typed_into_the_field_do_not_replay(arbitre: ArbitreHouse, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(at(arbitre, "/arbitre"))
    page.get_by_role("button", name="Battleship").click()
    page.get_by_role("button", name="Random move").click()
    expect(page.locator("#ply-2")).to_be_visible()

    page.locator("#value").focus()
    page.keyboard.press("Home")

    expect(page.locator(".where")).to_contain_text("2 / 2")
    page.get_by_role("button", name="Resign").click()


def test_the_board_is_there_without_script_too(arbitre: ArbitreHouse, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(at(arbitre, "/arbitre"))
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
    page.get_by_role("button", name="5", exact=True).click()

    expect(page.locator("#ply-1")).to_contain_text("5")
    page.get_by_role("link", name="First move").click()
    expect(page).to_have_url(re.compile(r"\?ply=0$"))


def test_a_service_registered_by_the_host_is_listed(arbitre: ArbitreHouse, tmp_path: Path) -> None:
    number = registered(arbitre.host, "Serving", "https://example.org/service", manner="service")

    assert "as a JSON service" in arbitre.visitor().get(f"/arbitre/engine/{number}").text


MIDDLES = """rows => rows.map(row => [row.cells[0], row.cells[1], row.cells[5]].map(cell => {
    const box = cell.getBoundingClientRect();
    return Math.round((box.top + box.bottom) / 2);
}))"""


def test_the_standings_of_a_competition_are_one_line_for_an_engine_on_a_phone(
    arbitre: ArbitreHouse, visit: Visit
) -> None:
    long = registered(arbitre.host, "Grandmaster of the third row", "http://127.0.0.1:9999/")
    assert founded(arbitre.host, "Phone", [long, house_engine(arbitre.host, "tictactoe")]) == 303
    played = until(
        lambda: [game for game in games_of(arbitre.visitor()) if long in game["engines"]],
        lambda games: len(games) == 2 and all(game["ended"] for game in games),
    )
    page = visit(width=360, height=740).new_page()
    page.goto(at(arbitre, f"/arbitre/competition/{played[0]['event']}"))
    rows = page.locator("table.fold").first.locator("tbody tr")

    assert rows.count() == 2
    for middles in rows.evaluate_all(MIDDLES):
        assert max(middles) - min(middles) <= 4
    assert page.get_by_text("Grandmaster of the third row").first.is_visible()
    assert rows.evaluate_all("all => Math.max(...all.map(row => row.offsetHeight))") <= 72
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_eight_boards_are_whole_on_a_screen_of_the_hall(tmp_path: Path, visit: Visit) -> None:
    with arbitre_house(tmp_path) as house:
        for number in range(8):
            game = ("tictactoe", "reversi", "pente", "poker")[number % 4]
            begun(house.visitor(), 0, house_engine(house.host, game))
        page = visit().new_page()
        for width, height in ((1280, 720), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(at(house, "/arbitre/screen"))
            cards = page.locator(".boards > .card")

            assert cards.count() == 8
            assert cards.evaluate_all(BOTTOMS) <= height
            assert min(page.locator(".boards .game:not(.token)").evaluate_all(HEIGHTS)) >= 0.18 * height


BOTTOMS = "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
HEIGHTS = "all => all.map(one => one.getBoundingClientRect().height)"
LEFTS = "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().left))).size"


def test_the_invitations_of_a_class_are_printed_in_two_columns(arbitre: ArbitreHouse, visit: Visit) -> None:
    context = visit(width=718, height=1047)  # A4 with the margins of a browser
    signed_in, url = arbitre.host.cookies.items(), at(arbitre, "/")
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in signed_in])
    page = context.new_page()
    page.goto(at(arbitre, "/arbitre/accounts"))
    page.fill("#names", "\n".join(f"Student {number}" for number in range(1, 9)))
    page.locator("form:has(#names) button").click()
    page.emulate_media(media="print")
    cards = page.locator(".card:has(.code)")

    assert cards.count() == 8
    assert cards.evaluate_all(LEFTS) == 2
    assert len(re.findall(rb"/Type ?/Page\b", page.pdf(format="A4"))) <= 2


@pytest.mark.parametrize("width", [360, 1280])
def test_the_way_to_an_own_engine_stands_apart_from_the_games(
    width: int, arbitre: ArbitreHouse, visit: Visit
) -> None:
    page = visit(width=width, height=800).new_page()
    page.goto(at(arbitre, "/arbitre"))
    own = page.locator("main a[href='/arbitre/write']").bounding_box()
    game = page.locator(".quick button").first.bounding_box()

    assert own
    assert game
    assert game["y"] - own["y"] - own["height"] >= 8
