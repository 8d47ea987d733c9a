"""Which workers of a cluster get games: scripted answers first, then real workers."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.arena.referee.halls import QUIET, cluster_of
from tests.support.processes import plain_environment

from ronde import __version__
from ronde.arena.referee import ClusterPool, Entrant, Roster, Task
from ronde.arena.referee import cluster as home
from ronde.arena.referee.cluster import Workers, capacity, fitness, speed
from ronde.arena.sandbox import Jail, SandboxKind, possible_kinds
from ronde.i18n import LANGUAGES, error_text, say
from ronde.model.errors import ClusterTrouble

LOCAL = Roster((Entrant(1, "here", "/bin/true", ""),), jail=Jail(SandboxKind.BUBBLEWRAP))
FAR = Roster((Entrant(1, "far", "/tmp/j1.url", ""),), jail=Jail(SandboxKind.BUBBLEWRAP))


class Voices:
    """A client whose workers say what they are told to; whoever is not in it has left."""

    def __init__(self, **told: Any) -> None:
        self.told = told
        self.asked: list[str] = []

    def run(self, function: object, *, workers: list[str], on_error: str) -> dict[str, Any]:
        assert (function, on_error) == (fitness, "return")
        self.asked += workers
        if workers[0] not in self.told:
            raise OSError("it left")
        return {workers[0]: self.told[workers[0]]}


def fit(**changed: Any) -> dict[str, Any]:
    return {"version": __version__, "speed": 100.0, "sandboxes": tuple(SandboxKind)} | changed


def there(*names: str, cores: float = 2) -> dict[str, Any]:
    return {name: {"resources": {"core": cores}} for name in names}


def test_whoever_says_that_he_can_play_is_given_games_and_asked_once() -> None:
    voices, crew = Voices(a=fit(), b=fit(speed=60.0)), Workers(LOCAL, 0.5)

    assert set(crew.fit(voices, there("a", "b"))) == {"a", "b"}
    assert set(crew.fit(voices, there("a", "b"))) == {"a", "b"}
    assert sorted(voices.asked) == ["a", "b"]
    assert crew.refused == {}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (fit(version="0.0.1"), "unfit-version"),
        (ModuleNotFoundError("ronde"), "unfit-version"),
        (AttributeError("fitness"), "unfit-version"),
        (fit(sandboxes=(SandboxKind.NONE, SandboxKind.OWN)), "unfit-jail"),
        (fit(speed=49.0), "unfit-slow"),
    ],
)
def test_whoever_cannot_is_refused_once_and_with_the_reason(said: Any, reason: str) -> None:
    told: list[tuple[str, str]] = []
    crew = Workers(LOCAL, 0.5, lambda address, why: told.append((address, why)))
    voices = Voices(good=fit(), bad=said)

    for _ in range(3):
        assert crew.fit(voices, there("good", "bad")) == ["good"]
    assert told == [("bad", reason)]
    assert crew.refused == {"bad": reason}
    for language in LANGUAGES:
        assert say(f"programs.{reason}", language)
        trouble = ClusterTrouble(reason=reason, detail="tcp://bad:1")
        assert "tcp://bad:1" in error_text(trouble, language)


def test_a_worker_of_somebody_else_is_not_even_asked() -> None:
    voices, crew = Voices(), Workers(LOCAL, 0.5)

    assert crew.fit(voices, {"plain": {"resources": {}}, **there("half", cores=1)}) == []
    assert voices.asked == []
    assert crew.refused == {"plain": "unfit-cores", "half": "unfit-cores"}


def test_engines_at_addresses_need_no_jail() -> None:
    assert Workers(FAR, 0.5).fit(Voices(a=fit(sandboxes=())), there("a")) == ["a"]


def test_a_worker_that_left_while_it_was_asked_is_asked_again() -> None:
    voices, crew = Voices(b=TimeoutError()), Workers(LOCAL, 0.5)

    assert crew.fit(voices, there("a", "b")) == []
    voices.told |= {"a": fit(), "b": fit()}
    assert set(crew.fit(voices, there("a", "b"))) == {"a", "b"}


def test_when_the_fastest_leaves_the_others_are_fast_enough() -> None:
    voices, crew = Voices(fast=fit(speed=300.0), slow=fit()), Workers(LOCAL, 0.5)

    assert crew.fit(voices, there("fast", "slow")) == ["fast"]
    assert crew.fit(voices, there("slow")) == ["slow"]
    assert crew.refused == {}


def test_a_pair_of_cores_plays_one_encounter() -> None:
    present = {**there("a", cores=5), **there("b", cores=2), **there("c", cores=8)}

    assert capacity(present, ["a", "b"]) == 3
    assert capacity(present, ["gone"]) == 0


def test_a_machine_tells_its_version_its_speed_and_its_jails() -> None:
    told = fitness()

    assert told["version"] == __version__
    assert told["sandboxes"] == possible_kinds()
    assert told["speed"] > 0
    assert speed() > 0


@pytest.mark.full
def test_a_cluster_of_somebody_elses_workers_plays_nothing_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "_PATIENCE", 1.0)
    told: list[str] = []
    with cluster_of(tmp_path, workers=0) as cluster:
        plain = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", cluster.address, "--no-nanny",
             "--no-dashboard", "--nthreads", "1"],
            cwd=tmp_path, env=plain_environment(), **QUIET,  # type: ignore[call-overload]
        )  # fmt: skip
        try:
            pool = ClusterPool(
                cluster.address, LOCAL, lambda task: None, refuse=lambda address, why: told.append(why)
            )
            with closing(_Stopped(pool)):
                pool._client.wait_for_workers(1, timeout=60)
                pool.submit([Task(1, 1, 1, 1, 1)])
                with pytest.raises(ClusterTrouble) as trouble:
                    next(pool.finished())
        finally:
            plain.kill()
            plain.wait()
    assert trouble.value.facts["reason"] == "unfit-cores"
    assert told == ["unfit-cores"]


class _Stopped:
    """A pool as something that is closed."""

    def __init__(self, pool: ClusterPool) -> None:
        self.close = pool.stop
