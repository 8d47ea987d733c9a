"""Go in the browser: ranks, handicap and komi, results by one key, the wall list, the field, the rating."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.go_weekend import weekend, weekend_file
from tests.support.in_process import Visitor, in_process
from tests.web.desk.test_imports import dropped

from ronde.app.desk import Desk
from ronde.systems.rounds import complete_round


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A weekend of seven: the first round played, the second paired."""
    folder = tmp_path_factory.mktemp("weekend")
    desk = Desk.open(weekend(folder))
    desk.act("arbiter", complete_round, seed=1)
    desk.close()
    weekend(folder, played=False, name="before")
    return folder


@pytest.fixture
def file(pattern: Path, tmp_path: Path) -> Path:
    shutil.copytree(pattern, tmp_path, dirs_exist_ok=True)
    return tmp_path / "open.ronde"


@pytest.fixture
def before(pattern: Path, tmp_path: Path) -> Iterator[Visitor]:
    """The same weekend before its first round."""
    shutil.copy(pattern / "before.ronde", tmp_path / "before.ronde")
    with in_process(tmp_path / "before.ronde") as visitor:
        yield visitor


def test_pairings_tell_ranks_handicap_and_komi(public: Visitor) -> None:
    words = public.get("/t/open/round/1").words
    assert "Aoki A. 5d" in words
    assert "H2, komi 0.5" in words
    assert "komi 7.5" in words
    assert "H1" not in words


@pytest.mark.parametrize("kind", ["pairings", "slips", "sheets"])
def test_paper_tells_ranks_handicap_and_komi(public: Visitor, kind: str) -> None:
    words = public.get(f"/t/open/print/{kind}").words

    assert "Egger E. 4k" in words
    assert "komi 0.5" in words


@pytest.mark.parametrize("view", ["pairings", "results"])
def test_the_hall_screen_tells_handicap_and_komi(public: Visitor, view: str) -> None:
    words = public.get(f"/t/open/screen?view={view}").words

    assert "komi 0.5" in words
    assert "Berg B. 4d" in words


def test_the_data_of_a_round_have_handicap_and_komi(public: Visitor) -> None:
    tables = json.loads(public.get("/t/open/round/1.json").text)["tables"]
    assert [(one["handicap"], one["komi"]) for one in tables] == [(0, 7.5), (1, 0.5), (2, 0.5)]
    people = json.loads(public.get("/t/open/players.json").text)
    assert [(one["go"]["rank"], one["go"]["start"]) for one in people][:3] == [
        ("5d", 33),
        ("4d", 33),
        ("2d", 31),
    ]
    lines = json.loads(public.get("/t/open/player/4.json").text)["rounds"]
    assert lines[0]["handicap"] == 1


def test_the_crosstable_is_the_wall_list_players_of_go_know(public: Visitor) -> None:
    words = " ".join(public.get("/t/open/crosstable").words.split())

    assert "1 1 Berg B. 4d BeGo FR 2+/b0 34" in words
    assert "MMS" in words
    assert "won against line 12" in words


def test_players_of_go_have_a_picture_of_the_field_before_the_first_round(before: Visitor) -> None:
    for path in ("/t/before/players", "/desk/before/players"):
        page = before.get(path)
        assert "Who starts with how many points" in page.words, path
        assert "33: 2 players, 31: 1 player" in page.text, path
        assert "nobody starts above the bar (4d) or below the floor (10k)" in page.words
    assert "Gallo G. 12k" in before.get("/t/before/players").words


def test_the_field_is_no_longer_shown_once_a_round_is_played(public: Visitor) -> None:
    assert "Who starts with" not in public.get("/t/open/players").words


def test_every_result_of_go_has_a_key_which_the_page_tells(inside: Visitor) -> None:
    page = inside.get("/desk/open")

    assert 'data-signs="go"' in page.text
    assert "1 Black wins, 2 White wins, = jigo, 0 both lose, 3 both win" in page.words
    assert "ll both lose, ww both win" in page.words
    for sign in ("ll", "ww", "df", "wf", "ff", "w", "f"):
        assert f'{sign}">' in page.text


def test_typed_results_of_go_count_for_both(inside: Visitor) -> None:
    tables = json.loads(inside.get("/t/open/round/2.json").text)["tables"]
    typed = {
        1: ("ll", "both-lose", [0, 0]),
        2: ("1-1", "both-win", [1, 1]),
        3: ("df", "draw-by-default", [0.5, 0.5]),
    }
    for table in tables:
        sign = typed[table["table"]][0]
        answer = inside.post("/desk/open/result", {"entry": f"{table['first']} {sign}", "key": sign})
        assert answer.status == 303
    told = json.loads(inside.get("/t/open/round/2.json").text)["tables"]
    assert [(one["kind"], one["score"]) for one in told] == [typed[at][1:] for at in (1, 2, 3)]


