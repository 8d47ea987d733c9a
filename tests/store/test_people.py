from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from tests.store.halls import hall
from tests.support.processes import WITHOUT_RIGHTS, python

from ronde.model.errors import JournalError, NotATournament, ReadOnly
from ronde.model.player import Player
from ronde.store.people import People, PeopleImport

FOLK = [
    Player(12, "POIRIER", "Élodie", "FRA", "Paris", 1650, ("U20", "W"), "arbitre"),
    Player(7, "ŁUKASZEWICZ", "Żaneta", "POL", rating=1900),
    Player(31, "DE LA TOUR", "Ana", "ESP"),
    Player(40, "O'BRIEN-SMITH", "Tim", "IRL"),
    Player(55, "伊藤", "健", "JPN"),
]


@pytest.fixture
def people(tmp_path: Path) -> People:
    base = People(tmp_path / "people.db")
    base.take(FOLK)
    return base


def found(people: People, text: str) -> list[int]:
    return [card.id for card in people.search(text)]


def test_a_base_is_made_with_the_folders_it_needs(tmp_path: Path) -> None:
    People(tmp_path / "a" / "b" / "people.db").close()

    assert (tmp_path / "a" / "b" / "people.db").is_file()


def test_everybody_is_kept_with_the_whole_card(people: People) -> None:
    assert list(people) == sorted(FOLK, key=lambda card: card.id)
    assert people.numbers() == {7, 12, 31, 40, 55}


def test_a_base_is_still_there_when_it_is_opened_again(people: People) -> None:
    people.close()

    assert list(People(people.path)) == sorted(FOLK, key=lambda card: card.id)


def test_an_import_counts_who_is_new_changed_and_the_same(people: People) -> None:
    moved = Player(31, "DE LA TOUR", "Ana", "FRA")
    newcomer = Player(99, "NOVAK", "Ivo")

    assert people.take([FOLK[0], moved, newcomer]) == PeopleImport(new=1, changed=1, same=1)
    assert people.take([FOLK[0], moved, newcomer]) == PeopleImport(new=0, changed=0, same=3)
    assert people.take([]) == PeopleImport(0, 0, 0)


def test_people_without_a_number_get_the_smallest_that_is_free(tmp_path: Path) -> None:
    people = People(tmp_path / "people.db")
    people.take([Player(1, "A"), Player(3, "B")])

    people.take([Player(0, "C"), Player(0, "D"), Player(4, "E")])

    assert {card.id: card.name for card in people} == {1: "A", 2: "C", 3: "B", 4: "E", 5: "D"}


def test_two_who_import_at_once_never_give_the_same_number_to_two_people(tmp_path: Path) -> None:
    first, second = People(tmp_path / "people.db"), People(tmp_path / "people.db")

    first.take([Player(0, "A")])
    second.take([Player(0, "B")])

    assert {card.name for card in first} == {"A", "B"}


@pytest.mark.parametrize("typed", ["poi", "POIR", "poirier élo", "Elodie", "poirier elodie"])
def test_people_are_found_by_any_start_of_their_names(people: People, typed: str) -> None:
    assert found(people, typed) == [12]


@pytest.mark.parametrize(
    ("typed", "number"),
    [("lukasz", 7), ("zaneta", 7), ("tour", 31), ("smith", 40), ("brien", 40), ("伊", 55), ("伊藤 健", 55)],
)
def test_accents_case_particles_and_scripts_do_not_matter(people: People, typed: str, number: int) -> None:
    assert found(people, typed)[0] == number


@pytest.mark.parametrize(("typed", "number"), [("poirer", 12), ("lukaszevicz", 7), ("de la toure", 31)])
def test_a_misspelt_name_is_found_all_the_same(people: People, typed: str, number: int) -> None:
    assert found(people, typed)[0] == number


@pytest.mark.parametrize("typed", ["", "   ", "xyzzy", "%", "_", "'", '"; DROP TABLE person'])
def test_what_means_nobody_finds_nobody(people: People, typed: str) -> None:
    assert found(people, typed) == []


def test_a_search_shows_only_so_many(tmp_path: Path) -> None:
    people = People(tmp_path / "people.db")
    people.take([Player(number, f"MARTIN {number:03d}") for number in range(1, 101)])

    assert found(people, "martin") == list(range(1, 13))
    assert len(people.search("martin", most=3)) == 3


def test_newcomers_are_found_right_after_the_import(people: People) -> None:
    assert found(people, "novak") == []

    people.take([Player(99, "NOVAK", "Ivo")])

    assert found(people, "novak") == [99]


def test_a_base_of_ten_thousand_answers_for_every_letter_typed(tmp_path: Path) -> None:
    people = People(tmp_path / "people.db")
    syllables = ("ba", "ko", "mi", "ter", "lu", "sen", "ri", "va", "no", "del")
    names = [a + b + c + d for a in syllables for b in syllables for c in syllables for d in syllables]
    people.take([Player(at, names[at % len(names)].upper(), f"P{at}") for at in range(1, 10_001)])

    for end in range(1, len("kotersenva") + 1):
        answers = people.search("kotersenva"[:end])
        assert answers[0].full_name.lower().startswith("kotersenva"[:end])
    assert people.search("kotersenwa")  # misspelt


def test_a_tournament_given_as_base_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    hall(path).close()
    before = path.read_bytes()

    with pytest.raises(JournalError) as refused:
        People(path)

    assert refused.value.facts["reason"] == "not-a-base"
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE person (id INTEGER PRIMARY KEY)")
    other.close()
    before = path.read_bytes()

    with pytest.raises(JournalError):
        People(path)

    assert path.read_bytes() == before


def test_a_base_from_before_categories_is_brought_up_to_date(people: People) -> None:
    people.close()
    old = sqlite3.connect(people.path)
    old.execute("ALTER TABLE person DROP COLUMN categories")
    old.close()

    renewed = People(people.path)

    assert [card.categories for card in renewed.search("poi")] == [()]
    assert renewed.take(FOLK) == PeopleImport(new=0, changed=1, same=4)
    assert renewed.search("poi") == [FOLK[0]]
    renewed.close()


def test_a_text_file_is_no_base(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    path.write_text("name,country\n" * 1000)

    with pytest.raises(NotATournament):
        People(path)


READER = f"""
import sys
from pathlib import Path
from ronde.model.errors import RondeError
from ronde.model.player import Player
from ronde.store.people import People
{WITHOUT_RIGHTS}
people = People(Path(sys.argv[1]))
print(people.search("poi")[0].id)
try:
    people.take([Player(1, "NEW")])
except RondeError as error:
    print(error.code)
"""


def test_a_base_on_a_read_only_place_can_be_searched(people: People) -> None:
    people.close()
    shelf = Path(tempfile.mkdtemp(prefix="ronde-people-"))
    try:
        copy = Path(shutil.copy(people.path, shelf))
        copy.chmod(0o444)
        shelf.chmod(0o555)
        assert python(READER, copy).split() == ["12", ReadOnly.code]
    finally:
        shelf.chmod(0o755)
        shutil.rmtree(shelf)
