"""Completion of command lines, by the shells themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.processes import plain_environment, ronde

from ronde.cli.completion import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str) -> None:
    done = ronde("completion", shell)

    assert done.returncode == 0
    assert "_RONDE_COMPLETE" in done.stdout


def test_another_shell_is_refused_with_those_there_are() -> None:
    done = ronde("completion", "tcsh", RONDE_LANG="en")

    assert done.returncode == 2
    assert "bash, zsh, fish" in done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing")
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("ronde", "stan"), {"standings"}),
        (("ronde", "player", "re"), {"return", "remove", "renumber"}),
        (("ronde", "standings", "--as"), {"--as-of"}),
        (("ronde", "standings", "--as-of", "c"), {"closing"}),
    ],
)
def test_bash_completes_commands_options_and_their_values(
    words: tuple[str, ...], wanted: set[str], tmp_path: Path
) -> None:
    program = tmp_path / "ronde"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m ronde "$@"\n')
    program.chmod(0o755)
    line = " ".join(f"'{word}'" for word in words)
    script = f"""eval "$({program} completion bash)"
COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}
_ronde_completion {program}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""

    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, encoding="utf-8", env=plain_environment(), check=False
    )

    assert set(done.stdout.split()) == wanted, done.stderr
