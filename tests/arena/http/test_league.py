from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from tests.arena.http.arena import Arena, run
from tests.arena.http.leagues import found_leagues, play_leagues
from tests.arena.http.players import GAMES, all_pairs, choose, foretell

from ronde.app.desk import Desk
from ronde.arena.http import (
    EngineCard,
    League,
    LeaguePlan,
    Manner,
    Slots,
    engines_league,
    event_of,
    found_league,
    ladder_seeds,
    unfinished,
)
from ronde.arena.referee import Roster, Rule, WithdrawProgram, attached_roster, played_game, scoreboard, write
from ronde.model.bracket import CupSettings
from ronde.model.errors import RefereeTrouble
from ronde.model.schedule import champion
from ronde.standings import scores

pytestmark = pytest.mark.full

SEED = 8


def players(arena: Arena, count: int, games: tuple[str, ...] = GAMES) -> list[EngineCard]:
    """So many engines of every game, half of which call back."""

    async def answers(request: web.Request) -> web.StreamResponse:
        if request.query["Status"] != "0":
            return web.Response(text="")
        return await arena.hosting.reply(request, choose(request.path.strip("/"), request.query))

    manners = (Manner.CALL_BACK, Manner.PRINTED)
    return [
        arena.engine(f"{game}-{at}", answers, game=game, manner=manners[at % 2])
        for game in games
        for at in range(count)
    ]


def looked_at(path: Path, look: Callable[[Desk, Roster], Any]) -> Any:
    desk = Desk.open(path)
    try:
        roster = attached_roster(desk)
        assert roster is not None
        return look(desk, roster)
    finally:
        desk.close()


def standings(path: Path) -> dict[str, float]:
    """Points by name, as the page shows them."""

    def look(desk: Desk, roster: Roster) -> dict[str, float]:
        rows = scoreboard(desk.tournament, roster, over=True)["standings"]
        return {row["name"]: row["points"] for row in rows}

    found: dict[str, float] = looked_at(path, look)
    return found


def seed_of(desk: Desk, record: str) -> int:
    played = played_game(desk, record)
    assert played is not None
    return played.record.seed


def foretold_standings(path: Path, legs: int = 2) -> dict[str, float]:
    """The same, from the rule book and the players alone."""

    def look(desk: Desk, roster: Roster) -> dict[str, float]:
        points: dict[str, float] = {entrant.name: 0.0 for entrant in roster.entrants}
        seeds = {(game.first, game.second): seed_of(desk, game.record) for game in desk.tournament.games}
        assert len(seeds) == len(desk.tournament.games), "no game twice"
        for one, other in all_pairs(roster.entrants):
            meetings = [pair for pair in ((one, other), (other, one)) if (pair[0].id, pair[1].id) in seeds]
            assert len(meetings) == legs, "no game missing"
            for first, second in meetings:
                names = first.name, second.name
                won = foretell(roster.rules, names, seeds[first.id, second.id])
                points[names[0]] += 0.5 if won is None else won == 1
                points[names[1]] += 0.5 if won is None else won == 2
        return points

    found: dict[str, float] = looked_at(path, look)
    return found


