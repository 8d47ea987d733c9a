from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import do, forbid, leave, played, seated, tournament, with_settings

from ronde.model.decisions.players import (
    allow_pair,
    arrivals,
    cancel_absence,
    change_player,
    enter_player,
    expected_players,
    forbid_pair,
    free_number,
    namesakes,
    plan_absence,
    player_leaves,
    player_returns,
    register_player,
    remove_player,
    renumber_by_rating,
)
from ronde.model.errors import (
    NameImpossible,
    NamesakeHere,
    NothingToChange,
    NumberFixed,
    NumberImpossible,
    NumberTaken,
    PlayerHasPlayed,
    PlayerIsHere,
    PlayerLeftAlready,
    RatingImpossible,
    RuleError,
    SamePlayer,
    ScheduleFixed,
    TableHasResult,
    UnknownPlayer,
    UnknownRound,
)
from ronde.model.events import (
    AbsenceCancelled,
    AbsencePlanned,
    PlayerChanged,
    PlayerEntered,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    TableRemoved,
)
from ronde.model.player import Absence, FideCard, Player, split_name
from ronde.model.replay import replay
from ronde.model.settings import Settings, Zone
from ronde.systems.rounds import complete_round

HALL = tournament(5)
ZONES = (Zone(700, 702, "F"), Zone(1500, 1501, "GB"), Zone(703, 703, "f"), Zone(5000, 5001))


def test_a_player_is_registered_for_the_open_round() -> None:
    hall = tournament(2, ["1-2:40"])

    facts = enter_player(hall, player=Player(9, "DOE", "Ana"))

    assert facts == [PlayerEntered(Player(9, "DOE", "Ana"), 2)]


def test_a_card_is_tidied_and_takes_the_country_of_the_tournament() -> None:
    hall = with_settings(HALL, country="FRA")
    card = Player(
        9, "  DE  LA TOUR ", " Ana ", club=" Paris ", comment=" paid  up ", categories=(" junior ",)
    )

    (entered,) = enter_player(hall, player=card)

    assert entered == PlayerEntered(
        Player(9, "DE LA TOUR", "Ana", "FRA", "Paris", comment="paid up", categories=("junior",)), 1
    )
    (foreign,) = enter_player(hall, player=replace(card, country="GBR"))
    assert isinstance(foreign, PlayerEntered)
    assert foreign.player.country == "GBR"


@pytest.mark.parametrize("field", ["name", "first_name", "country", "club", "comment"])
@pytest.mark.parametrize("text", ["a\nb", "x" * 10_000, "\u202eevil"])
def test_no_field_of_a_card_takes_what_a_list_cannot_carry(field: str, text: str) -> None:
    card = replace(Player(9, "DOE"), **{field: text})  # type: ignore[arg-type]

    with pytest.raises(NameImpossible):
        enter_player(HALL, player=card)


def test_a_player_without_a_name_is_refused() -> None:
    with pytest.raises(NameImpossible):
        enter_player(HALL, player=Player(9, "  "))
    with pytest.raises(NameImpossible):
        enter_player(HALL, player=Player(9, "DOE", categories=("",)))


def test_a_number_belongs_to_one_player() -> None:
    with pytest.raises(NumberTaken) as refused:
        enter_player(HALL, player=Player(5, "DOE"))

    assert refused.value.facts == {"number": 5, "name": "P5"}


@pytest.mark.parametrize("number", [1, 999_999_999])
def test_the_smallest_and_the_biggest_number_are_given(number: int) -> None:
    assert number in do(tournament(0), enter_player, player=Player(number, "DOE")).players


@pytest.mark.parametrize("number", [-1, 1_000_000_000])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(NumberImpossible):
        enter_player(HALL, player=Player(number, "DOE"))


def test_without_a_number_a_player_is_given_the_first_free_one() -> None:
    (entered,) = enter_player(HALL, player=Player(0, "DOE"), taken={6, 7})

    assert isinstance(entered, PlayerEntered)
    assert entered.player.id == 8


