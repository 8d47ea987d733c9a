from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.formats.papp.halls import cards, continued, halls, put, told
from tests.support.builders import tournament
from tests.support.papp_states import FOLDERS

from ronde.formats.papp import Edition, known_in, read_folder, write_folder
from ronde.model.decisions.players import plan_absence
from ronde.model.decisions.rounds import close_round
from ronde.model.errors import FormatError
from ronde.model.events import AbsencePlanned, PlayerLeft, PlayerReturned, ResultEntered, RoundPaired
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("remembered", [True, False])
def test_a_papp_tournament_goes_out_and_comes_back_the_same(
    folder: Path, remembered: bool, tmp_path: Path
) -> None:
    imported = read_folder(folder)
    hall = replay(imported.events)

    written = write_folder(hall, imported.attachments if remembered else {})
    back = read_folder(put(tmp_path, written))

    assert replay(back.events) == hall
    assert not back.remarks
    assert not written.remarks


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(halls())
def test_any_tournament_of_ours_survives_papp(hall: Tournament) -> None:
    with TemporaryDirectory() as folder:
        back = read_folder(put(Path(folder), write_folder(hall)))

    assert told(replay(back.events)) == told(hall)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(FOLDERS), st.lists(cards(), max_size=3), st.randoms(use_true_random=False))
def test_a_papp_tournament_continued_by_us_survives_with_its_old_files(
    folder: Path, newcomers: list[Player], chance: random.Random
) -> None:
    imported = read_folder(folder)
    hall = continued(replay(imported.events), newcomers, chance)

    with TemporaryDirectory() as place:
        back = read_folder(put(Path(place), write_folder(hall, imported.attachments)))

    assert told(replay(back.events)) == told(hall)
    assert known_in(back.attachments).keys() >= known_in(imported.attachments).keys()


def test_papp_goes_on_where_we_stopped(tmp_path: Path) -> None:
    people = [Player(1, "Zoë"), Player(2, "Ångström"), Player(3, "C"), Player(4, "D")]
    hall = tournament(people, ["1-2:-- 3-4:+"])
    put(tmp_path, write_folder(hall))

    with (tmp_path / "papp-internal-workfile.txt").open("a") as workfile:
        workfile.write("% Results of round 2\n\nraz-couplage;\n(3 40 1 24);\n(2 32 4 32);\nronde-suivante;\n")
    back = replay(read_folder(tmp_path).events)

    assert [player.name for player in back.players.values()] == ["Zoë", "Ångström", "C", "D"]
    assert told(back)["rounds"][0] == told(hall)["rounds"][0]
    assert {table.first: table.result for table in back.round(2)} == {3: Result(40, 24), 2: Result(32, 32)}


def test_a_workfile_papp_wrote_anew_tells_what_papp_could_keep(tmp_path: Path) -> None:
    hall = tournament(4, ["1-2:-- 3-4:+"])
    put(tmp_path, write_folder(hall))

    work = tmp_path / "papp-internal-workfile.txt"
    lines = work.read_text().splitlines(keepends=True)
    work.write_text("".join(line for line in lines if not line.startswith("%")))
    back = replay(read_folder(tmp_path).events)

    assert back.round(1).absent.keys() == {1, 2}
    assert [table.result for table in back.round(1)] == [Result(40, 24)]
    assert back.present == (1, 2, 3, 4)


def test_what_papp_cannot_hold_is_remarked() -> None:
    hall = tournament([Player(1, "Zoë"), Player(2, "B")], ["1-2:+"], settings=Settings(tiebreaks=("wins",)))

    keys = [remark.key for remark in write_folder(hall).remarks]

    assert keys == ["papp.export-name", "papp.export-tiebreaks", "papp.export-result"]


def test_more_players_than_papp_holds_are_not_exported() -> None:
    with pytest.raises(FormatError) as error:
        write_folder(tournament(257))

    assert error.value.problems[0].key == "papp.players-too-many"


def test_an_exported_workfile_is_of_the_safe_subset() -> None:
    people = [Player(1, "É (x)", "2nd", "Côte d'Ivoire"), Player(2, 'B "q"', "(Bot 3)")]
    written = write_folder(tournament(people, ["1-2:40.5"]))

    players = written.files["joueurs.txt"].decode("ascii")
    assert players.splitlines()[0] == "     1 E _x_, _2nd\t{Cote_d'Ivoire}"
    assert players.splitlines()[2] == "     2 B _q_ (Bot _3)"
    assert "(000001 40.5  000002 23.5);" in written.files["papp-internal-workfile.txt"].decode("ascii")


def test_an_absence_of_one_round_comes_back_as_one_and_not_as_a_departure(tmp_path: Path) -> None:
    hall = tournament(5)
    for facts in (
        plan_absence(hall, number=5, rounds=[1]),
        [RoundPaired(1, {1: Pair(1, 2), 2: Pair(3, 4)}, None, "swiss", 0, 0)],
        [ResultEntered(1, 1, Result(40, 24)), ResultEntered(1, 2, Result(40, 24))],
    ):
        hall = replay(facts, hall)
    hall = replay(close_round(hall), hall)
    put(tmp_path, write_folder(hall, {}, Edition()))

    read = read_folder(tmp_path).events
    again = replay(read)

    assert AbsencePlanned(5, 1, hall.rounds[0].absent[5]) in read
    assert not any(isinstance(fact, PlayerLeft | PlayerReturned) for fact in read)
    assert again.rounds[0].absent == hall.rounds[0].absent
    assert again.present == hall.present
