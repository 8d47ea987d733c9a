from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.terminal import Refusal, Terminal, told
from tests.store.halls import history
from tests.support.processes import plain_environment, python
from tests.support.processes import ronde as real_ronde

from ronde import __version__
from ronde.app.desk import Desk
from ronde.cli.main import COMMANDS, split_language
from ronde.i18n import LANGUAGES, listed, say

# Languages


def test_the_language_is_asked_for_anywhere_on_the_line(ronde: Terminal, file: Path) -> None:
    french = ronde.done("--lang", "fr", "status", file).out

    for words in (
        ("--lang=fr", "status", file),
        ("status", "--lang", "fr", file),
        ("status", file, "--lang", "fr"),
        ("status", file, "--lang=FR"),
        ("status", file, "--lang", "fr_FR.UTF-8"),
    ):
        assert ronde.done(*words).out == french
    assert ronde.done("status", file, "--lang", "en").out != french


def test_behind_two_hyphens_lang_is_a_word_like_any_other(ronde: Terminal, file: Path) -> None:
    assert split_language(["a", "--", "--lang", "fr"]) == (None, ["a", "--", "--lang", "fr"])
    assert ronde.refused("sheet", file, "--", "--lang").code == "unknown-player"


def test_the_environment_chooses_the_language(
    ronde: Terminal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = ronde.done("status", file).out
    french = ronde.done("status", file, "--lang", "fr").out

    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert ronde.done("status", file).out == french
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert ronde.done("status", file).out == english
    monkeypatch.setenv("RONDE_LANG", "fr")
    assert ronde.done("status", file).out == french
    assert ronde.done("status", file, "--lang", "en").out == english
    monkeypatch.setenv("RONDE_LANG", "klingon")
    assert ronde.done("status", file).out == english


def test_a_language_we_do_not_speak_is_wrong_usage(
    ronde: Terminal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = listed(list(LANGUAGES), "en")
    assert ronde.misused("status", file, "--lang", "tlh") == f"Ronde speaks {known}, not “tlh”."
    assert ronde.misused("status", file, "--lang=") == f"Ronde speaks {known}, not “”."
    monkeypatch.setenv("RONDE_LANG", "fr")
    known = listed(list(LANGUAGES), "fr")
    assert (
        ronde.misused("status", file, "--lang", "french") == f"Ronde parle {known}, pas «\u00a0french\u00a0»."
    )


# Wrong usage


USAGE = [
    (("dance",), "There is no command “dance”.", "Il n'y a pas de commande «\u00a0dance\u00a0»."),
    (("standing", "f"), "“standing”. Did you mean standings", "Vouliez-vous dire standings"),
    (("player", "ad"), "There is no command “ad”. Did you mean add?", "Vouliez-vous dire add\u00a0?"),
    (
        ("status", "f", "--jso"),
        "There is no option --jso. Did you mean --json?",
        "Il n'y a pas d'option --jso.",
    ),
    (("status",), "FILE is missing.", "Il manque FICHIER."),
    (("player", "add", "f"), "NAME is missing.", "Il manque NOM"),
    (("export", "f"), "--as is missing.", "Il manque --as."),
    (
        ("pair", "f", "--seed", "x"),
        "it must be a whole number between 0 and",
        "il faut un nombre entier entre 0 et",
    ),
    (("why", "f", "one", "1"), "it must be a whole number.", "il faut un nombre entier."),
    (("new", "f", "--bye", "x"), "it must be a number.", "il faut un nombre."),
    (
        ("new", "f", "--game", "dice"),
        "choose among othello, othello10",
        "choisissez parmi othello, othello10",
    ),
    (
        ("pair", "f", "--seed"),
        "The option --seed needs a value.",
        "L'option --seed demande une valeur.",
    ),
    (("duel", "a", "b", "--sprt", "0"), "The option --sprt needs 2 values.", "demande 2 valeurs"),
    (("result", "f"), "ENTRY is missing.", "Il manque COUPON."),
    (("table", "remove", "f"), "TABLE is missing.", "Il manque TABLE."),
    (("round", "f", "x"), "The value for ROUND cannot", "La valeur de RONDE ne"),
    (("status", "f", "g"), "Unexpected argument: g", "Argument en trop\u00a0: g"),
    (("status", "f", "g", "h"), "Unexpected arguments: g h", "Arguments en trop\u00a0: g h"),
    (
        ("status", "f", "--json=yes"),
        "The option --json takes no value.",
        "L'option --json ne prend pas de valeur.",
    ),
]


@pytest.mark.parametrize(
    ("words", "english", "french"), USAGE, ids=[" ".join(words) for words, _, _ in USAGE]
)
def test_wrong_usage_is_explained_in_both_languages(
    ronde: Terminal, words: tuple[str, ...], english: str, french: str
) -> None:
    for language, expected, hint in (("en", english, "Try “ronde"), ("fr", french, "Voyez «\u00a0ronde")):
        sentence, last = ronde.misused("--lang", language, *words).splitlines()
        assert expected in sentence
        assert last.startswith(hint)
        assert "--help" in last


@pytest.mark.parametrize("words", [(), ("player",), ("table",), ("people",)])
def test_without_a_command_the_help_is_shown_as_wrong_usage(ronde: Terminal, words: tuple[str, ...]) -> None:
    assert ronde.misused(*words).startswith(" ".join(("Usage: ronde", *words)))
    assert ronde.misused("--lang", "fr", *words).startswith(" ".join(("Usage\u00a0: ronde", *words)))


# Help


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_explains_itself(ronde: Terminal, name: str, language: str) -> None:
    words = [name] if name else []

    said = ronde.done("--lang", language, *words, "--help")

    assert said.out.startswith(f"{say('cli.usage', language)} ronde")
    assert said.out.rstrip().count("\n") > 3


@pytest.mark.parametrize("group", ["player", "table", "people"])
def test_every_command_of_a_group_explains_itself(ronde: Terminal, group: str) -> None:
    listing = ronde.done(group, "--help").out.partition("Commands:\n")[2]
    names = [line.split()[0] for line in listing.splitlines() if line[2:3].strip()]

    assert len(names) >= 2
    for name in names:
        assert ronde.done(group, name, "--help").out.startswith(f"Usage: ronde {group} {name}")


def test_the_version_is_told(ronde: Terminal) -> None:
    assert ronde.done("--version").out == f"ronde {__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    program = """
import sys
from ronde.cli.main import main
main(["--help"])
heavy = ("numpy", "msgspec", "sqlite3", "textual", "ronde.store", "ronde.systems", "ronde.formats")
print([name for name in heavy if name in sys.modules])
"""
    assert python(program).splitlines()[-1] == "[]"


@pytest.mark.full
def test_a_list_imports_nothing_that_only_servers_need(tmp_path: Path) -> None:
    program = """
import sys
from ronde.cli.main import main
main(["new", sys.argv[1]])
assert main(["standings", sys.argv[1]]) == 0
heavy = ("asyncio", "ssl", "importlib.resources", "numpy", "textual", "starlette", "aiohttp")
heavy += ("ronde.arena",)
print([name for name in heavy if name in sys.modules])
"""
    assert python(program, tmp_path / "open.ronde").splitlines()[-1] == "[]"


@pytest.mark.full
def test_standings_import_nothing_that_few_commands_need(ronde: Terminal, tmp_path: Path) -> None:
    ronde.done("new", tmp_path / "open.ronde")
    program = """
import sys
from ronde.cli.main import main
assert main(["standings", sys.argv[1]]) == 0
rare = "scoring.ratinglist scoring.fide.norms storage.fidelist storage.people pairing.draw".split()
rare = [*map("ronde.{}".format, rare), "socket", "shutil", "hashlib"]
print([name for name in rare if name in sys.modules])
"""
    assert python(program, tmp_path / "open.ronde").splitlines()[-1] == "[]"


@pytest.mark.full
def test_only_pairing_a_round_needs_numpy(tmp_path: Path) -> None:
    program = """
import sys
from ronde.cli.main import main
for line in ("new F", "player add F A", "player add F B", "standings F", "history F", "undo F", "redo F"):
    assert main([sys.argv[1] if word == "F" else word for word in line.split()]) == 0
print("numpy" in sys.modules)
main(["pair", sys.argv[1]])
print("numpy" in sys.modules)
"""
    lines = python(program, tmp_path / "open.ronde").splitlines()
    assert [line for line in lines if line in ("True", "False")] == ["False", "True"]


# Complaints


def test_errors_go_to_standard_error_only(ronde: Terminal, file: Path) -> None:
    for words in (("close", file), ("sheet", file, "nobody"), ("undo", "gone.ronde")):
        said = ronde(*words)
        assert (said.status, said.out) == (1, "")
        assert said.err.count("\n") == 1


def test_with_json_a_refusal_is_data_on_standard_error(ronde: Terminal, file: Path) -> None:
    said = ronde("--lang", "fr", "sheet", file, "nobody", "--json")

    assert (said.status, said.out) == (1, "")
    assert said.complaint == {
        "error": "unknown-player",
        "message": told("errors.unknown-player", "fr", text="nobody").strip(),
    }


def test_a_folder_the_system_refuses_is_a_sentence_and_no_traceback(ronde: Terminal, file: Path) -> None:
    said = ronde("backup", file, "-o", file / "below" / "copy.ronde", "--json")

    assert said.status == 1
    assert said.complaint["error"] == "file-missing"
    assert str(file) in said.complaint["message"]


# Real processes


@pytest.mark.full
def test_the_program_runs_as_a_module_and_says_how_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "open.ronde"

    made = real_ronde("new", file, "--name", "Été")
    refused = real_ronde("close", file, RONDE_LANG="fr")
    misused = real_ronde("close")

    opened = told("cli.opened", name="Été", count=7, path=file)
    assert (made.returncode, made.stdout, made.stderr) == (0, opened, "")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert Refusal(refused.stderr.strip()).code.startswith("round-not-complete")
    assert "ronde 1" in refused.stderr
    assert (misused.returncode, misused.stdout) == (2, "")


@pytest.mark.full
def test_the_console_script_is_the_same_program() -> None:
    script = Path(sys.executable).with_name("ronde")
    if not script.exists():
        pytest.skip("the package is not installed with its scripts")

    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)

    assert done.stdout == f"ronde {__version__}\n"


@pytest.mark.full
def test_a_reader_that_has_seen_enough_ends_the_program_quietly(tmp_path: Path) -> None:
    file = tmp_path / "open.ronde"
    desk = Desk.create(file)
    desk.take_in([("arbiter", history(400))])
    desk.close()
    with subprocess.Popen(
        [sys.executable, "-m", "ronde", "history", file, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain_environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        complaint = process.stderr.read()

    assert complaint == b""
    assert process.returncode == 141


@pytest.mark.full
def test_a_terminal_that_cannot_show_a_name_shows_the_rest(file: Path) -> None:
    done = real_ronde("player", "list", file, PYTHONIOENCODING="ascii")

    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 7