def test_numbers_come_from_the_zones_of_the_country_then_from_those_for_all_then_from_one() -> None:
    hall = tournament(1, settings=Settings(zones=ZONES))

    assert free_number(hall, "F") == 700
    assert free_number(hall, "f", taken={700, 701}) == 702
    assert free_number(hall, "F", taken={700, 701, 702}) == 703
    assert free_number(hall, "F", taken={700, 701, 702, 703}) == 5000
    assert free_number(hall, "GB") == 1500
    assert free_number(hall, "D") == 5000
    assert free_number(hall, "D", taken={5000, 5001}) == 2
    assert free_number(hall, "") == 5000


def test_numbers_of_the_zones_that_registered_players_have_are_not_given_again() -> None:
    hall = tournament([Player(700, "A"), Player(701, "B")], settings=Settings(zones=ZONES))

    assert free_number(hall, "F") == 702


def test_some_fields_of_a_card_can_be_changed() -> None:
    facts = change_player(HALL, number=2, changes={"country": "FRA", "rating": 1500})

    assert facts == [PlayerChanged(2, Player(2, "P2", country="FRA", rating=1500))]


def test_a_change_of_nothing_is_refused() -> None:
    with pytest.raises(NothingToChange) as refused:
        change_player(HALL, number=2, changes={"name": " P2 "})

    assert refused.value.facts == {"what": "P2"}


def test_a_new_number_must_be_free_and_in_range() -> None:
    assert do(HALL, change_player, number=2, changes={"id": 9}).player(9).name == "P2"
    with pytest.raises(NumberTaken):
        change_player(HALL, number=2, changes={"id": 3})
    with pytest.raises(NumberImpossible):
        change_player(HALL, number=2, changes={"id": 0})
    with pytest.raises(UnknownPlayer):
        change_player(HALL, number=9, changes={"name": "DOE"})
    with pytest.raises(NameImpossible):
        change_player(HALL, number=2, changes={"name": ""})


def test_a_new_number_is_refused_once_a_round_mentions_the_old_one() -> None:
    with pytest.raises(NumberFixed) as refused:
        change_player(seated(HALL, "1-2"), number=2, changes={"id": 9})

    assert refused.value.facts == {"player": "P2", "id": 2}


def test_who_leaves_is_gone_until_he_returns() -> None:
    hall = do(HALL, player_leaves, number=5)

    assert hall.absence(5) is Absence.WITHDRAWN
    assert do(hall, player_returns, number=5).present == (1, 2, 3, 4, 5)


def test_who_leaves_a_table_dissolves_the_pair() -> None:
    hall = seated(HALL, "1-2 3-4")

    facts = player_leaves(hall, number=2, reason=Absence.EXCUSED)

    assert facts == [TableRemoved(1, 1), PlayerLeft(2, 1, Absence.EXCUSED)]
    assert do(hall, player_leaves, number=2).unpaired == (1, 5)


def test_who_has_a_result_leaves_after_this_round() -> None:
    hall = seated(HALL, "1-2:40 3-4:=")

    assert player_leaves(hall, number=2) == [PlayerLeft(2, 2, Absence.WITHDRAWN)]
    gone = do(hall, player_leaves, number=2)
    assert (2 in gone.present, gone.has_left(2)) == (True, False)
    after = played(gone, "")
    assert (after.present, after.has_left(2)) == ((1, 3, 4, 5), True)
    assert do(gone, player_returns, number=2) == hall


def test_nobody_enters_a_round_robin_that_has_begun() -> None:
    hall = do(with_settings(HALL, system="berger"), complete_round, seed=1)

    with pytest.raises(ScheduleFixed) as refused:
        enter_player(hall, player=Player(9, "DOE", "Ana"))

    assert refused.value.facts == {"player": "DOE Ana"}
    late = do(do(with_settings(HALL), complete_round, seed=1), enter_player, player=Player(9, "DOE"))
    assert 9 in late.present