def test_a_correction_offers_the_results_of_go(inside: Visitor) -> None:
    page = inside.get("/desk/open/correct?round=1")

    assert '<option value="ll" selected>' in " ".join(page.text.split())
    assert "both win by default" in page.words


def test_a_player_reads_what_the_rating_would_gain(public: Visitor) -> None:
    words = public.get("/t/open/player/2").words

    assert "EGF rating: +8 points so far by the even games, in class A (unofficial)" in words
    assert "EGF rating" not in public.get("/t/open/player/3").words  # his only game had a handicap


def test_a_phone_tells_handicap_and_komi(inside: Visitor) -> None:
    found = re.search(r"/t/open/card/4/[\w-]+", inside.get("/desk/open/phones?player=4").text)
    assert found
    words = inside.stranger().get(found[0]).words

    assert re.search(r"komi (0|7)\.5", words)
    assert re.search(r"against\s*[A-Z]\w+ \w\. \d+[dk]", words)


def test_the_desk_tells_the_class_beside_the_results_for_the_federations(inside: Visitor) -> None:
    words = inside.get("/desk/open/export").words

    assert "EGF class A, adjusted time 80 min" in words


def test_a_file_of_opengotha_is_shown_then_stored(tmp_path: Path) -> None:
    text = weekend_file(tmp_path).read_text()
    house = tmp_path / "house"
    house.mkdir()
    with in_process(house) as visitor:
        place = dropped(visitor, "spring.xml", text)
        words = " ".join(visitor.get(place).words.split())
        assert "Aoki A. 5d" in words
        assert "Bar 4d Floor 10k Criteria MMS, SOS" in words
        assert list(house.glob("*.ronde")) == []
        visitor.post(place)

    assert [path.name for path in house.glob("*.ronde")] == ["spring-cup.ronde"]


def test_a_bill_counts_in_distances_of_one_group(public: Visitor) -> None:
    page = public.get("/t/open/round/2?by=bill").text
    costs = re.findall(r'<small class="dim nb">([^<]+)</small>', page)

    assert costs
    assert all(re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{2})?", cost) for cost in costs)


@pytest.mark.parametrize("kind", ["standings", "crosstable"])
def test_lists_on_paper_have_each_rank_once(public: Visitor, kind: str) -> None:
    words = " ".join(public.get(f"/t/open/print/{kind}").words.split())

    assert "Berg B. 4d" in words
    assert words.count("4d") == 1


@pytest.mark.parametrize(
    ("format", "name"),
    [("egf", "open.h9"), ("ffg", "open.tou"), ("aga", "open-aga.txt"), ("opengotha", "open.xml")],
)
def test_a_download_of_go_has_the_suffix_by_which_it_is_read(
    arbiter: Visitor, format: str, name: str
) -> None:
    answer = arbiter.get(f"/desk/open/export/{format}")

    assert answer.status == 200
    assert answer.headers["content-disposition"].endswith(f"''{name}")


def test_a_player_is_registered_with_rank_and_number_and_gets_another_rank(inside: Visitor) -> None:
    form = {"name": "LATE, Lea", "country": "FR", "club": "", "rating": "", "rank": "8k", "pin": "12345678"}
    assert inside.post("/desk/open/players/add", form).status == 303
    number = max(player["id"] for player in json.loads(inside.get("/api/v1/t/open/players").text))
    card = inside.get(f"/desk/open/player/{number}").text
    assert 'name="rank"' in card
    assert 'value="8k"' in card
    assert 'value="12345678"' in card

    changed = {"name": "LATE", "first_name": "Lea", "rank": "2d", "correction": "-1", "pin": "12345678"}
    assert inside.post(f"/desk/open/player/{number}/edit", changed).status == 303
    card = inside.get(f"/desk/open/player/{number}").text
    assert 'value="2d"' in card
    assert 'value="-1"' in card


def test_a_rank_that_cannot_be_read_is_refused_and_what_was_typed_stays(inside: Visitor) -> None:
    form = {"name": "LATE, Lea", "country": "", "club": "", "rating": "", "rank": "strong", "pin": "1"}
    refused = inside.post("/desk/open/players/add", form)

    assert refused.status == 409
    assert 'value="strong"' in refused.text
