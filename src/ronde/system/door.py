"""The public names of the package for differences between operating systems."""

from __future__ import annotations

from ronde.system.files import (
    BINARY,
    CLOEXEC,
    NOFOLLOW,
    NONBLOCK,
    give_rights,
    longest_name,
    read_at,
    sync,
    user_id,
)
from ronde.system.languages import system_language
from ronde.system.limits import (
    ended_by_work,
    give_way,
    limit_process,
    most_open_files,
    peak_memory,
    raise_open_files,
)
from ronde.system.locks import folder_locks, is_locked, lock_folder, sole_writer
from ronde.system.mounts import on_network
from ronde.system.ports import CLOSED, listen
from ronde.system.python import guard_python, python_command, python_environment
from ronde.system.signals import ENDING, end_with_input, on_signal
