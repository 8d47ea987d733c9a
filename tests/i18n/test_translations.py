"""Sentences as PO files for translators: what is written is read, and a bad file changes nothing."""

from __future__ import annotations

import filecmp
import shutil
from gettext import c2py
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from scripts import translations
from scripts.translations import Entry, exported, main, plural_expression, read, write, written
from tests.i18n.test_plural import POLISH

from ronde.i18n import DEFAULT, LANGUAGES, Category, categories, read_plurals, words

TEXTS = some.text(some.characters(codec="utf-8"), max_size=30)
NAMES = some.text(some.characters(codec="utf-8"), min_size=1, max_size=10)
ENTRIES = some.one_of(
    some.builds(Entry, NAMES, some.tuples(TEXTS), some.tuples(TEXTS)),
    some.builds(
        Entry, NAMES, some.tuples(TEXTS, TEXTS), some.lists(TEXTS, min_size=1, max_size=6).map(tuple)
    ),
)
OTHERS = [language for language in LANGUAGES if language != DEFAULT]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the words, which imports write to."""
    copy = tmp_path / "words"
    shutil.copytree(translations.WORDS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(translations, "WORDS", copy)
    return copy


@given(some.lists(ENTRIES, max_size=5))
def test_what_is_written_is_read(entries: list[Entry]) -> None:
    assert read(written(entries)) == entries


@pytest.mark.parametrize("language", OTHERS)
def test_an_import_of_an_export_changes_nothing(language: str, folder: Path) -> None:
    original = folder.with_name("original")
    shutil.copytree(folder, original)

    assert write(exported(language)) == language
    names = [path.name for path in (folder / language).glob("*.py")]
    assert filecmp.cmpfiles(original / language, folder / language, names, shallow=False)[0] == names


@pytest.mark.parametrize(
    "known", [*map(categories, LANGUAGES), read_plurals(POLISH), read_plurals("one: f = 1 or n = 3; other")]
)
def test_the_header_says_which_form_a_number_takes(known: tuple[Category, ...]) -> None:
    chosen = c2py(plural_expression(known))

    for number in range(250):
        operands = {"n": number, "i": number, "v": 0, "w": 0, "f": 0, "t": 0, "c": 0, "e": 0}
        has = [at for at, category in enumerate(known) if category.has(operands)]
        assert chosen(number) == (has[0] if has else len(known) - 1)


def test_a_new_language_begins_as_an_export_and_becomes_a_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = folder / "ply"
    home.mkdir()
    (home / "language.py").write_text(f'WORDS = {{"name": "Polski", "plurals": "{POLISH}"}}\n', "utf-8")
    monkeypatch.setattr(words, "__path__", [*words.__path__, str(folder)])
    empty = "\n".join(f'msgstr[{at}] ""' for at in range(4))
    full = "\n".join(f'msgstr[{at}] "{{count}} {word}"' for at, word in enumerate(("a", "b", "c", "d")))
    before, after = exported("ply").split('msgctxt "club.cleared"')

    assert write(f'{before}msgctxt "club.cleared"{after.replace(empty, full, 1)}') == "ply"
    assert sorted(path.name for path in home.glob("*.py")) == ["club.py", "language.py"]
    assert (home / "club.py").read_text("utf-8").splitlines()[2:] == [
        "WORDS = {",
        '    "cleared": ("{count} a", "{count} b", "{count} c", "{count} d"),',
        "}",
    ]


HEAD = 'msgid ""\nmsgstr "Language: fr\\n"\n\n'
ENTERED = 'msgctxt "cli.entered"\nmsgid "Entered: {player} ({id})."\n'
MISSING = (
    'msgctxt "cli.still-missing"\nmsgid "{count} result missing."\nmsgid_plural "{count} results missing."\n'
)


def test_one_sentence_is_changed_and_the_others_stay(folder: Path) -> None:
    before = (folder / "fr" / "cli.py").read_text("utf-8")

    write(f'{HEAD}{ENTERED}msgstr "Bonjour {{player}}"\n" ({{id}})."\n')

    changed = before.replace("Inscrit : {player} ({id}).", "Bonjour {player} ({id}).")
    assert (folder / "fr" / "cli.py").read_text("utf-8") == changed != before


def test_a_translation_marked_as_fuzzy_is_not_taken() -> None:
    fuzzy, good = read(f'#, fuzzy\n{ENTERED}msgstr "x"\n#, c-format\n{MISSING}msgstr[0] "y"\nmsgstr[1] "z"')

    assert (fuzzy.forms, good.forms) == (("",), ("y", "z"))


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "header"),
        (ENTERED + 'msgstr "x"', 1, "header"),
        ('msgid ""\nmsgstr "Language: tlh\\n"', 1, "words/tlh/language.py"),
        ('msgid ""\nmsgstr "Language: en\\n"', 1, "no language to translate to"),
        ('msgid ""\nmsgstr "Language: fr', 2, "no line of a PO file"),
        ('"Language: fr"', 1, "missing before this line"),
        ('msgid "a\\qb"', 1, "no meaning"),
        ('msgid ""\nmsgid ""', 2, "missing before this line"),
        (HEAD + 'msgctxt "cli.entered"\nmsgstr "x"', 4, "lacks its msgid"),
        (HEAD + ENTERED, 4, "lacks"),
        (HEAD + MISSING + 'msgstr[1] "x"\nmsgstr[0] "x"', 4, "another order"),
        (HEAD + 'msgctxt "cli.nothing"\nmsgid "a"\nmsgstr "x"', 4, "no sentence cli.nothing"),
        (HEAD + 'msgctxt "cli.entered"\nmsgid "a"\nmsgstr "x"', 4, "has changed"),
        (HEAD + ENTERED + 'msgstr "x"', 4, "{id} {player}"),
        (HEAD + ENTERED + 'msgstr "{player.name} {id}"', 4, "facts differ"),
        (HEAD + ENTERED + 'msgstr "{player!r} {id}"', 4, "{player!r} is written otherwise"),
        (HEAD + ENTERED + 'msgstr "{player} {id:.1f}"', 4, "{id:.1f} is written otherwise"),
        (HEAD + ENTERED + 'msgstr "{player} {id:a|b|c}"', 4, "{id:a|b|c} has not 2 plural forms"),
        (HEAD + ENTERED + 'msgstr "{player} {id"', 4, "braces"),
        (HEAD + MISSING + 'msgstr[0] "{count}"\nmsgstr[1] ""', 4, "2 plural forms"),
        (HEAD + MISSING + 'msgstr[0] "{count}"', 4, "2 plural forms"),
        (HEAD + 2 * (ENTERED + 'msgstr "{player} {id}"\n'), 7, "twice"),
    ],
)
def test_a_bad_file_is_one_sentence_with_its_line_and_writes_nothing(
    text: str, line: int, what: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, before = tmp_path / "ronde-fr.po", (folder / "fr" / "cli.py").read_text("utf-8")
    path.write_text(text, "utf-8")

    assert main(["import", str(path)]) == 1

    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"{path}:{line}: ")
    assert what in told
    assert (folder / "fr" / "cli.py").read_text("utf-8") == before


def test_a_file_that_is_not_there_or_no_text_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "binary.po").write_bytes(b"\xff\xfe")

    for name in ("binary.po", "absent.po"):
        assert main(["import", str(tmp_path / name)]) == 1
        (told,) = capsys.readouterr().err.splitlines()
        assert name in told


def test_the_command_writes_an_export(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["export", "fr"]) == 0

    assert capfdbinary.readouterr().out.decode() == exported("fr")
