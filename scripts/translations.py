"""The sentences of a language as a PO file for translators, and back.

    .venv/bin/python scripts/translations.py export pl > ronde-pl.po
    .venv/bin/python scripts/translations.py import ronde-pl.po

A language needs its `language.py` first, see docs/extending.md. The context of an entry is the section and
the key of its sentence. The import writes the folder of words; a file with anything wrong changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

from ronde import i18n
from ronde.i18n import DEFAULT, Category, Relation, Sentence, categories, own_words

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
WORDS = Path(i18n.__file__).with_name("words")
_SAID = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*)?"((?:[^"\\]|\\.)*)"')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


class Wrong(Exception):
    """What is wrong in a PO file, and in which line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence with its translation: a text each, or two forms of English and those of the language."""

    context: str
    english: tuple[str, ...]
    forms: tuple[str, ...]
    line: int = field(default=0, compare=False)


# PO files


def written(entries: Iterable[Entry]) -> str:
    """A PO file; the entry without a context is its header."""
    return "\n".join("\n".join(_lines(entry)) + "\n" for entry in entries)


def _lines(entry: Entry) -> Iterator[str]:
    if entry.context:
        yield f"msgctxt {_quoted(entry.context)}"
    yield f"msgid {_quoted(entry.english[0])}"
    if len(entry.english) == 1:
        yield f"msgstr {_quoted(entry.forms[0])}"
        return
    yield f"msgid_plural {_quoted(entry.english[1])}"
    for at, form in enumerate(entry.forms):
        yield f"msgstr[{at}] {_quoted(form)}"


def _quoted(text: str) -> str:
    """A text in quotation marks, on several lines where it has several."""
    for letter, char in (("\\", "\\"), ('"', '"'), ("t", "\t"), ("r", "\r")):
        text = text.replace(char, f"\\{letter}")
    first, *others = text.split("\n")
    if not others:
        return f'"{first}"'
    return "\n".join(['""', *(f'"{line}\\n"' for line in (first, *others[:-1])), f'"{others[-1]}"'])


def read(text: str) -> list[Entry]:
    """The entries of a PO file; those marked as fuzzy have no translation."""
    found: list[Entry] = []
    parts: dict[str, str] = {}
    start, name, fuzzy = 0, "", False
    for number, line in enumerate(text.split("\n"), 1):
        match = _SAID.fullmatch(line.strip())
        if match is None and line.strip() and not line.startswith("#"):
            raise Wrong(number, "this is no line of a PO file")
        begins = match is None or match[1] in ("msgctxt", "msgid")
        if begins and any(part.startswith("msgstr") for part in parts):
            found.append(_entry(parts, start, fuzzy=fuzzy))
            parts, name, fuzzy = {}, "", False
        fuzzy = fuzzy or bool(re.match("#,.*fuzzy", line))
        if match is None:
            continue
        start = start if parts else number
        name = match[1] or name
        if not name or (match[1] and name in parts):
            raise Wrong(number, "msgid or msgstr is missing before this line")
        parts[name] = parts.get(name, "") + _unquoted(match[2], number)
    return [*found, _entry(parts, start, fuzzy=fuzzy)] if parts else found


def _unquoted(text: str, line: int) -> str:
    def char(match: re.Match[str]) -> str:
        if match[1] not in _ESCAPES:
            raise Wrong(line, f"\\{match[1]} has no meaning; write \\\\ for a backslash")
        return _ESCAPES[match[1]]

    return re.sub(r"\\(.)", char, text)


def _entry(parts: Mapping[str, str], line: int, *, fuzzy: bool) -> Entry:
    plural = "msgid_plural" in parts
    forms = tuple(part for name, part in parts.items() if name.startswith("msgstr"))
    expected = [f"msgstr[{at}]" for at in range(len(forms))] if plural else ["msgstr"]
    if "msgid" not in parts or [name for name in parts if name.startswith("msgstr")] != expected:
        raise Wrong(line, "this entry lacks its msgid, or its msgstr, or has them in another order")
    english = (parts["msgid"], parts["msgid_plural"]) if plural else (parts["msgid"],)
    return Entry(parts.get("msgctxt", ""), english, ("",) * len(forms) if fuzzy else forms, line)


# Export


def exported(language: str) -> str:
    """All sentences of English as a PO file, with what the language has of them."""
    known = categories(language)
    heads = {
        "Project-Id-Version": "Ronde",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": f"nplurals={len(known)}; plural={plural_expression(known)};",
    }
    header = Entry("", ("",), ("".join(f"{name}: {value}\n" for name, value in heads.items()),))
    return written([header, *_entries(language)])


def _entries(language: str) -> Iterator[Entry]:
    count = len(categories(language))
    for section in sections():
        own = own_words(section, language)
        for key, english in own_words(section, DEFAULT).items():
            said = own.get(key, "")
            several = isinstance(english, tuple) or isinstance(said, tuple)
            texts = _forms(english, 2) if several else _forms(english, 1)
            yield Entry(f"{section}.{key}", texts, _forms(said, count if several else 1))


def _forms(sentence: Sentence, count: int) -> tuple[str, ...]:
    return sentence if isinstance(sentence, tuple) else (sentence,) * count


def sections() -> list[str]:
    """The files of words; how a language is written is no matter of translation."""
    return sorted(path.stem for path in (WORDS / DEFAULT).glob("[a-z]*.py") if path.stem != "language")


def plural_expression(known: tuple[Category, ...]) -> str:
    """The rules of a language as gettext writes them, which asks about whole numbers only."""
    *ruled, _ = known
    tests = ((_choices(category.choices), at) for at, category in enumerate(ruled))
    return "".join(f"{test} ? {at} : " for test, at in tests) + str(len(ruled))


def _choices(choices: tuple[tuple[Relation, ...], ...]) -> str:
    kept = [_whole_relations(choice) for choice in choices]
    return " || ".join(f"({' && '.join(tests) or '1'})" for tests in kept if "0" not in tests) or "0"


def _whole_relations(choice: tuple[Relation, ...]) -> list[str]:
    """The relations of a choice for whole numbers, without those that always hold, and `0` for never."""
    tests = []
    for relation in choice:
        if relation.operand in ("n", "i"):
            tests.append(_whole_relation(relation))
        elif not relation.holds({relation.operand: 0}):
            tests.append("0")
    return tests


def _whole_relation(relation: Relation) -> str:
    number = f"n % {relation.modulus}" if relation.modulus else "n"
    inside = " || ".join(
        f"{number} == {low}" if low == high else f"({number} >= {low} && {number} <= {high})"
        for low, high in relation.ranges
    )
    return f"({inside})" if relation.equal else f"!({inside})"


# Import


def imported(text: str) -> tuple[str, dict[str, dict[str, Sentence]]]:
    """The language of a PO file, and its sentences by section and key."""
    header, *entries = read(text) or [Entry("", ("",), ("",), 1)]
    language = re.search(r"^Language: *(\w+)$", header.forms[0], re.MULTILINE)
    if header.context or header.english != ("",) or language is None:
        raise Wrong(header.line, "the file begins with no header that names its Language")
    code = language[1]
    if code == DEFAULT or not (WORDS / code / "language.py").exists():
        raise Wrong(
            header.line, f"{code} is no language to translate to: words/{code}/language.py is missing"
        )
    found: dict[str, dict[str, Sentence]] = {section: {} for section in sections()}
    for entry in entries:
        section, _, key = entry.context.partition(".")
        _check(entry, found.get(section, {}), own_words(section, DEFAULT).get(key), len(categories(code)))
        if any(entry.forms):
            found[section][key] = _sentence(entry.forms, own_words(section, DEFAULT)[key])
    return code, found


def _sentence(forms: tuple[str, ...], english: Sentence) -> Sentence:
    """A text where all forms are the same and English has one."""
    return forms[0] if isinstance(english, str) and len(set(forms)) == 1 else forms


def _check(entry: Entry, found: Mapping[str, Sentence], english: Sentence | None, count: int) -> None:
    if english is None:
        raise Wrong(entry.line, f"Ronde has no sentence {entry.context or entry.english[0]}")
    if entry.context.partition(".")[2] in found:
        raise Wrong(entry.line, f"{entry.context} is translated twice")
    if entry.english != _forms(english, len(entry.english)):
        raise Wrong(entry.line, f"the English of {entry.context} has changed: export the language again")
    if not any(entry.forms):
        return
    if not all(entry.forms) or len(entry.forms) != (count if len(entry.english) > 1 else 1):
        raise Wrong(entry.line, f"{entry.context} has not {count} plural forms")
    wrong = _wrong_facts(entry, count)
    if wrong:
        raise Wrong(entry.line, f"{entry.context}: {wrong}")


def _wrong_facts(entry: Entry, count: int) -> str:
    """Why a translation cannot be filled with the facts of the English sentence; empty if it can."""
    try:
        asked, given = facts(entry.english), facts(entry.forms)
    except ValueError as error:
        return f"its braces cannot be read ({error})"
    if {name for name, _ in asked} != {name for name, _ in given}:
        names = " ".join(sorted(f"{{{name}}}" for name, _ in asked)) or "none"
        return f"its facts differ from those of the English sentence: {names}"
    for name, how in given - asked:
        if "|" in how and len(how.split("|")) != count:
            return f"{{{name}{how}}} has not {count} plural forms"
        if how and "|" not in how:
            return f"{{{name}{how}}} is written otherwise in English"
    return ""


def facts(forms: Iterable[str]) -> set[tuple[str, str]]:
    """The facts that texts show, each with how it is written: `:.1f`, `!r`, `:player|players`."""
    return {
        (name, (f"!{conversion}" if conversion else "") + (f":{how}" if how else ""))
        for form in forms
        for _, name, how, conversion in Formatter().parse(form)
        if name is not None
    }


def module(language: str, section: str, sentences: Mapping[str, Sentence]) -> str:
    """The file of a section, with the keys and comments of the English one in its order."""
    model = (WORDS / DEFAULT / f"{section}.py").read_text("utf-8")
    own = WORDS / language / f"{section}.py"
    title = ast.get_docstring(ast.parse(own.read_text("utf-8") if own.exists() else model), clean=False)
    lines, comments = [f'"""{title}"""\n\nWORDS = {{'], list[str]()
    for line in model.split("\n"):
        start = re.match(r'    "([^"]+)":', line)
        if line.startswith("    #"):
            comments.append(line)
        elif start and start[1] in sentences:
            said = sentences[start[1]]
            value = f"({', '.join(map(_literal, said))})" if isinstance(said, tuple) else _literal(said)
            lines += [*comments, f"    {_literal(start[1])}: {value},"]
        comments = [] if start else comments
    return formatted("\n".join([*lines, "}\n"]))


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\u00a0", "\\u00a0")


def formatted(program: str) -> str:
    """A program as the others are formatted."""
    ruff = [str(Path(sys.executable).with_name("ruff")), "format", "--config", str(PROJECT), "-"]
    return subprocess.run(ruff, input=program, capture_output=True, encoding="utf-8", check=True).stdout


def write(text: str) -> str:
    """Write the sentences of a PO file into their folder of words; nothing if anything is wrong in it."""
    language, found = imported(text)
    files = {
        section: module(language, section, {**own_words(section, language), **sentences})
        for section, sentences in found.items()
        if sentences
    }
    for name, program in files.items():
        (WORDS / language / f"{name}.py").write_text(program, "utf-8")
    return language


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("export").add_argument("language", choices=i18n.LANGUAGES[1:])
    actions.add_parser("import").add_argument("file", type=Path)
    asked = parser.parse_args(words)
    if asked.action == "export":
        sys.stdout.buffer.write(exported(asked.language).encode())
        return 0
    try:
        write(asked.file.read_text("utf-8"))
    except Wrong as error:
        print(f"{asked.file}:{error.line}: {error}.", file=sys.stderr)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{asked.file}: {error}.", file=sys.stderr)
    else:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