def test_whoever_is_away_may_be_away_for_another_reason() -> None:
    hall = do(HALL, player_leaves, number=5, reason=Absence.EXCUSED)

    hall = do(hall, player_leaves, number=5, reason=Absence.CLUB)

    assert hall.absence(5) is Absence.CLUB
    with pytest.raises(PlayerLeftAlready):
        player_leaves(hall, number=5, reason=Absence.CLUB)


def test_whoever_is_knocked_out_cannot_leave_any_more() -> None:
    hall = replay([PlayerLeft(5, HALL.open_round.number, Absence.OUT)], HALL)

    with pytest.raises(PlayerLeftAlready):
        player_leaves(hall, number=5)


def test_nobody_leaves_twice_and_nobody_returns_who_never_left() -> None:
    with pytest.raises(PlayerLeftAlready):
        player_leaves(leave(HALL, 5), number=5)
    with pytest.raises(PlayerIsHere):
        player_returns(HALL, number=5)
    with pytest.raises(UnknownPlayer):
        player_leaves(HALL, number=9)
    with pytest.raises(UnknownPlayer):
        player_returns(HALL, number=9)


def test_returning_also_cancels_the_absence_of_this_round_but_no_later_one() -> None:
    hall = do(HALL, plan_absence, number=5, rounds=[1, 2])
    hall = leave(hall, 5)

    facts = player_returns(hall, number=5)

    assert facts == [PlayerReturned(5), AbsenceCancelled(5, 1)]
    assert do(hall, player_returns, number=5).away == {1: {}, 2: {5: Absence.ABSENT}}


def test_a_player_without_a_game_can_be_erased_with_his_byes() -> None:
    hall = tournament(5, ["1-2:40 3-4:="], current="1-5")

    facts = remove_player(hall, number=5)

    assert facts == [TableRemoved(2, 1), PlayerRemoved(5)]
    erased = do(hall, remove_player, number=5)
    assert erased.rounds[0].byes == ()
    assert erased.unpaired == (1, 2, 3, 4)


def test_a_player_with_a_game_cannot_be_erased() -> None:
    with pytest.raises(PlayerHasPlayed) as refused:
        remove_player(tournament(5, ["1-2:40 3-4:=", "1-3:= 2-4:="]), number=4)

    assert refused.value.facts == {"player": "P4", "id": 4, "round": 1}


def test_a_player_whose_result_is_in_cannot_be_erased() -> None:
    with pytest.raises(TableHasResult):
        remove_player(seated(HALL, "1-2:40"), number=1)


def test_absences_are_planned_for_the_open_and_for_later_rounds() -> None:
    facts = plan_absence(HALL, number=5, rounds=[3, 1, 3], reason=Absence.CLUB)

    assert facts == [AbsencePlanned(5, 1, Absence.CLUB), AbsencePlanned(5, 3, Absence.CLUB)]


def test_an_absence_in_the_open_round_dissolves_the_pair_unless_the_result_is_in() -> None:
    assert plan_absence(seated(HALL, "1-2"), number=2, rounds=[1]) == [
        TableRemoved(1, 1),
        AbsencePlanned(2, 1, Absence.ABSENT),
    ]
    assert plan_absence(seated(HALL, "1-2:40"), number=2, rounds=[2]) == [AbsencePlanned(2, 2)]
    with pytest.raises(TableHasResult):
        plan_absence(seated(HALL, "1-2:40"), number=2, rounds=[1])


def test_an_absence_planned_before_is_not_written_again_unless_the_reason_changed() -> None:
    hall = do(HALL, plan_absence, number=5, rounds=[2])

    assert plan_absence(hall, number=5, rounds=[2]) == []
    assert plan_absence(hall, number=5, rounds=[2], reason=Absence.EXCUSED) == [
        AbsencePlanned(5, 2, Absence.EXCUSED)
    ]


def test_no_absence_is_planned_for_the_past() -> None:
    with pytest.raises(UnknownRound):
        plan_absence(tournament(2, ["1-2:40"]), number=1, rounds=[1])
    with pytest.raises(UnknownPlayer):
        plan_absence(HALL, number=9, rounds=[1])


