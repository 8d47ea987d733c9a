"""Rating lists of the federations, and the search among them by number and by name."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from ronde.app.people import KnownPeople, known_sources, read_go_list, search_people, take_people
from ronde.formats.egf.lists import RatingList, parse_rating_list
from ronde.model.errors import FormatError
from ronde.model.player import Player, updated_from_person
from ronde.store.people import People

EGF = """European ratings (16 Nov 2026)

 Pin      Name                                  Country Club Grade   Rating  #  Last
 11223344  De_La_Tour Ana_Eva                    FR  Ly   4d   --   2391   57  T261024A
 11223355  Müller Jörg                           DE  Ber  12k  11k   895    3  T260912B
 11223366  Anonymous Player                      DE  Ber  12k  --    895    3  T260912B
 11223377  Zhou Li                               CN       6p   --   2733  102  W261101C
 11223388  Kid Tiny                              NL  Ams  30k  --   -900    1  T261101C
"""
FFG = "#Echelle au 16/11/2026 10:00:00\n" + "".join(
    f"{name:<38}{rating:>5} {status} {licence:>7} {club:<4} {country}\n"
    for name, rating, status, licence, club, country in (
        ("DE LA TOUR Ana", 341, "L", "7654321", "69Ly", "FR"),
        ("Petit Jean", -921, "e", "1234567", "38Gr", "FR"),
    )
)
AGA = (
    "Stone, Ada\t1234\tFull\t3.25\t12/31/2026\tBOST\tMA\t0.31\t1/2/2001\n"
    "Guest, Bo\t5678\tForgn\t-4.50\t1/1/2027\t\t\t0.5\t\n"
    "Newcomer, Cy\t91011\tYouth\t\t1/1/2027\tSEAT\tWA\t\t\n"
)


def listed(text: str) -> RatingList:
    found = parse_rating_list(text)
    assert found is not None
    return found


def test_the_list_of_the_egf() -> None:
    found = listed(EGF)
    ana, jorg, zhou, kid = found.people

    assert (found.name, found.day) == ("EGF", "2026-11-16")
    assert (ana.name, ana.first_name, ana.country, ana.club) == ("De La Tour", "Ana Eva", "FR", "Ly")
    assert (ana.id, ana.go.pin, ana.go.rank, ana.rating) == (11223344, "11223344", 3, 2391)
    assert (jorg.go.rank, jorg.go.grade, jorg.rating) == (-12, "12K", 895)
    assert (zhou.go.rank, zhou.go.grade, zhou.club) == (7, "6P", "")
    assert kid.rating == -900


def test_the_list_of_the_ffg() -> None:
    found = listed(FFG)
    ana, jean = found.people

    assert (found.name, found.day) == ("FFG", "2026-11-16")
    assert (ana.name, ana.first_name, ana.rating, ana.go.ffg) == ("DE LA TOUR", "Ana", 2391, "7654321")
    assert (jean.rating, jean.go.rank, jean.go.ffg_status) == (1129, -10, "e")
    assert (jean.country, jean.club, jean.go.rating_origin) == ("FR", "38Gr", "FFG : -921")


def test_the_list_of_the_aga() -> None:
    ada, guest, new = listed(AGA).people

    assert (ada.name, ada.first_name, ada.go.aga, ada.go.aga_expires) == (
        "Stone",
        "Ada",
        "1234",
        "12/31/2026",
    )
    assert (ada.rating, ada.go.rank, ada.country, ada.club) == (2275, 2, "US", "BOST")
    assert (guest.rating, guest.go.rank, guest.country) == (1700, -4, "")
    assert (new.rating, new.go.rank) == (0, None)


def test_other_files_are_no_rating_lists() -> None:
    for text in ("", "1,Doe,John\n", "Doe;John;12\n", "<Tournament/>"):
        assert parse_rating_list(text) is None


def test_a_broken_row_is_named() -> None:
    with pytest.raises(FormatError) as caught:
        parse_rating_list(FFG.replace(" 341", "many"), "ech.txt")
    assert [(one.path, one.line) for one in caught.value.problems] == [("ech.txt", 2)]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A base with all three lists."""
    path = tmp_path / "people.db"
    for name, text in (("egf.txt", EGF), ("ffg.txt", FFG), ("aga.txt", AGA)):
        file = tmp_path / name
        file.write_bytes(text.encode("iso-8859-15"))
        found = read_go_list(file)
        assert found is not None
        take_people(found.people, found.name, path, found.day)
    return path


def test_the_base_keeps_what_the_lists_say(base: Path) -> None:
    with closing(People(base)) as people:
        kept = {card.id: card for card in people}
    assert [kept[card.id] for card in listed(EGF).people] == list(listed(EGF).people)
    assert [(one.name, one.count) for one in known_sources(base)] == [("AGA", 3), ("EGF", 4), ("FFG", 2)]
    assert "2026-11-16" in {one.day for one in known_sources(base)}


@pytest.mark.parametrize(
    ("text", "name"),
    [("11223355", "Müller"), ("muller", "Müller"), ("7654321", "DE LA TOUR"), ("1234", "Stone")],
)
def test_people_are_found_by_number_and_by_name(base: Path, text: str, name: str) -> None:
    assert search_people(text, base)[0].name == name
    assert KnownPeople(base).search(text)[0].name == name


def test_a_number_that_is_taken_does_not_hide_a_person(base: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    take_people([Player(1234, "Club", "Member")], "club", other)
    take_people(listed(AGA).people, "AGA", other)

    with closing(People(other)) as people:
        ada = next(card for card in people if card.name == "Stone")
    assert ada.id != 1234
    assert [card.name for card in KnownPeople(other).search("1234")] == ["Club", "Stone"]
    assert [card.name for card in search_people("1234", other)] == ["Club", "Stone"]


def test_a_newer_list_brings_the_rating_and_keeps_the_rank_of_the_tournament() -> None:
    known = listed(EGF).people[0]
    card = Player(1, "De La Tour", "Ana Eva", rating=2300)
    registered = updated_from_person(card, known)
    assert (registered.rating, registered.go.pin, registered.go.rank) == (2391, "11223344", 3)


@pytest.mark.parametrize("rating", ["inf", "1e400", "nan"])
def test_a_rating_without_end_is_named_by_its_row(rating: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rating_list(f"{AGA}Long, Ann\t77\tFull\t{rating}\t1/1/2027\n", "tdlist.txt")
    assert len(caught.value.problems) == 1


def test_a_row_of_nothing_but_blanks_is_read_at_once() -> None:
    endless = f" 11223399  Name {'FR ' * 20_000}{' ' * 100_000}\n"
    assert parse_rating_list(EGF + endless) == parse_rating_list(EGF)
