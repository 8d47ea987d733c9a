"""Completion of command lines, by the shells themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.terminal import ronde
from tests.support.processes import plain_environment

from ronde.cli.script import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str) -> None:
    done = ronde("completion", shell)

    assert done.returncode == 0
    assert "_RONDE_COMPLETE" in done.stdout


def test_another_shell_is_refused_with_those_there_are() -> None:
    done = ronde("completion", "tcsh", RONDE_LANG="en")

    assert done.returncode == 2
    assert "bash, zsh, fish" in done.stderr


every_line = pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("ronde", "stan"), {"standings"}),
        (("ronde", "player", "re"), {"return", "remove", "renumber"}),
        (("ronde", "standings", "--as"), {"--as-of"}),
        (("ronde", "standings", "--as-of", "c"), {"closing"}),
    ],
)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The command as a shell finds it."""
    path = tmp_path / "ronde"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -m ronde "$@"\n')
    path.chmod(0o755)
    return path


def said_by(shell: str, script: str, folder: Path) -> str:
    """What a shell answers, with our command in its path."""
    here = plain_environment() | {"PATH": f"{folder}:/usr/bin:/bin", "HOME": str(folder)}
    line = [shell, *(["-f"] if shell == "zsh" else []), "-c", script]
    done = subprocess.run(line, capture_output=True, encoding="utf-8", env=here, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.full
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing")
@every_line
def test_bash_completes_commands_options_and_their_values(
    words: tuple[str, ...], wanted: set[str], program: Path
) -> None:
    line = " ".join(f"'{word}'" for word in words)
    script = f"""eval "$({program} completion bash)"
COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}
_ronde_completion {program}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""

    assert set(said_by("bash", script, program.parent).split()) == wanted


@pytest.mark.full
@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is missing")
@every_line
def test_zsh_completes_the_same(words: tuple[str, ...], wanted: set[str], program: Path) -> None:
    line = " ".join(f"'{word}'" for word in words)
    # Completion widgets run only in an interactive line; what ours hands to them is collected instead.
    script = f"""autoload -U compinit; compinit -u -d {program.parent}/zcompdump
function _describe() {{ local entry; for entry in ${{(P)3}}; do print -r -- "${{entry%%:*}}"; done }}
function compadd() {{ local list=${{@[-1]}}; print -rl -- ${{(P)list}} }}
eval "$({program} completion zsh)"
words=({line}); CURRENT={len(words)}
_ronde_completion
"""

    assert set(said_by("zsh", script, program.parent).split()) == wanted


@pytest.mark.full
@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is missing")
@every_line
def test_fish_completes_the_same(words: tuple[str, ...], wanted: set[str], program: Path) -> None:
    script = f"{program} completion fish | source; complete -C '{' '.join(words)}'"

    answers = {row.split("\t")[0] for row in said_by("fish", script, program.parent).splitlines()}
    assert answers == wanted
