"""Programs that are built from sources, in a jail."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.arena.sandbox import (
    BuildRule,
    EngineFault,
    Jail,
    SandboxKind,
    Verdict,
    best_kind,
    build,
    possible_kinds,
)

pytestmark = pytest.mark.full

JAILS = [Jail(SandboxKind.NONE), Jail(best_kind())]
COMPILED = BuildRule("cc -o player player.c", "player.c", "player")


def script(command: str, seconds: float = 60.0) -> BuildRule:
    return BuildRule(command, "source", "made", seconds)


@pytest.mark.parametrize("jail", JAILS, ids=["plain", "best"])
def test_a_source_in_c_becomes_a_program(jail: Jail) -> None:
    made = build({"player.c": b"int main(void) { return 0; }\n"}, COMPILED, jail)

    assert made[:4] == b"\x7fELF"


@pytest.mark.parametrize("jail", JAILS, ids=["plain", "best"])
def test_what_the_compiler_says_comes_with_the_fault(jail: Jail) -> None:
    with pytest.raises(EngineFault) as caught:
        build({"player.c": b"int main(void) { return nothing; }\n"}, COMPILED, jail)

    assert (caught.value.verdict, caught.value.detail) == (Verdict.CRASH, "status 1")
    assert "nothing" in caught.value.reply.messages


@pytest.mark.parametrize("jail", JAILS, ids=["plain", "best"])
@pytest.mark.parametrize("command", ["true", "ln -s /etc/passwd made", "mkdir made", "mkfifo made"])
def test_only_a_file_is_taken_and_no_link_is_followed(jail: Jail, command: str) -> None:
    with pytest.raises(EngineFault) as caught:
        build({"player.c": b""}, script(command), jail)

    assert caught.value.verdict is Verdict.MISSING


def test_a_build_that_never_ends_is_ended() -> None:
    with pytest.raises(EngineFault) as caught:
        build({"player.c": b""}, script("sleep 600", seconds=0.3), Jail(best_kind()))

    assert caught.value.verdict is Verdict.LATE


@pytest.mark.skipif(SandboxKind.OWN not in possible_kinds(), reason="no sandbox here")
def test_a_source_cannot_read_or_write_what_lies_outside(tmp_path: Path) -> None:
    secret, target = tmp_path / "secret", tmp_path / "target"
    secret.write_text("hidden")
    made = build({"player.c": b""}, script(f"cat {secret} > made; touch {target}; true"), Jail(best_kind()))

    assert made == b""
    assert not target.exists()