def test_planned_absences_are_cancelled_where_there_are_any() -> None:
    hall = do(HALL, plan_absence, number=5, rounds=[2, 3])

    assert cancel_absence(hall, number=5, rounds=[1, 3, 2]) == [
        AbsenceCancelled(5, 2),
        AbsenceCancelled(5, 3),
    ]
    with pytest.raises(PlayerIsHere):
        cancel_absence(hall, number=5, rounds=[1, 4])
    with pytest.raises(PlayerIsHere):
        cancel_absence(hall, number=4, rounds=[2])


def test_the_absence_of_a_closed_round_cannot_be_cancelled() -> None:
    hall = tournament(5, ["1-2:40 3-4:= 5:away"])

    with pytest.raises(PlayerIsHere):
        cancel_absence(hall, number=5, rounds=[1])


def test_a_pair_is_forbidden_and_allowed_whoever_is_named_first() -> None:
    hall = do(HALL, forbid_pair, first=2, second=1)

    assert hall.forbidden == {frozenset((1, 2))}
    assert do(hall, allow_pair, first=1, second=2).forbidden == frozenset()
    with pytest.raises(NothingToChange) as refused:
        forbid_pair(hall, first=1, second=2)
    assert refused.value.facts == {"what": "P1 - P2"}
    with pytest.raises(NothingToChange):
        allow_pair(hall, first=1, second=3)


def test_a_forbidden_pair_needs_two_known_players() -> None:
    with pytest.raises(SamePlayer):
        forbid_pair(HALL, first=1, second=1)
    with pytest.raises(UnknownPlayer):
        forbid_pair(HALL, first=1, second=9)
    with pytest.raises(UnknownPlayer):
        allow_pair(forbid(HALL, (1, 2)), first=9, second=2)


def test_the_pre_registered_come_with_the_first_pairing_and_nobody_else_does() -> None:
    hall = do(HALL, plan_absence, number=5, rounds=[1], reason=Absence.PREREGISTERED)
    hall = do(hall, player_leaves, number=4, reason=Absence.PREREGISTERED)
    hall = do(hall, plan_absence, number=3, rounds=[1], reason=Absence.EXCUSED)

    assert arrivals(hall) == [PlayerReturned(4), PlayerReturned(5)]
    assert do(hall, arrivals).present == (1, 2, 4, 5)
    assert arrivals(HALL) == []


def test_nobody_comes_in_before_the_round_he_is_expected_in() -> None:
    hall = do(HALL, player_leaves, number=5, reason=Absence.PREREGISTERED, expected=2)

    assert (hall.expected(5), hall.absence(5), expected_players(hall)) == (2, Absence.PREREGISTERED, [])
    second = played(hall, "1-2:40 3-4:40")
    assert expected_players(second) == [5]
    assert expected_players(played(second, "1-3:40 2-4:40")) == [5], "nobody said that he stays away"
    gone = do(second, player_leaves, number=5)
    assert (gone.expected(5), expected_players(gone)) == (None, [])


def test_whoever_has_left_is_brought_in_by_no_draw() -> None:
    for reason in set(Absence) - {Absence.PREREGISTERED}:
        hall = replay([PlayerLeft(5, 1, reason)], HALL)
        assert arrivals(hall) == arrivals(with_settings(hall, system="keizer")) == []


def test_a_pre_registration_of_before_names_no_round_and_means_the_one_it_was_made_in() -> None:
    hall = replay([PlayerLeft(5, 1, Absence.PREREGISTERED)], HALL)

    assert (hall.expected(5), expected_players(hall)) == (1, [5])


@pytest.mark.parametrize("rounds", [[0], [128 * 9], [2, 3], []])
def test_somebody_is_expected_in_one_round_to_come(rounds: list[int]) -> None:
    hall = played(HALL, "1-2:40 3-4:40")

    with pytest.raises(UnknownRound):
        plan_absence(hall, number=5, rounds=rounds, reason=Absence.PREREGISTERED)
    with pytest.raises(UnknownRound):
        player_leaves(hall, number=5, reason=Absence.PREREGISTERED, expected=1)


