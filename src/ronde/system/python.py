"""Starting Python so that no file of the current folder is imported as a module.

`-I` would do it too, but hides the packages a user has installed for himself.
"""

from __future__ import annotations

import os
import sys


def python_command(module: str, *words: str) -> list[str]:
    """The command line that runs a module of ours in a separate process."""
    return [sys.executable, "-P", "-m", module, *words]


def python_environment() -> dict[str, str]:
    """Our environment without the entries of PYTHONPATH that lead into the current folder."""
    environment = dict(os.environ)
    whole = [one for one in environment.pop("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(one)]
    return environment | {"PYTHONPATH": os.pathsep.join(whole)} if whole else environment


def guard_python() -> None:
    """Make this process start Python safely, too: for libraries that start it by themselves."""
    safe = python_environment() | {"PYTHONSAFEPATH": "1"}  # as -P does
    os.environ.pop("PYTHONPATH", None)
    os.environ.update(safe)
