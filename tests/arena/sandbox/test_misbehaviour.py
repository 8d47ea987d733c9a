"""Whatever a program does, the referee has a verdict, in time, and nothing of the program is left."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from socket import AF_UNIX, MSG_DONTWAIT, SOCK_DGRAM, socket

import pytest
from tests.arena.programs.fixtures import Open
from tests.arena.programs.workshop import bot, script

from ronde.arena.launcher import tree
from ronde.arena.sandbox import (
    Engine,
    EngineFault,
    Jail,
    MoveRequest,
    Opening,
    ProcessEngine,
    Reply,
    Sandbox,
    SandboxKind,
    SessionEngine,
    Verdict,
    clear_away,
    possible_kinds,
)

pytestmark = pytest.mark.full

START = "999999999 00 o"
MIDDLE = "1o799999999 12 x"
SANDBOXES = pytest.mark.parametrize("sandbox", possible_kinds())
CONFINING = [kind for kind in possible_kinds() if kind != SandboxKind.NONE]


def asked(engine: Engine, seconds: float = 30.0, view: str = START) -> Reply:
    engine.begin(Opening("supermorpion", 1))
    return engine.move(MoveRequest(view, int(seconds), time.monotonic() + seconds, 1))


def verdict(engine: Engine, seconds: float = 30.0, view: str = START) -> Verdict:
    with pytest.raises(EngineFault) as caught:
        asked(engine, seconds, view)
    return caught.value.verdict


@SANDBOXES
def test_a_good_program_is_heard_in_every_sandbox(opened: Open, sandbox: SandboxKind) -> None:
    engine = opened("good", Jail(sandbox))

    assert asked(engine).text == "11\n"
    assert asked(engine, view=MIDDLE).text == "21\n"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("silent", Verdict.MISSING),
        ("flood", Verdict.FLOOD),
        ("drowns", Verdict.FLOOD),
        ("crashes", Verdict.CRASH),
        ("crashes-after", Verdict.CRASH),
        ("status-silent", Verdict.CRASH),
        ("session-dies", Verdict.CRASH),
    ],
)
def test_each_misbehaviour_has_its_own_verdict(opened: Open, kind: str, expected: Verdict) -> None:
    assert verdict(opened(kind, Jail(memory=256)), 20) is expected


@SANDBOXES
@pytest.mark.parametrize(
    ("kind", "expected"), [("greedy", Verdict.MEMORY), ("kills-its-launcher", Verdict.CRASH)]
)
def test_attacks_on_the_sandbox_have_their_verdict_in_every_sandbox(
    opened: Open, kind: str, expected: Verdict, sandbox: SandboxKind
) -> None:
    assert verdict(opened(kind, Jail(sandbox, memory=256)), 20) is expected


@pytest.mark.parametrize(
    "kind",
    [
        "never-ends",
        "spins",
        "drips-for-ever",
        "mutters-for-ever",
        "stops-itself",
        "ignores-signals",
        "holds-and-stays",
        "fork-bomb",
        "session-silent",
        "session-drip",
    ],
)
def test_the_deadline_holds_whatever_a_program_does_meanwhile(opened: Open, kind: str) -> None:
    assert verdict(opened(kind), 0.2) is Verdict.LATE


@pytest.mark.parametrize("sandbox", CONFINING)
def test_a_fork_bomb_stays_within_its_sandbox_and_ends_with_it(
    bad: Path, tmp_path: Path, sandbox: SandboxKind
) -> None:
    cell = Sandbox(bot(tmp_path, "fork-bomb", source=bad), Jail(sandbox, processes=20))
    cell.start(START, "1")
    end = time.monotonic() + 30
    while len(tree.descendants(cell.pid)) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.3)
    alive = len(tree.descendants(cell.pid))
    mark = cell.mark
    cell.close()

    assert 2 <= alive <= 24
    assert tree.marked(mark) == []


@SANDBOXES
@pytest.mark.parametrize("kind", ["holds-the-pipe", "daemon"])
def test_children_that_hold_the_pipe_are_ended_and_the_move_counts(
    opened: Open, kind: str, sandbox: SandboxKind
) -> None:
    engine = opened(kind, Jail(sandbox))

    assert asked(engine).text == "11\n"
    assert isinstance(engine, ProcessEngine)
    assert engine.left_behind >= 1
    assert engine.sandbox is None or engine.sandbox.processes() == []
    assert asked(engine, view=MIDDLE).text == "21\n"


def test_a_move_printed_byte_by_byte_counts_when_it_is_whole_in_time(opened: Open) -> None:
    assert asked(opened("dripping")).text == "11"


def test_a_status_other_than_zero_after_a_move_does_not_spoil_it(opened: Open) -> None:
    assert asked(opened("status")).text == "11\n"


def test_bytes_that_are_no_text_reach_the_referee_as_text(opened: Open) -> None:
    assert asked(opened("bytes")).text == "\\xff\\xfe\0\\x80"


def test_messages_are_kept_apart_and_cut_at_their_cap(opened: Open) -> None:
    reply = asked(opened("mutters"))

    assert reply.text == "11\n"
    assert len(reply.messages) == 256 * 1024


def test_a_python_program_that_runs_out_of_memory_is_told_so(opened: Open, tmp_path: Path) -> None:
    hungry = script(tmp_path, "hungry", "#!/usr/bin/python3\nx = bytearray(10 << 30)\nprint(11)\n")

    assert verdict(opened(hungry, Jail(memory=512)), 20) is Verdict.MEMORY


@pytest.mark.parametrize("sandbox", CONFINING)
def test_no_socket_is_to_be_had(opened: Open, sandbox: SandboxKind) -> None:
    assert asked(opened("connects", Jail(sandbox))).messages == "no socket"


@pytest.mark.parametrize("sandbox", CONFINING)
@pytest.mark.parametrize("kind", ["SOCK_DGRAM", "SOCK_RAW"])
def test_no_datagram_leaves_through_a_pair_of_sockets(
    opened: Open, tmp_path: Path, kind: str, sandbox: SandboxKind
) -> None:
    with tempfile.TemporaryDirectory() as folder, socket(AF_UNIX, SOCK_DGRAM) as letterbox:
        place = f"{folder}/letterbox"
        letterbox.bind(place)
        for open_place, mode in ((folder, 0o755), (place, 0o777)):
            os.chmod(open_place, mode)
        lines = f"socket.socketpair(socket.AF_UNIX, socket.{kind})[0].sendto(b'out', {place!r})"
        asked_to = script(tmp_path, "sender", f"#!/usr/bin/python3\nimport socket\nprint(11)\n{lines}\n")
        reply = asked(opened(asked_to, Jail(sandbox, read=(folder,))))

        assert "PermissionError" in reply.messages
        with pytest.raises(BlockingIOError):
            letterbox.recv(10, MSG_DONTWAIT)


@pytest.mark.parametrize("sandbox", CONFINING)
def test_nothing_is_written_outside_the_own_folder(
    opened: Open, tmp_path: Path, sandbox: SandboxKind
) -> None:
    target = Path("/var/tmp") / f"ronde-test-{os.getpid()}"
    lines = f"#!/bin/sh\necho x > {target} || echo refused >&2\necho note > own && cat own >&2\necho 11\n"
    reply = asked(opened(script(tmp_path, "writer", lines), Jail(sandbox)))

    assert not target.exists()
    assert "refused" in reply.messages
    assert "note" in reply.messages


@pytest.mark.parametrize("sandbox", CONFINING)
def test_the_opponents_program_cannot_be_read(bad: Path, tmp_path: Path, sandbox: SandboxKind) -> None:
    open_folder = Path("/var/tmp") / f"ronde-players-{os.getpid()}"
    open_folder.mkdir(mode=0o755)
    try:
        rival = bot(open_folder, "rival", source=bad)
        other = Sandbox(rival, Jail(sandbox))
        paths = f"{rival} {other.program} {other.program.parent}"
        spy = script(tmp_path, "spy", f"#!/bin/sh\ncat {paths} >&2 2>/dev/null && echo read >&2\necho 11\n")
        engine = ProcessEngine(spy, Jail(sandbox))
        reply = asked(engine)
        engine.close()
        other.close()
    finally:
        for file in open_folder.iterdir():
            file.unlink()
        open_folder.rmdir()

    assert reply.text == "11\n"
    assert "read" not in reply.messages


def test_an_interpreter_or_file_that_is_not_there_is_a_start_failure(opened: Open, tmp_path: Path) -> None:
    assert verdict(opened(script(tmp_path, "lost", "#!/no/such/interpreter\n"))) is Verdict.START
    assert verdict(ProcessEngine(tmp_path / "nobody", Jail())) is Verdict.START


def test_a_file_without_the_right_to_run_and_a_folder_are_start_failures(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("#!/bin/sh\necho 11\n")

    for path, reason in ((plain, "not-executable"), (tmp_path, "not-a-file")):
        with pytest.raises(EngineFault) as caught:
            ProcessEngine(path, Jail()).begin(Opening("supermorpion", 1))
        assert (caught.value.verdict, caught.value.detail) == (Verdict.START, reason)


@pytest.mark.parametrize("name", ["with space", "été", "quote'\"$x", "-dash"])
def test_any_name_of_a_program_will_do(opened: Open, tmp_path: Path, name: str) -> None:
    path = script(tmp_path / "école du samedi", name, "#!/bin/sh\necho 11\n")

    assert asked(opened(path)).text == "11\n"


def test_a_program_that_changes_between_two_games_is_not_started_again(opened: Open, tmp_path: Path) -> None:
    path = script(tmp_path, "fickle", "#!/bin/sh\necho 11\n")
    engine = opened(path)
    asked(engine)
    script(tmp_path, "fickle", "#!/bin/sh\necho 22\n# another\n")

    with pytest.raises(EngineFault) as caught:
        asked(engine)

    assert (caught.value.verdict, caught.value.detail) == (Verdict.START, "changed")


def test_a_change_during_a_game_does_not_reach_the_running_copy(opened: Open, tmp_path: Path) -> None:
    path = script(tmp_path, "fickle", "#!/bin/sh\necho 11\n")
    engine = opened(path)
    engine.begin(Opening("supermorpion", 1))
    script(tmp_path, "fickle", "#!/bin/sh\necho 22\n# another\n")

    assert engine.move(MoveRequest(START, 30, time.monotonic() + 30, 1)).text == "11\n"


def test_the_environment_is_clean_and_the_folder_is_its_own(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "x")
    reply = asked(opened(script(tmp_path, "curious", "#!/bin/sh\nenv >&2; pwd >&2; ls -A >&2; echo 11\n")))

    assert "SECRET" not in reply.messages
    assert "/work\n" in reply.messages


def test_files_of_a_program_lie_beside_it(opened: Open, tmp_path: Path) -> None:
    path = script(tmp_path, "reader", '#!/bin/sh\ncat "$0.d/book"\n')
    (tmp_path / "reader.d").mkdir()
    (tmp_path / "reader.d" / "book").write_text("55")

    assert asked(opened(path)).text == "55"


def test_a_session_answers_line_by_line_through_several_games(opened: Open) -> None:
    engine = opened("session")

    assert [asked(engine).text, asked(engine, view=MIDDLE).text, asked(engine).text] == [
        "11\n",
        "21\n",
        "11\n",
    ]


def test_a_session_that_talks_out_of_turn_gives_an_unreadable_answer(opened: Open) -> None:
    engine = opened("session-talks")

    assert asked(engine).text.count("\n") == 2


def test_a_session_that_does_not_leave_is_ended(opened: Open) -> None:
    engine = opened("session-stays")
    asked(engine)
    assert isinstance(engine, SessionEngine)
    assert engine.sandbox is not None
    mark = engine.sandbox.mark
    assert tree.marked(mark)
    engine.close()

    assert tree.marked(mark) == []


def test_descriptors_processes_and_folders_are_given_back(opened: Open, tmp_path: Path) -> None:
    def held() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), len(tree.descendants(os.getpid()))

    engine = opened("good")
    asked(engine)
    engine.close()
    before = held()
    for kind in ("good", "crashes", "flood", "session", "session-dies"):
        other = opened(kind)
        with suppress(EngineFault):
            asked(other)
        other.close()

    # Something of an earlier test may be given back meanwhile.
    assert all(now <= then for now, then in zip(held(), before, strict=True))


def test_when_the_referee_dies_so_does_everything_it_started(bad: Path, tmp_path: Path) -> None:
    program = bot(tmp_path, "never-ends", source=bad)
    pid = os.fork()
    if pid == 0:
        cell = Sandbox(program, Jail())
        (tmp_path / "mark").write_text(cell.mark)
        cell.start(START, "5")
        time.sleep(60)
        os._exit(0)
    end = time.monotonic() + 60
    while not (tmp_path / "mark").exists() or not tree.marked((tmp_path / "mark").read_text() or "none"):
        assert time.monotonic() < end
        time.sleep(0.01)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    mark = (tmp_path / "mark").read_text()
    while tree.marked(mark):
        assert time.monotonic() < end
        time.sleep(0.01)
    clear_away()
    assert not list(Path(tempfile.gettempdir()).glob(f"ronde-{pid}-*"))
