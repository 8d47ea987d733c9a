from __future__ import annotations

import pytest
from tests.cli.terminal import Terminal

SMALL = ("simulate", "league", "--engines", "200", "--group", "8", "--games", "1")
REAL = ("real_seconds", "peak_megabytes", "kilobytes_an_engine")


def test_a_league_reports_games_times_memory_and_fairness(ronde: Terminal) -> None:
    data = ronde.data(*SMALL)

    assert (data["engines"], data["competitions"], data["games"]) == (200, 25, 25 * 28)
    assert data["fair"] is True
    assert data["starved"] == []
    assert data["fewest"] == data["most"] == 7
    assert data["seconds"] > data["real_seconds"] > 0
    assert data["peak_megabytes"] > 10
    assert set(data["queue"]) == set(data["idle"]) == {"fast", "slow", "dead"}
    assert set(data["queue"]["fast"]) == {"median", "most", "worst"}


def test_the_same_seed_gives_the_same_report_and_another_another(ronde: Terminal) -> None:
    first, second, third = (ronde.data(*SMALL, "--seed", seed) for seed in ("5", "5", "6"))
    for data in (first, second, third):
        for name in REAL:
            data.pop(name)

    assert first == second != third


@pytest.mark.parametrize("system", ["robin", "double", "gauntlet", "swiss", "cup"])
def test_every_system_of_competitions_can_be_simulated(ronde: Terminal, system: str) -> None:
    assert ronde.data(*SMALL, "--system", system)["games"] > 0


def test_a_hall_that_is_too_small_is_told_in_a_sentence_and_by_the_status(ronde: Terminal) -> None:
    told = ronde(*SMALL, "--at-once", "10", "--slow", "20")

    assert told.status == 1
    assert told.err.startswith("Not fair: in 95 % of cases fast engines waited up to ")
    assert "games played" in told.out

    told = ronde("--lang", "fr", *SMALL, "--at-once", "10", "--slow", "20", "--json")
    assert told.status == 1
    assert told.complaint["error"] == "not-fair"
    assert told.complaint["message"].startswith("Inéquitable")
    assert told.data["fair"] is False


def test_the_report_reads_in_both_languages(ronde: Terminal) -> None:
    english, french = ronde.done(*SMALL).out, ronde.done("--lang", "fr", *SMALL).out

    assert english.splitlines()[0].startswith("200 engines in 25 competitions (round robin)")
    assert english.splitlines()[-1].startswith("Fair: ")
    assert french.splitlines()[0].startswith("200 moteurs en 25 compétitions (toutes-rondes)")
    assert french.splitlines()[-1].startswith("Équitable")
    assert len(english.splitlines()) == len(french.splitlines())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--engines", "1"], "--engines cannot be used: it must be a whole number from 2 to 100000."),
        (
            ["--slow", "60", "--dead", "50"],
            "--slow and --dead are percentages; their sum is 110.",
        ),
        (["--system", "keizer"], "--system cannot be used: choose among berger, double-berger"),
        (["--group", "900"], "That would be 9080910 games, and at most 5000000 are simulated"),
        (["--engines", "5000", "--group", "5000"], "A competition of 5000 engines would have more rounds"),
        (["--slow", "nan"], "--slow cannot be used: it must be a number from 0 to 100."),
        (["--bound", "nan"], "--bound cannot be used: it must be a number from 1 to 1000."),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_a_league_that_cannot_be_is_refused_in_a_sentence(
    ronde: Terminal, words: list[str], said: str
) -> None:
    assert said in ronde.misused("simulate", "league", *words).split("\n")[0]


def test_options_of_simulate_are_none_of_the_league(ronde: Terminal) -> None:
    said = ronde.misused("simulate", "--players", "9", "league")

    assert said.startswith("--players is not an option of league; write its options after its name.")


def test_simulate_without_a_command_plays_tournaments_of_people(ronde: Terminal) -> None:
    assert ronde.data("simulate", "--players", "9", "--times", "2")["players"] == 9
    assert "league" in ronde.done("simulate", "--help").out
    assert "--at-once" in ronde.done("simulate", "league", "--help").out
