"""Programs of many languages play in every sandbox: none of them needs what the sandbox refuses."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.support.processes import WITHOUT_RIGHTS, common_python, python

from ronde.arena.sandbox import Jail, MoveRequest, Opening, ProcessEngine, best_kind

pytestmark = pytest.mark.full

JAVA = """
public class Main {
    public static void main(String[] arguments) throws Exception {
        long sum = java.util.stream.IntStream.range(0, 1000).parallel().sum();
        java.nio.file.Path note = java.nio.file.Path.of("note");
        java.nio.file.Files.writeString(note, "" + sum);
        System.out.println(java.nio.file.Files.readString(note).equals("499500") ? 55 : 0);
    }
}
"""
NODE = """#!/usr/bin/env node
const { Worker, isMainThread, parentPort } = require('worker_threads');
if (!isMainThread) parentPort.postMessage('55');
else new Worker(__filename).on('message', (said) => {
    require('fs').writeFileSync('note', said);
    console.log(require('child_process').execSync('cat note').toString());
});
"""
PHP = """#!/usr/bin/env php
<?php
$note = tempnam(sys_get_temp_dir(), 'note');
file_put_contents($note, '55');
echo file_get_contents($note);
"""
PYTHON = """#!/usr/bin/python3
import asyncio, concurrent.futures, mmap, os, resource, subprocess, tempfile
os.sched_setaffinity(0, os.sched_getaffinity(0))
os.nice(1)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
asyncio.run(asyncio.sleep(0))
mmap.mmap(-1, 1 << 20)[0] = 1
with concurrent.futures.ThreadPoolExecutor(4) as threads:
    assert sum(threads.map(abs, range(100))) == 4950
with tempfile.NamedTemporaryFile() as note:
    note.write(b"55"); note.flush()
    print(subprocess.run(["cat", note.name], capture_output=True, text=True).stdout)
"""
THREADS = r"""
#include <pthread.h>
#include <stdio.h>
static void *work(void *at) { for (volatile long n = 0; n < 100000; n++); return at; }
int main(void) {
    pthread_t threads[4];
    for (int n = 0; n < 4; n++) if (pthread_create(&threads[n], NULL, work, NULL)) return 1;
    for (int n = 0; n < 4; n++) pthread_join(threads[n], NULL);
    puts("55");
    return 0;
}
"""
TRIAL = f"""
import os, sys, tempfile, time
from pathlib import Path
from ronde.arena.sandbox import MoveRequest, EngineFault, Jail, Opening, ProcessEngine, possible_kinds
{WITHOUT_RIGHTS}
if sys.executable != sys.argv[1]:
    sys.executable, sys.prefix, sys.base_prefix = sys.argv[1], "/usr", "/usr"
tempfile.tempdir = sys.argv[2] + "/scratch"
for sandbox in possible_kinds():
    for name in sys.argv[3:]:
        engine = ProcessEngine(Path(sys.argv[2]) / name, Jail(sandbox))
        try:
            engine.begin(Opening("supermorpion", 1))
            reply = engine.move(MoveRequest("x", 60, time.monotonic() + 60, 1))
            if reply.text.strip() != "55":
                print(sandbox, name, reply)
        except EngineFault as fault:
            print(sandbox, name, fault, fault.reply.messages)
        engine.close()
"""


@pytest.fixture(scope="module")
def hall() -> Iterator[Path]:
    """A program of each language that this machine has, where everybody may read them."""
    folder = Path(tempfile.mkdtemp(prefix="languages-"))
    folder.chmod(0o755)
    (folder / "scratch").mkdir()
    (folder / "scratch").chmod(0o777)
    (folder / "threads.c").write_text(THREADS)
    subprocess.run(["cc", "-pthread", "-o", folder / "threads", folder / "threads.c"], check=True)
    script(folder, "python", PYTHON)
    for name, lines in (("node", NODE), ("php", PHP)):
        if shutil.which(name):
            script(folder, name, lines)
    if shutil.which("javac"):
        (folder / "java.d").mkdir()
        (folder / "Main.java").write_text(JAVA)
        subprocess.run(["javac", "-d", folder / "java.d", folder / "Main.java"], check=True)
        script(folder, "java", '#!/bin/sh\nexec java -XX:TieredStopAtLevel=1 -cp "$0.d" Main\n')
    yield folder
    shutil.rmtree(folder)


def programs(hall: Path) -> list[str]:
    return [path.name for path in sorted(hall.iterdir()) if path.is_file() and os.access(path, os.X_OK)]


def test_programs_of_every_language_play(hall: Path) -> None:
    for name in programs(hall):
        engine = ProcessEngine(hall / name, Jail(best_kind()))
        engine.begin(Opening("supermorpion", 1))
        reply = engine.move(MoveRequest("x", 60, time.monotonic() + 60, 1))
        engine.close()
        assert (name, reply.text.strip()) == (name, "55"), reply


def test_they_play_under_a_referee_without_rights(hall: Path) -> None:
    assert python(TRIAL, common_python(), hall, *programs(hall)) == ""
