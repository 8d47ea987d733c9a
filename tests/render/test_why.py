"""Why two players meet: sentences known by hand, system by system."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.i18n.sources import SRC, texts
from tests.support.builders import do, forbid, seated, tournament

from ronde.i18n import LANGUAGES, section_words, typeset
from ronde.model.decisions.rounds import give_bye, swap_players
from ronde.model.entry import fill_at_random
from ronde.model.errors import RuleError
from ronde.model.events import ResultEntered, RoundPaired
from ronde.model.player import Player, PlayerId
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import Settings, usual_settings
from ronde.model.systems import SYSTEMS
from ronde.model.table import Pair, Reason, Table
from ronde.model.tournament import Tournament
from ronde.render.why import alternative_text, bye_text, why_text
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.pair_facts import pair_facts
from ronde.systems.rounds import alternative, complete_round, why_not

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hans")


def people(count: int, countries: Sequence[str] = ()) -> list[Player]:
    """Anna, Ben and so on, the better rated first."""
    return [
        Player(at, name, rating=2000 - 50 * at, country=countries[at - 1] if countries else "")
        for at, name in enumerate(NAMES[:count], start=1)
    ]


def paired(now: Tournament, seed: int = 1) -> Tournament:
    return replay(complete_round(now, seed=seed), now)


def finished(now: Tournament, *firsts: float) -> Tournament:
    """The paired round with these scores of the first players, table by table, closed."""
    number, board = now.open_round.number, now.settings.board
    results = [
        ResultEntered(number, table.number, Result(score * board.total, board.total * (1 - score)))
        for table, score in zip(now.open_round, firsts, strict=True)
    ]
    scored = replay(results, now)
    return replay(close_and_freeze(scored), scored)


def told(now: Tournament, number: int = 0, language: str = "en") -> dict[str, str]:
    """The sentence of every table of a round, by the names of the two in the order of registration."""
    played_round = now.round(number or now.open_round.number)
    return {
        " ".join(now.player(player).name for player in sorted((table.first, table.second))): why_text(
            now, played_round.number, table, language
        )
        for table in played_round
    }


def recorded(now: Tournament, system: str, *pairs: Pair, seed: int = 1) -> Tournament:
    """The tournament with a round as its file has it."""
    tables = dict(enumerate(pairs, start=1))
    return replay([RoundPaired(now.open_round.number, tables, None, system, seed, 0)], now)


def many(count: int) -> list[Player]:
    return [Player(at, f"P{at}", rating=2000 - 50 * at) for at in range(1, count + 1)]


def cup(**wishes: bool) -> Settings:
    settings = usual_settings("cup")
    return replace(settings, cup=replace(settings.cup, **wishes))


# Swiss by penalties


def test_the_first_round_of_a_swiss_is_chance() -> None:
    assert set(told(paired(tournament(people(6)))).values()) == {"The first round is drawn by lot."}


def test_the_first_round_says_that_compatriots_were_kept_apart() -> None:
    now = paired(tournament(people(4, ("FRA", "FRA", "GBR", "GBR"))))

    assert set(told(now).values()) == {"The first round is drawn by lot; compatriots are kept apart."}


def test_compatriots_who_must_meet_in_the_first_round_are_named_as_such() -> None:
    now = paired(tournament(people(2, ("FRA", "FRA"))))

    assert told(now) == {"Anna Ben": "The first round is drawn by lot; both are from the same country."}


def test_equal_scores_and_the_colours_due_explain_a_pair() -> None:
    now = paired(tournament(people(4), ["1-3:40 4-2:10"]))

    assert told(now) == {
        "Anna Ben": "Both on 1 point; both get the colour they were due.",
        "Cleo Dora": "Both on 0 points; both get the colour they were due.",
    }


def test_when_both_were_due_one_colour_the_sentence_names_who_gets_it() -> None:
    now = paired(tournament(people(4), ["1-3:40 2-4:40"]))

    assert told(now) == {
        "Anna Ben": "Both on 1 point; Ben was due White; Anna then has 2 games more with Black.",
        "Cleo Dora": "Both on 0 points; Dora was due Black; Cleo then has 2 games more with White.",
    }


def test_different_scores_are_told_the_higher_first_and_a_rematch_with_its_distance() -> None:
    now = paired(tournament(people(2), ["1-2:=", "2-1:20"]))

    assert told(now) == {
        "Anna Ben": "Anna on 1.5 points, Ben on 0.5; both get the colour they were due;"
        " a rematch after 1 round."
    }
    assert told(now, language="fr") == {
        "Anna Ben": typeset(
            "Anna à 1,5 point, Ben à 0,5 ; chacun a la couleur qui lui revenait ;"
            " une nouvelle rencontre après 1 ronde.",
            "fr",
        )
    }
    assert told(now, language="de") == {
        "Anna Ben": "Anna mit 1,5 Punkten, Ben mit 0,5; beide bekommen die Farbe, die ihnen zustand;"
        " eine Wiederholung nach 1 Runde."
    }
    assert told(now, language="nl") == {
        "Anna Ben": "Anna op 1,5 punten, Ben op 0,5; beiden krijgen de kleur waar ze recht op hadden;"
        " een herhaling na 1 ronde."
    }


def test_a_closed_round_keeps_its_sentences() -> None:
    now = paired(tournament(people(4), ["1-3:40 4-2:10"]))

    assert told(paired(finished(now, 1, 0)), 2) == told(now)


def test_a_player_who_floats_again_is_named() -> None:
    drawn = Pair(
        1, 2, (Reason("float", 100, 1, 2), Reason("float-again", 9, 1, 1), Reason("float-again", 9, 2, -1))
    )
    now = recorded(tournament(people(4), ["1-3:40 2-4:10"]), "swiss", drawn, Pair(3, 4))

    assert told(now)["Anna Ben"] == (
        "Anna on 1 point, Ben on 0; Ben was due White; Anna meets a lower score again;"
        " Ben meets a higher score again."
    )


# What else could have been


def test_the_next_best_opponent_is_named_with_what_would_be_worse() -> None:
    now = paired(tournament(people(4), ["1-3:40 4-2:10", "1-2:40 3-4:40"]))

    assert told(now)["Anna Dora"].startswith("Anna on 2 points, Dora on 0; ")
    assert alternative_text(now, 1, "en") == (
        "No better round exists: if Anna met Ben, 2 more pairs would meet again."
    )
    answer = why_not(now, 1, 2, number=3, seed=1)
    assert answer.total_with > answer.total_best


def test_an_equally_good_round_is_admitted_to_be_chance() -> None:
    rounds = ["1-2:40 3-4:40 5-6:40 7-8:40", "1-3:40 5-7:40 2-4:40 6-8:40"]
    now = paired(tournament(people(8), rounds))

    assert alternative_text(now, 2, "en") == (
        "Had Ben met Cleo, the round could have been as good: the lot decided."
    )
    answer = why_not(now, 2, 3, number=3, seed=1)
    assert answer.total_with == answer.total_best


def test_nothing_is_compared_in_a_first_round_after_a_change_by_hand_or_without_costs() -> None:
    first = paired(tournament(people(4)))
    changed = do(paired(tournament(people(4), ["1-3:40 4-2:10"])), swap_players, one=1, other=3)
    berger = paired(finished(paired(tournament(people(4), settings=usual_settings("berger"))), 1, 1))

    assert [alternative(now, 1) for now in (first, changed, berger)] == [None, None, None]


def test_a_forbidden_pair_is_no_alternative() -> None:
    now = paired(forbid(tournament(people(4), ["1-3:40 4-2:10"]), (1, 4)))

    assert "Dora" not in alternative_text(now, 1, "en")


def test_a_round_that_is_not_the_cheapest_claims_nothing() -> None:
    hall = tournament(people(4), ["1-3:40 4-2:10"])

    assert alternative(recorded(hall, "swiss", Pair(1, 3, (), 500), Pair(2, 4)), 1) is None


# The Dutch system


def test_the_dutch_halves_are_told_with_their_numbers_and_the_colours_due() -> None:
    now = paired(tournament(people(6), settings=usual_settings("dutch")))
    assert told(now) == {
        "Anna Dora": "First round, the upper half against the lower: number 1 meets number 4.",
        "Ben Emil": "First round, the upper half against the lower: number 2 meets number 5.",
        "Cleo Fay": "First round, the upper half against the lower: number 3 meets number 6.",
    }

    now = paired(finished(now, 1, 1, 1))
    assert told(now) == {
        "Anna Cleo": "The 1-point group, upper half against lower: number 1 meets number 2; "
        "Anna was due Black; Cleo was due Black too, but cannot have it.",
        "Dora Emil": "Emil found no opponent in a higher group and meets number 2 of the 0-point group;"
        " both get the colour they were due.",
        "Ben Fay": "The 0-point group, upper half against lower: number 1 meets number 2; Ben was due White;"
        " Fay was due White too, but cannot have it.",
    }


# Keizer


def test_keizer_pairs_are_neighbours_or_the_nearest_who_may_meet() -> None:
    now = paired(tournament(people(4), settings=usual_settings("keizer")))
    assert set(told(now).values()) == {"Neighbours in the ranking, among those still free."}

    now = paired(finished(now, 1, 1))
    assert told(now) == {
        "Ben Dora": "The nearest in the ranking who could still be paired; Anna is nearer to Ben,"
        " but they met in round 1; Ben was due Black.",
        "Anna Cleo": "Neighbours in the ranking, among those still free; Cleo was due White.",
    }


def test_only_two_of_those_passed_over_are_named() -> None:
    skipped = [Reason("skipped-colours", 0, player) for player in (3, 4, 5, 6)]
    now = recorded(tournament(people(6)), "keizer", Pair(1, 2, tuple(skipped)))

    assert told(now)["Anna Ben"] == (
        "The nearest in the ranking who could still be paired; Cleo is nearer, but the colours forbid it;"
        " Dora is nearer, but the colours forbid it; 2 more were passed over."
    )


def test_balanced_keizer_tells_the_distance_in_rank() -> None:
    keizer = usual_settings("keizer")
    settings = replace(keizer, keizer=replace(keizer.keizer, pairing="balanced"))
    now = paired(finished(paired(tournament(people(4), settings=settings)), 1, 1))

    assert told(now) == {
        "Ben Cleo": "3 places apart in the ranking; both get the colour they were due.",
        "Anna Dora": "Neighbours in the ranking; both get the colour they were due.",
    }


def test_a_randomised_first_round_of_keizer_admits_its_chance() -> None:
    keizer = usual_settings("keizer")
    settings = replace(keizer, keizer=replace(keizer.keizer, first_round_random=500))

    for sentence in told(paired(tournament(people(4), settings=settings))).values():
        assert sentence.endswith("; chance has a part in the order of the first round.")


# Schedules and cups


def test_schedules_explain_themselves() -> None:
    berger = paired(finished(paired(tournament(people(4), settings=usual_settings("berger"))), 1, 1))
    gauntlet = paired(finished(paired(tournament(people(4), settings=usual_settings("gauntlet"))), 1))

    assert set(told(berger).values()) == {
        "Everybody meets everybody, and the timetable has this pair in round 2."
    }
    assert told(gauntlet) == {"Anna Cleo": "Anna is among the top seeds, who meet all others in turn."}


def test_a_cup_tells_seeds_then_where_the_two_come_from() -> None:
    now = paired(tournament(people(4), settings=cup(third_place=True)))
    assert told(now) == {
        "Anna Dora": "The bracket has this pair; Anna is seed 1; Dora is seed 4.",
        "Ben Cleo": "The bracket has this pair; Ben is seed 2; Cleo is seed 3.",
    }

    now = paired(finished(now, 1, 0))
    assert told(now) == {
        "Anna Cleo": "The final; Anna came through against Dora; Cleo came through against Ben.",
        "Ben Dora": "The game for place 3; Dora did not come through against Anna; Ben did not come through"
        " against Cleo.",
    }


def test_a_cup_tells_who_had_no_opponent_before() -> None:
    now = paired(finished(paired(tournament(people(3), settings=cup())), 1))

    assert told(now) == {"Anna Ben": "The final; Anna had no opponent before; Ben came through against Cleo."}


def test_a_double_elimination_tells_its_brackets() -> None:
    now = paired(finished(paired(tournament(people(4), settings=cup(double=True))), 1, 1))
    assert told(now)["Cleo Dora"].startswith(
        "The bracket of those who have lost once; Dora did not come through"
    )

    for scores in ((1, 1), (1,)):
        now = paired(finished(now, *scores))
    assert (
        told(now)["Anna Ben"]
        == "The grand final; Anna came through against Ben; Ben came through against Cleo."
    )

    now = paired(finished(now, 0))
    assert told(now) == {"Anna Ben": "The grand final once more, because both have now lost once."}


def test_a_cup_tells_the_seeds_of_those_whom_the_arbiter_displaced() -> None:
    now = seated(tournament(people(4), settings=cup()), "1-2")
    now = paired(now)

    assert told(now) == {
        "Anna Ben": "The arbiter chose this pair.",
        "Cleo Dora": "The bracket has this pair; Dora is seed 4; Cleo is seed 3.",
    }


# The bye


def bye(now: Tournament) -> str:
    """The sentence of the player who is left over."""
    (player,) = now.unpaired
    return f"{now.player(player).name}: {bye_text(now, now.open_round.number, player, 'en')}"


def test_the_bye_of_a_swiss_goes_to_the_lowest_who_had_none() -> None:
    first = paired(tournament(people(3), ["1-2:40 3:away"]))
    again = paired(tournament(people(3), ["1-2:40", "1-3:40", "2-3:40"]))

    assert bye(first) == "Ben: The number of players is odd; nobody has fewer points than Ben."
    assert bye(again).endswith(" had no game in round 1 either.")


def test_the_bye_of_the_dutch_system_goes_to_the_lowest_who_may_have_it() -> None:
    now = paired(tournament(people(3), settings=usual_settings("dutch")))

    assert (
        bye(now)
        == "Cleo: The number of players is odd; nobody who may have the bye has fewer points than Cleo."
    )


def test_the_bye_of_keizer_goes_to_the_last_or_to_the_last_with_fewest_byes() -> None:
    now = paired(tournament(people(3), settings=usual_settings("keizer")))
    assert bye(now) == (
        "Cleo: The number of players is odd; Cleo is last in the ranking of those to be paired."
    )

    now = paired(finished(now, 1))
    assert bye(now) == "Anna: The number of players is odd; those ranked below Anna have had more byes."


def test_a_schedule_and_the_arbiter_give_byes_too() -> None:
    berger = paired(tournament(people(3), settings=usual_settings("berger")))
    given = do(tournament(people(3)), give_bye, player=2)

    assert bye(berger) == "Anna: By the timetable there is nobody for Anna to meet in this round."
    assert bye_text(given, 1, 2, "en") == "The arbiter gave Ben the bye."


# Pairs that no system drew


def test_a_pair_by_hand_is_the_arbiters_whatever_the_system() -> None:
    for system in SYSTEMS:
        now = seated(tournament(people(4), settings=usual_settings(system)), "1-2")

        assert told(now) == {"Anna Ben": "The arbiter chose this pair."}, system


def test_swapped_players_are_the_arbiters_choice() -> None:
    now = do(paired(tournament(people(4), ["1-3:40 4-2:10"])), swap_players, one=1, other=3)

    assert set(told(now).values()) == {"The arbiter chose this pair."}


def test_an_imported_round_claims_no_cause() -> None:
    first = recorded(tournament(people(2)), "papp", Pair(1, 2), seed=0)
    second = recorded(tournament(people(2), ["1-2:40"]), "papp", Pair(1, 2), seed=0)
    keizer = recorded(tournament(people(2), settings=usual_settings("keizer")), "keizer", Pair(1, 2), seed=0)

    assert told(first) == told(keizer) == {"Anna Ben": "How this pair came about is not recorded."}
    assert told(second) == {"Anna Ben": "Anna on 1 point, Ben on 0."}


def test_programs_have_no_colours() -> None:
    now = paired(tournament(people(4), ["1-3:40 4-2:10"]))

    for table in now.open_round:
        assert ";" not in why_text(now, 2, table, "en", programs=True)


# Every pair of every tournament


@given(
    st.sampled_from(sorted(SYSTEMS)),
    st.integers(2, 9),
    st.integers(1, 5),
    st.integers(1, 1000),
    st.lists(st.sampled_from(["FRA", "GBR", ""]), min_size=9, max_size=9),
)
def test_every_pair_has_a_sentence_in_every_language(
    system: str, count: int, rounds: int, seed: int, countries: list[str]
) -> None:
    cards = [replace(card, country=country) for card, country in zip(many(count), countries, strict=False)]
    now = tournament(cards, settings=usual_settings(system))
    for number in range(rounds):
        try:
            now = paired(now, seed + number)
        except RuleError:  # a small tournament is over, or nobody can meet
            break
        for table in now.open_round:
            check_sentences(now, table)
        for player in now.unpaired:
            check_bye(now, player)
        filled = replay(fill_at_random(now, random.Random(seed)), now)
        now = replay(close_and_freeze(filled), filled)


def check_sentences(now: Tournament, table: Table) -> None:
    number = now.open_round.number
    assert pair_facts(now, number, table)
    for language in LANGUAGES:
        sentence = why_text(now, number, table, language)
        assert re.fullmatch(r"[^{}]+\.", sentence), sentence
        assert sentence[0] == sentence[0].upper()
        for player in (table.first, table.second):
            assert alternative_text(now, player, language).count(".") <= 1


def check_bye(now: Tournament, player: PlayerId) -> None:
    for language in LANGUAGES:
        sentence = bye_text(now, now.open_round.number, player, language)
        assert re.fullmatch(r"[^{}]+\.", sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_left_over_and_none_is_missing(language: str) -> None:
    files: tuple[str, ...] = ("systems/pair_facts.py", "systems/swiss/pairing.py", "systems/keizer/rules.py")
    files = (*files, "systems/mcmahon/facts.py", "systems/mcmahon/costs.py", "render/lists.py")
    asked = {text.removeprefix("why.") for file in files for text in texts(SRC / file)}
    asked |= {"sentence", "two-parts"}

    assert section_words("why", language).keys() <= asked
