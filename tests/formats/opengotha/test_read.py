"""Files that cannot be, with a sentence that names the place; and what is adjusted, with a remark."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.app.exchange import import_path
from ronde.formats.opengotha import read_opengotha
from ronde.i18n import LANGUAGES, problem_text
from ronde.model.errors import FormatError
from ronde.model.player import Absence
from ronde.model.replay import replay
from ronde.model.result import Kind
from ronde.model.tournament import Tournament

ADA = '<Player name="Ada" firstName="A" rank="1D" rating="2100"/>'
BEN = '<Player name="Ben" firstName="B" rank="3K" rating="1800"/>'
CID = '<Player name="Cid" rank="5K" rating="1600"/>'
GAME = (
    '<Game roundNumber="1" tableNumber="1" whitePlayer="ADAA" blackPlayer="BENB" result="RESULT_WHITEWINS"/>'
)
SETS = """<TournamentParameterSet>
<GeneralParameterSet name="Try" numberOfRounds="3"/>
<HandicapParameterSet/>
<PlacementParameterSet><PlacementCriteria>
<PlacementCriterion number="1" name="MMS"/>
</PlacementCriteria></PlacementParameterSet>
<PairingParameterSet/>
</TournamentParameterSet>"""


def document(
    *, players: str = "", games: str = GAME, byes: str = "", sets: str = SETS, head: str = ""
) -> bytes:
    people = f"<Players>\n{ADA}\n{BEN}\n{CID}\n{players}\n</Players>"
    return (
        f"<Tournament {head}>\n{people}\n<Games>\n{games}\n</Games>\n"
        f"<ByePlayers>\n{byes}\n</ByePlayers>\n{sets}\n</Tournament>"
    ).encode()


def after(content: bytes) -> Tournament:
    return replay(read_opengotha(content).events)


WRONG = {
    "twice": (document(games=f"{GAME}\n{GAME.replace('BENB', 'CID')}"), 10, "Ada A"),
    "unknown-player": (document(games=GAME.replace("BENB", "DORA")), 9, "blackPlayer “DORA”"),
    "same-key": (document(players='<Player name="ada" firstName="a" rank="2K"/>'), 6, "ada a"),
    "rank": (document(players='<Player name="Eve" rank="strong"/>'), 6, "rank “strong”"),
    "round": (document(games=GAME.replace('roundNumber="1"', 'roundNumber="21"')), 9, "roundNumber “21”"),
    "result": (document(games=GAME.replace("WHITEWINS", "WHITE")), 9, "RESULT_WHITE"),
    "number": (document(games=GAME.replace('tableNumber="1"', 'tableNumber="one"')), 9, "tableNumber “one”"),
    "self": (document(games=GAME.replace("BENB", "ADAA")), 9, "ADAA"),
    "no-name": (document(players='<Player name="" firstName="Eve"/>'), 6, "Eve"),
    "marks": (document(players='<Player name="Eve" participating="11x"/>'), 6, "11x"),
    "value": (
        document(sets=SETS.replace("<HandicapParameterSet", '<HandicapParameterSet hdCeiling="12"')),
        16,
        "hdCeiling",
    ),
    "not-xml": (b"<Tournament>\n<Players></Tournament>", 2, ""),
    "other-root": (b"<Turnier/>", 1, "Turnier"),
    "entities": (b'<!DOCTYPE a [\n<!ENTITY b "c">]>\n<Tournament/>', 2, ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_with_its_place(name: str) -> None:
    content, line, text = WRONG[name]
    with pytest.raises(FormatError) as caught:
        read_opengotha(content, "open.xml")

    found = [one for one in caught.value.problems if one.key == f"opengotha.{name}"]
    assert [(one.path, one.line) for one in found] == [("open.xml", line)]
    assert text in found[0].text
    for language in LANGUAGES:
        said = problem_text(found[0], language)
        assert "open.xml" in said
        assert str(line) in said
        assert found[0].text in said


def test_a_bye_beside_a_game_is_refused() -> None:
    with pytest.raises(FormatError) as caught:
        read_opengotha(document(byes='<ByePlayer roundNumber="1" player="ADAA"/>'))
    assert [one.key for one in caught.value.problems] == ["opengotha.twice"]


ADJUSTED = {
    "line-break": document(players='<Player name="Eve" egfPin="123&#10;45" rank="2K"/>'),
    "rank-of-grade": document(players='<Player name="Eve" rank="" grade="2K"/>'),
    "rating-clamped": document(players='<Player name="Eve" rank="2K" rating="9000"/>'),
    "rounds-raised": document(games=GAME.replace('roundNumber="1"', 'roundNumber="5"')),
    "table-moved": document(
        players='<Player name="Eve"/>', games=GAME + GAME.replace("ADAA", "CID").replace("BENB", "EVE")
    ),
    "left-out": document(sets=SETS.replace('"MMS"/>', '"MMS"/><PlacementCriterion number="2" name="CPS"/>')),
    "mixed-criteria": document(
        sets=SETS.replace('"MMS"/>', '"MMS"/><PlacementCriterion number="2" name="SOSW"/>')
    ),
    "network-address": document(head='externalIPAddress="192.0.2.7"'),
    "old-ratings": document(head='dataVersion="200"'),
    "bye-left-out": document(
        games=GAME.replace("WHITEWINS", "UNKNOWN"), byes='<ByePlayer roundNumber="2" player="CID"/>'
    ),
}


@pytest.mark.parametrize("name", ADJUSTED)
def test_what_was_adjusted_is_told(name: str) -> None:
    read = read_opengotha(ADJUSTED[name], "open.xml")

    assert f"opengotha.{name}" in [one.key for one in read.remarks]
    assert replay(read.events).opened
    for language in LANGUAGES:
        assert "open.xml" in problem_text(read.remarks[0], language)


def test_a_line_break_in_a_number_is_taken_out() -> None:
    cards = after(ADJUSTED["line-break"]).players.values()
    assert next(card.go.pin for card in cards if card.name == "Eve") == "12345"


def test_the_network_address_is_nowhere_in_what_is_kept() -> None:
    read = read_opengotha(ADJUSTED["network-address"])
    assert not any(b"192.0.2.7" in content for content in read.attachments.values())


def test_games_beyond_the_last_round_raise_the_number_of_rounds() -> None:
    tournament = after(ADJUSTED["rounds-raised"])
    assert (tournament.settings.rounds, len(tournament.closed_rounds)) == (5, 5)


def test_a_last_round_without_any_result_stays_open() -> None:
    first, second = GAME, GAME.replace('roundNumber="1"', 'roundNumber="2"').replace("WHITEWINS", "UNKNOWN")
    tournament = after(document(games=first + second))

    assert len(tournament.closed_rounds) == 1
    assert [table.result for table in tournament.open_round] == [None]


def test_an_unknown_result_of_an_earlier_round_is_known_to_be_unknown() -> None:
    first, second = GAME.replace("WHITEWINS", "UNKNOWN"), GAME.replace('roundNumber="1"', 'roundNumber="2"')
    tournament = after(document(games=first + second))

    assert [table.result.kind for table in tournament.round(1) if table.result] == [Kind.UNKNOWN]


def test_marks_tell_the_absent_from_those_who_got_no_opponent() -> None:
    away = '<Player name="Eve" participating="00" rank="2K"/>'
    tournament = after(document(players=away))
    numbers = {card.name: number for number, card in tournament.players.items()}
    first = tournament.round(1)

    assert first.absent == {numbers["Eve"]: Absence.ABSENT}
    assert first.byes == ()
    assert tournament.away == {2: {numbers["Eve"]: Absence.ABSENT}}


def test_several_byes_of_a_round_are_kept() -> None:
    byes = "".join(f'<ByePlayer roundNumber="1" player="{name}"/>' for name in ("CID", "EVE"))
    tournament = after(document(players='<Player name="Eve" rank="2K"/>', byes=byes))
    assert len(tournament.round(1).byes) == 2


def test_who_is_not_finally_registered_is_expected() -> None:
    tournament = after(document(players='<Player name="Eve" registeringStatus="PRE" rank="2K"/>'))
    eve = next(number for number, card in tournament.players.items() if card.name == "Eve")
    assert tournament.left[eve].reason is Absence.PREREGISTERED


def test_what_a_file_does_not_say_is_as_its_version_means_it() -> None:
    settings = after(document()).settings
    weights, groups = settings.mcmahon.weights, settings.mcmahon.groups

    assert weights.colours == 1000
    assert (groups.absent_points, groups.bye_points, groups.absent_wins, groups.bye_wins) == (0, 0, 0, 0)
    assert (settings.mcmahon.threshold, settings.mcmahon.threshold_wins) == ("4d", True)
    assert (settings.mcmahon.first_seeding, settings.mcmahon.second_seeding) == ("random", "fold")
    assert settings.mcmahon.first_seeding_until == 2
    assert (
        next(
            one
            for one in after(document(players='<Player name="Eve"/>')).players.values()
            if one.name == "Eve"
        ).rating
        == -900
    )


def test_old_files_have_ratings_of_the_ffg_and_names_in_ascii() -> None:
    eve = '<Player name="Évé" rank="2K" rating="-150"/>'
    game = GAME.replace("ADAA", "EVE")
    tournament = after(document(players=eve, games=game, head='dataVersion="200"'))

    assert next(card.rating for card in tournament.players.values() if card.name == "Évé") == 1900


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_anything_else_is_refused_with_a_sentence(content: bytes) -> None:
    with pytest.raises(FormatError):
        read_opengotha(content)


def test_the_ending_of_the_file_tells_its_format(tmp_path: Path) -> None:
    (tmp_path / "open.xml").write_bytes(document())
    assert len(import_path(tmp_path / "open.xml").events) > 3


@pytest.mark.parametrize(
    "content",
    [
        document(head='externalIPAddress="192.0.2.7"').decode().encode("utf-16"),
        b"<!-- an externalIPAddress='' -->" + document(head='externalIPAddress="192.0.2.7"'),
    ],
)
def test_the_network_address_is_taken_out_of_any_encoding(content: bytes) -> None:
    (kept,) = read_opengotha(content).attachments.values()
    assert b"192.0.2.7" not in kept.replace(b"\0", b"")
    assert read_opengotha(kept).events == read_opengotha(content).events


def test_a_table_with_an_endless_number_is_numbered_anew() -> None:
    moved = GAME.replace('tableNumber="1"', f'tableNumber="{10**17}"')
    assert list(after(document(games=moved)).round(1).tables) == [1]
