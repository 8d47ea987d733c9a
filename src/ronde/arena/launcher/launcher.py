"""The launcher of a sandbox: a process that drops its rights once, then starts a program for every move.

Dropped rights are inherited, so each start costs no more than a plain one. It runs by itself, `python -I -S
launcher.py`, and talks over descriptor 3: first the rules of the sandbox, then `r` and arguments to start. It
answers with one packet when the program has ended. It ends with the referee.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import struct
import sys
import threading
import time
from contextlib import suppress
from typing import Any

try:
    import resource
except ImportError:  # Windows, where this file is imported but never run
    resource = None  # type: ignore[assignment]

REPORT = struct.Struct("<ciddq?")
"""Kind `e` ended, `x` not started; status or error; begun, ended; kilobytes; children."""

_DEFAULTS = [getattr(signal, name) for name in ("SIGPIPE", "SIGXFSZ", "SIGINT") if hasattr(signal, name)]
_LIMITS = ("core", "fsize", "nofile", "nproc", "data")
_BROUGHT, _BLOCK = 16 << 20, 16 << 10
"""Bytes of NAME.d that are copied into the current folder, and the minimum that every entry counts."""
_BUSY = 26  # ETXTBSY: another thread forked while the program was being copied


def main() -> None:
    """Read the rules, lock the sandbox, and serve until the referee disconnects."""
    for first, beyond in ((4, 5), (8, os.sysconf("SC_OPEN_MAX"))):  # what a shell left open for the referee
        os.closerange(first, beyond)
    talk = socket.socket(fileno=3)
    talk.set_inheritable(False)
    rules = json.loads(talk.recv(1 << 20))
    sys.path.insert(0, rules["library"])
    from ronde.arena.launcher import tree

    tree.hide()
    if not rules["wrapped"]:  # in a PID namespace the kernel kills everything itself
        tree.stay_outside(talk.fileno())
    tree.adopt_orphans()
    try:
        named = _lock(rules)
        folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    except OSError as trouble:
        talk.send(f"failed {trouble}".encode())
        return
    socket.send_fds(talk, [f"ready {named}".encode()], [folder])
    os.close(folder)
    _serve(talk, rules)


def _lock(rules: dict[str, Any]) -> str:
    # Before the change of user, who may not be able to read them.
    from ronde.arena.launcher import kernel

    user, folder = rules["user"], rules["folder"]
    if user and not rules["wrapped"]:
        kernel.mount_memory(folder, user=user, megabytes=rules["room"], entries=rules["entries"])
    _limit(rules["limits"])
    _drop(user, folder)
    os.chdir(folder)
    _bring_files(f"{rules['program']}.d")
    kernel.no_new_privileges()
    if not rules["confined"]:
        return "plain"
    wanted = [(path, kernel.READ) for path in rules["read"]]
    wanted += [(path, kernel.WRITE) for path in rules["write"]]
    wanted += [(path, kernel.DEVICE) for path in rules["devices"]]
    kernel.confine(wanted)
    kernel.refuse_dangerous_calls(rights=not user and not rules["wrapped"])
    return f"landlock {kernel.version()}"


def _bring_files(folder: str) -> None:
    """Copy the files of NAME.d into the current folder, where programs look for them and may rewrite them.

    Files that do not fit are linked instead, read-only.
    """
    left = _BROUGHT
    with suppress(OSError):  # no such folder, or its name would be too long
        for name in sorted(os.listdir(folder)):
            with suppress(OSError):
                source = f"{folder}/{name}"
                size = _size(source)
                if size > left:
                    os.symlink(source, name)
                else:
                    left -= size
                    _copy(source, name)


def _size(place: str) -> int:
    """The bytes of a file or of a whole folder, with a block for each entry."""
    if not os.path.isdir(place):
        return _BLOCK + os.path.getsize(place)
    return _BLOCK + sum(_size(f"{place}/{name}") for name in os.listdir(place))


def _copy(source: str, place: str) -> None:
    if os.path.isdir(source):
        os.mkdir(place)
        for name in os.listdir(source):
            _copy(f"{source}/{name}", f"{place}/{name}")
        return
    with open(source, "rb") as data, open(place, "xb") as copy:
        copy.write(data.read())
    os.chmod(place, 0o700 if os.access(source, os.X_OK) else 0o600)


def _limit(limits: dict[str, int]) -> None:
    for name in _LIMITS:
        if name in limits:
            kind = getattr(resource, f"RLIMIT_{name.upper()}")
            _, hard = resource.getrlimit(kind)
            wanted = limits[name] if hard == resource.RLIM_INFINITY else min(limits[name], hard)
            resource.setrlimit(kind, (wanted, wanted))


def _drop(user: int, folder: str) -> None:
    if user:
        os.chown(folder, user, user)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def _serve(talk: socket.socket, rules: dict[str, Any]) -> None:
    program = os.fsencode(rules["program"])
    environment = {os.fsencode(name): os.fsencode(value) for name, value in rules["environment"].items()}
    streams = [5, 6, 7]  # standard input, output and error of what is started, as the referee left them open
    for stream in streams:
        os.set_inheritable(stream, False)
    actions = [(os.POSIX_SPAWN_DUP2, stream, at) for at, stream in enumerate(streams)]
    threading.Thread(target=_watch, args=(talk.fileno(),), daemon=True).start()
    room = bytearray(1 << 17)  # once: allocating so much takes longer than filling it
    while packet := bytes(room[: talk.recv_into(room)]):
        if packet[:1] == b"s":  # a session brings its own streams, in a packet of their own
            _, descriptors, _, _ = socket.recv_fds(talk, 1, 3)
            for stream, fresh in zip(streams, descriptors, strict=True):
                os.dup2(fresh, stream, inheritable=False)
                os.close(fresh)
        arguments = [program, *packet[2:].split(b"\0")] if len(packet) > 2 else [program]
        begun = time.monotonic()
        try:
            pid = _start(program, arguments, environment, actions)
        except OSError as trouble:
            talk.send(REPORT.pack(b"x", trouble.errno or 0, begun, begun, 0, False))
            continue
        if packet[:1] == b"s":
            talk.send(REPORT.pack(b"s", pid, begun, begun, 0, False))
        _report_end(talk, pid, begun)


def _start(
    program: bytes, arguments: list[bytes], environment: dict[bytes, bytes], actions: list[Any]
) -> int:
    for _ in range(50):
        try:
            return os.posix_spawn(
                program, arguments, environment, file_actions=actions, setpgroup=0, setsigdef=_DEFAULTS
            )
        except OSError as trouble:
            if trouble.errno != _BUSY:
                raise
            time.sleep(0.002)
    raise OSError(_BUSY, "busy")


def _watch(talk: int) -> None:
    """Wait until the referee has gone; the launcher itself waits for programs.

    Then the reaper, or the kernel at the end of a PID namespace, kills what is left.
    """
    gone = select.poll()
    gone.register(talk, select.POLLRDHUP)
    gone.poll()
    os._exit(0)


def _report_end(talk: socket.socket, pid: int, begun: float) -> None:
    _, status, used = os.wait4(pid, 0)
    stamp = time.monotonic()
    left = _others_live()
    talk.send(REPORT.pack(b"e", os.waitstatus_to_exitcode(status), begun, stamp, used.ru_maxrss, left))


def _others_live() -> bool:
    """Whether children of the program outlived it; this process is the subreaper and has adopted them."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    return False


if __name__ == "__main__":
    with suppress(BrokenPipeError, ConnectionResetError, ChildProcessError):  # the referee has gone
        main()