def test_the_round_somebody_is_expected_in_can_be_changed() -> None:
    hall = do(HALL, player_leaves, number=5, reason=Absence.PREREGISTERED, expected=2)

    assert do(hall, player_leaves, number=5, reason=Absence.PREREGISTERED, expected=4).expected(5) == 4
    with pytest.raises(PlayerLeftAlready):
        player_leaves(hall, number=5, reason=Absence.PREREGISTERED, expected=2)


def test_numbers_are_given_anew_by_rating_before_the_first_round() -> None:
    ratings = {10: 1500, 2: 1800, 1: 1500, 3: 2000}
    hall = tournament([Player(number, f"P{number}", rating=rating) for number, rating in ratings.items()])

    hall = do(hall, renumber_by_rating)

    assert {card.name: card.id for card in hall.players.values()} == {"P3": 1, "P2": 2, "P1": 3, "P10": 4}
    assert [card.name for card in hall.players.values()] == ["P10", "P2", "P1", "P3"]
    with pytest.raises(NothingToChange):
        renumber_by_rating(hall)


def test_numbers_are_not_given_anew_once_a_round_mentions_them() -> None:
    cards = [Player(1, "A", rating=1500), Player(2, "B", rating=1800)]

    with pytest.raises(RuleError):
        do(tournament(cards, current="1-2"), renumber_by_rating)


def test_in_a_keizer_tournament_who_comes_after_the_draw_starts_with_the_next_round() -> None:
    hall = with_settings(seated(HALL, "1-2"), system="keizer")

    assert enter_player(hall, player=Player(9, "DOE")) == [
        PlayerEntered(Player(9, "DOE"), 1),
        AbsencePlanned(9, 1, Absence.LATE),
    ]
    assert len(enter_player(with_settings(HALL, system="keizer"), player=Player(9, "DOE"))) == 1


@pytest.mark.parametrize("rating", [-10_000, 100_000])
def test_a_rating_no_list_has_is_refused(rating: int) -> None:
    with pytest.raises(RatingImpossible):
        enter_player(HALL, player=Player(9, "DOE", rating=rating))
    with pytest.raises(RatingImpossible):
        change_player(HALL, number=1, changes={"rating": rating})


CLUB = tournament([Player(1, "Kolar", "Emil"), Player(2, "Novák-Müller", "Zoé"), Player(3, "Conti, Marco")])


@pytest.mark.parametrize(
    ("typed", "whose"),
    [
        ("Kolar, Emil", 1),
        ("kolar  EMIL", 1),
        ("Emil Kolar", 1),
        ("Novak Muller, Zoe", 2),
        ("Conti Marco", 3),
        ("Kolar", None),
        ("Kolarik Emil", None),
    ],
)
def test_a_namesake_has_the_same_words_in_the_name(typed: str, whose: int | None) -> None:
    same = namesakes(CLUB, Player(0, *split_name(typed)))

    assert [card.id for card in same] == ([whose] if whose else [])


def test_two_numbers_of_fides_list_or_of_the_base_are_two_people() -> None:
    listed = tournament([Player(81, "DUPONT", "Luc", fide=FideCard(number=5))])
    other = Player(0, "DUPONT", "Luc", fide=FideCard(number=6))

    assert namesakes(listed, other) == []
    assert namesakes(listed, Player(82, "DUPONT", "Luc"), {81, 82}) == []
    assert namesakes(listed, Player(82, "DUPONT", "Luc"), {82}) == [listed.player(81)]


def test_a_namesake_is_registered_only_if_it_is_said_to_be_somebody_else() -> None:
    again = Player(0, "KOLAR", "Emil")
    with pytest.raises(NamesakeHere) as refused:
        register_player(CLUB, player=again)

    assert refused.value.facts == {"name": "KOLAR Emil", "names": "Kolar Emil (1)"}
    assert register_player(CLUB, player=again, namesake=True) == enter_player(CLUB, player=again)