def test_a_league_over_all_eight_games_ends_with_the_right_standings(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            paths = found_leagues(tmp_path, LeaguePlan("league", seed=SEED), players(arena, 4))
            assert unfinished(tmp_path) == sorted(paths)
            await play_leagues(arena.server, paths)
            assert unfinished(tmp_path) == []
            assert len(paths) == 8
            for path in paths:
                assert standings(path) == foretold_standings(path)
            assert len(arena.server.book.games(kind="league", most=1000)) == 8 * 6 * 2

    run(scenario(), 300)


def test_a_double_round_robin_meets_twice(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "double.ronde"
            plan = LeaguePlan("double", system="double", rule=Rule(1), seed=SEED)
            found_league(path, plan, players(arena, 5, ("tictactoe",)))
            await League(arena.server, path).run()
            games = looked_at(path, lambda desk, roster: desk.tournament.games)
            assert len(games) == 20
            assert len({(game.first, game.second) for game in games}) == 20, "home and away"
            assert standings(path) == foretold_standings(path)

    run(scenario())


def test_a_swiss_pairs_equal_scores(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "swiss.ronde"
            found_league(path, LeaguePlan("swiss", system="swiss", rounds=3), players(arena, 8, ("morpion",)))
            await League(arena.server, path).run()
            games = looked_at(path, lambda desk, roster: desk.tournament.games)
            assert len(games) == 3 * 4 * 2
            assert len({frozenset((game.first, game.second)) for game in games}) == 12, "nobody meets twice"

    run(scenario())


@pytest.mark.parametrize("rule", [Rule(2), Rule(3, best_of=True)])
def test_a_cup_has_a_champion(tmp_path: Path, rule: Rule) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "cup.ronde"
            cards = players(arena, 6, ("chifoumi",))
            found_league(path, LeaguePlan("cup", system="cup", rule=rule), cards)
            await League(arena.server, path).run()
            best = looked_at(path, lambda desk, roster: champion(desk.tournament))
            assert best in {card.id for card in cards}

    run(scenario())


def test_a_cup_is_seeded_by_rating(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "cup.ronde"
            cards = players(arena, 4, ("tictactoe",))
            ratings = {card.id: 1000 + at for at, card in enumerate(cards)}
            found_league(path, LeaguePlan("cup", system="cup", ratings=ratings), cards)
            await League(arena.server, path).run()
            games = looked_at(path, lambda desk, roster: desk.tournament.games)
            first = {frozenset((game.first, game.second)) for game in games if game.round == 1}
            ids = [card.id for card in cards]
            assert first == {frozenset((ids[3], ids[0])), frozenset((ids[2], ids[1]))}

    run(scenario())


def met(path: Path) -> Counter[frozenset[int]]:
    """How many games every two have played."""
    games = looked_at(path, lambda desk, roster: desk.tournament.games)
    return Counter(frozenset((game.first, game.second)) for game in games)


def test_a_round_robin_of_three_laps_lets_everybody_meet_three_times(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "laps.ronde"
            found_league(path, LeaguePlan("laps", laps=3, rule=Rule(1)), players(arena, 4, ("tictactoe",)))
            await League(arena.server, path).run()
            assert set(met(path).values()) == {3}
            assert len(met(path)) == 6

    run(scenario())


def test_a_gauntlet_is_run_by_the_best_seed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "gauntlet.ronde"
            cards = players(arena, 4, ("tictactoe",))
            plan = LeaguePlan("gauntlet", system="gauntlet", rule=Rule(2), ratings={cards[2].id: 1800})
            found_league(path, plan, cards)
            await League(arena.server, path).run()
            others = {card.id for card in cards} - {cards[2].id}
            assert met(path) == {frozenset((cards[2].id, other)): 2 for other in others}

    run(scenario())


@pytest.mark.parametrize(
    ("cup", "matches"),
    [
        (CupSettings(third_place=True), 4),
        (CupSettings(consolation=True), 4),
        (CupSettings(double=True), 6),
    ],
)
def test_a_cup_has_every_match_of_its_shape(tmp_path: Path, cup: CupSettings, matches: int) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "cup.ronde"
            found_league(path, LeaguePlan("cup", system="cup", cup=cup), players(arena, 4, ("tictactoe",)))
            await League(arena.server, path).run()
            games = looked_at(path, lambda desk, roster: desk.tournament.games)
            played = {(game.round, game.table) for game in games}
            assert len(played) in (matches, matches + cup.double), "a second grand final, if it was needed"
            assert looked_at(path, lambda desk, roster: champion(desk.tournament)) is not None

    run(scenario())


def test_two_meet_again_until_one_of_them_is_clearly_better(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "clear.ronde"

            async def resigns(request: web.Request) -> web.StreamResponse:
                return web.Response(text="nothing" if request.query["Status"] == "0" else "")

            good = arena.engine("good", arena.legal(), manner=Manner.PRINTED)
            bad = arena.engine("bad", resigns, manner=Manner.PRINTED)
            found_league(path, LeaguePlan("clear", rule=Rule(60, clear=200.0)), [good, bad])
            await League(arena.server, path).run()
            games = looked_at(path, lambda desk, roster: desk.tournament.games)
            assert len(games) % 2 == 0
            assert len(games) < 60, "it was clear before all games were played"
            assert {game.winner for game in games} == {good.id}

    run(scenario())


def test_the_ladder_seeds_a_competition(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            cards = players(arena, 4, ("tictactoe",))
            book = arena.server.book
            for number, (one, other) in enumerate([(3, 0), (3, 0), (0, 1)], start=1):
                book.execute(
                    "INSERT INTO game (word, game, settings, start, seed, timeout, first, second, kind, "
                    "event, round, place, leg, begun, ended, winner, counts) VALUES "
                    "(?, 'tictactoe', '{}', '', 1, 15, ?, ?, 'ladder', 'ladder/tictactoe', ?, 1, 1, '', "
                    "'', 1, 1)",
                    f"w{number}", cards[one].id, cards[other].id, number,
                )  # fmt: skip
            seeds = ladder_seeds(book, "tictactoe")
            ids = [card.id for card in cards]
            assert ids[2] not in seeds, "who has not played there has no seed"
            assert sorted(seeds, key=seeds.__getitem__, reverse=True) == [ids[3], ids[0], ids[1]]
            assert all(1 <= seed <= 9_999 for seed in seeds.values())

    run(scenario())


def test_the_level_of_poker_is_decided_match_by_match(tmp_path: Path) -> None:
    """Manual 002, Poker: level 2 if and only if both engines of the match code it."""

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seen: set[tuple[str, str, str]] = set()

            async def folds(request: web.Request) -> web.StreamResponse:
                seen.add((request.path.strip("/"), request.query["Opponent"], request.query["Level"]))
                return await arena.hosting.reply(request, "0")

            levels = {"one": 2, "two": 1, "three": 2}
            cards = {
                name: arena.engine(name, folds, game="poker", level=level, manner=Manner.PRINTED)
                for name, level in levels.items()
            }
            found_league(tmp_path / "p.ronde", LeaguePlan("p", rule=Rule(1)), list(cards.values()))
            await League(arena.server, tmp_path / "p.ronde").run()
            await arena.server.requests.settle()
            for name, opponent, level in seen:
                foe = next(card for card in cards.values() if card.token == opponent)
                assert level == str(min(levels[name], levels[foe.name]))
            assert {level for _, _, level in seen} == {"1", "2"}

    run(scenario())


def test_the_level_of_a_roster_is_decided_match_by_match(tmp_path: Path) -> None:
    cards = [
        EngineCard(number, f"p{number}", "poker", f"http://{number}.example/", level=level)
        for number, level in ((1, 2), (2, 1), (3, 2))
    ]
    path = tmp_path / "poker.ronde"
    found_league(path, LeaguePlan("poker"), cards)
    roster = looked_at(path, lambda desk, roster: roster)

    assert [roster.between(*pair).rules.level for pair in ((1, 2), (1, 3), (2, 3))] == [1, 2, 1]


def test_no_engine_plays_more_games_at_once_than_the_floor_allows(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            most: Counter[str] = Counter()
            now: Counter[str] = Counter()

            async def counts(request: web.Request) -> web.StreamResponse:
                name = request.path.strip("/")
                if request.query["Status"] != "0":
                    return web.Response(text="")
                for who in (name, "all"):
                    now[who] += 1
                    most[who] = max(most[who], now[who])
                await asyncio.sleep(0.001)
                now.subtract((name, "all"))
                return await arena.hosting.reply(request, choose(name, request.query))

            cards = [arena.engine(f"e{at}", counts, manner=Manner.PRINTED) for at in range(6)]
            found_league(tmp_path / "few.ronde", LeaguePlan("few", rule=Rule(6)), cards)
            await play_leagues(arena.server, [tmp_path / "few.ronde"], Slots(most=5, each=2))
            assert most.pop("all") <= 5
            assert max(most.values()) <= 2

    run(scenario())


def test_a_fault_of_the_referee_is_played_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "again.ronde"
            found_league(path, LeaguePlan("again", seed=SEED), players(arena, 3, ("tictactoe",)))
            requests, broken = arena.server.requests, [True, True]
            sound = requests.ask

            async def breaks(*args: Any, **kwargs: Any) -> Any:
                if broken:
                    broken.pop()
                    raise RuntimeError("a bug of ours")
                return await sound(*args, **kwargs)

            requests.ask = breaks  # type: ignore[method-assign]
            await League(arena.server, path).run()
            assert standings(path) == foretold_standings(path)
            rows = arena.server.book.games(kind="league")
            assert len(rows) == 6
            assert all(row.played is not None and row.played.record.outcome.counts for row in rows)

    run(scenario())


def test_the_running_game_of_an_engine_that_is_withdrawn_ends(tmp_path: Path) -> None:
    """It never answers, and has all the time in the world."""

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            asked, for_ever = asyncio.Event(), asyncio.Event()

            async def silent(request: web.Request) -> web.StreamResponse:
                asked.set()
                await for_ever.wait()
                return web.Response(text="1")

            cards = [arena.engine("silent", silent), arena.house()]
            path = tmp_path / "gone.ronde"
            found_league(path, LeaguePlan("gone", rule=Rule(1), timeout=50, seed=SEED), cards)
            league = asyncio.ensure_future(League(arena.server, path).run())
            await asked.wait()
            looked_at(path, lambda desk, roster: write(desk, WithdrawProgram(cards[0].id)))
            await asyncio.wait_for(league, 30)
            assert looked_at(path, lambda desk, roster: desk.tournament.games) == ()
            won = looked_at(path, lambda desk, roster: scores(desk.tournament))
            assert won == {cards[0].id: 0, cards[1].id: 2}
            assert (arena.server.running, arena.server.book.running()) == ({}, [])

    run(scenario())


def test_a_referee_that_keeps_failing_stops_one_league_and_no_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            bad, good = tmp_path / "bad.ronde", tmp_path / "good.ronde"
            found_league(bad, LeaguePlan("bad"), players(arena, 2, ("tictactoe",)))
            cards = players(arena, 3, ("morpion",))
            found_league(good, LeaguePlan("good", seed=SEED), cards)
            requests, sound = arena.server.requests, arena.server.requests.ask

            async def breaks(card: EngineCard, *args: Any, **kwargs: Any) -> Any:
                if card.game == "tictactoe":
                    raise RuntimeError("a bug of ours")
                return await sound(card, *args, **kwargs)

            requests.ask = breaks  # type: ignore[method-assign]
            with pytest.raises(RefereeTrouble):
                await play_leagues(arena.server, [bad, good])
            assert standings(good) == foretold_standings(good)
            assert looked_at(bad, lambda desk, roster: len(desk.tournament.games)) == 0

    run(scenario())


def test_a_file_of_engines_is_told_from_one_of_programs(tmp_path: Path) -> None:
    cards = [
        EngineCard(4, "a", "pente", "http://a.example/"),
        EngineCard(9, "b", "pente", "", manner=Manner.BUILT_IN),
    ]
    path = tmp_path / "x.ronde"
    found_league(path, LeaguePlan("x", seed=5), cards)

    roster = looked_at(path, lambda desk, roster: roster)

    assert engines_league(roster)
    assert not engines_league(None)
    assert event_of(path, roster) == "x/5"
    assert [entrant.id for entrant in roster.entrants] == [4, 9]


def test_two_leagues_of_one_name_are_two_events(tmp_path: Path) -> None:
    cards = [
        EngineCard(1, "a", "pente", "http://a.example/"),
        EngineCard(2, "b", "pente", "http://b.example/"),
    ]
    events = set()
    for at in range(2):
        path = tmp_path / str(at) / "same.ronde"
        path.parent.mkdir()
        found_league(path, LeaguePlan("same"), cards)
        events.add(looked_at(path, lambda desk, roster: event_of(desk.journal.path, roster)))

    assert len(events) == 2
