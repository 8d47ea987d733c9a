"""Starting Python, so that no file of the folder we are in is taken for a module.

`-I` would do it too, but hides what a user has installed for himself.
"""

from __future__ import annotations

import os
import sys


def python_command(module: str, *words: str) -> list[str]:
    """The command line that runs a module of ours in a process of its own."""
    return [sys.executable, "-P", "-m", module, *words]


def python_environment() -> dict[str, str]:
    """Our environment without the entries of PYTHONPATH that lead into the folder we are in."""
    environment = dict(os.environ)
    whole = [one for one in environment.pop("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(one)]
    return environment | {"PYTHONPATH": os.pathsep.join(whole)} if whole else environment


def guard_python() -> None:
    """Let this process, too, start Python only so: for libraries that start it by themselves."""
    safe = python_environment() | {"PYTHONSAFEPATH": "1"}  # what -P says
    os.environ.pop("PYTHONPATH", None)
    os.environ.update(safe)
