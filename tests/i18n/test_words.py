from __future__ import annotations

import re

import click
import pytest
from tests.i18n.sources import (
    PACKAGES,
    SRC,
    TOP,
    Saying,
    calls,
    files,
    literal,
    placeholders,
    sayings,
    texts,
    whole_source,
)

from ronde.cli.main import ronde
from ronde.cli.speech import TranslatedOption
from ronde.i18n import LANGUAGES, Sentence, categories, own_words, section_words
from ronde.model import errors
from ronde.model.errors import FormatError, RondeError
from ronde.model.events import EVENT_TYPES
from ronde.model.player import Absence
from ronde.model.result import Kind
from ronde.model.systems import TIEBREAKS
from ronde.systems.system import rules

WORDS = SRC / "i18n" / "words"
SECTIONS = sorted(path.stem for path in (WORDS / "en").glob("[a-z]*.py"))


def all_have(section: str, keys: set[str]) -> None:
    for language in LANGUAGES:
        assert keys - set(section_words(section, language)) == set(), language


OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_of_ours_is_complete(language: str) -> None:
    missing = {
        f"{section}.{key}"
        for section in SECTIONS
        for key in set(own_words(section, "en")) - set(own_words(section, language))
    }

    assert missing == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_has_a_section_that_english_lacks(language: str) -> None:
    assert {path.stem for path in (WORDS / language).glob("[a-z]*.py")} - set(SECTIONS) == set()


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_has_the_same_facts_in_every_language(language: str, section: str) -> None:
    english = own_words(section, "en")

    for key, sentence in own_words(section, language).items():
        assert placeholders(sentence) == placeholders(english[key]), key


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_or_unfinished(section: str, language: str) -> None:
    for key, sentence in section_words(section, language).items():
        forms = sentence if isinstance(sentence, tuple) else (sentence,)
        for form in forms:
            assert form.strip(" "), key
            assert "TODO" not in form, key


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_counts_has_a_form_for_every_category_of_its_language(
    section: str, language: str
) -> None:
    wanted = len(categories(language))

    for key, sentence in own_words(section, language).items():
        assert isinstance(sentence, str) or len(sentence) == wanted, key
        for forms in re.findall(r"\{\w+:([^{}]*\|[^{}]*)\}", "".join(sentence)):
            assert len(forms.split("|")) == wanted, key


def test_one_apostrophe_is_used_everywhere() -> None:
    for section in SECTIONS:
        for language in LANGUAGES:
            for key, sentence in section_words(section, language).items():
                assert "’" not in "".join(sentence), f"{language} {section}.{key}"


# Everything the program may have to say


def all_errors(kind: type[RondeError] = RondeError) -> list[type[RondeError]]:
    ours = [child for child in kind.__subclasses__() if child.__module__.startswith("ronde.")]
    return [kind, *(found for child in ours for found in all_errors(child))]


def test_every_error_has_a_code_of_its_own_and_a_sentence_in_every_language() -> None:
    codes = [kind.code for kind in all_errors()]

    assert len(set(codes)) == len(codes)
    all_have("errors", set(codes))


def test_every_error_is_drawn_in_the_tree_of_its_file() -> None:
    tree = errors.__doc__ or ""

    for kind in all_errors():
        assert re.search(rf"[*x+] {kind.__name__}\b", tree), kind.__name__


def test_every_fact_has_a_name_in_every_language() -> None:
    all_have("events", set(EVENT_TYPES))


def test_every_pairing_rule_has_a_line_in_every_language() -> None:
    ways = {
        "float-again": ("float-again-up", "float-again-down"),
        "float-back": ("float-back-up", "float-back-down"),
    }
    expected = {line for rule in rules() for line in ways.get(rule, (rule,))}

    for language in LANGUAGES:
        assert set(section_words("rules", language)) == expected


def test_every_tie_break_kind_of_result_and_absence_has_a_name() -> None:
    all_have("lists", {f"tiebreak-{name}" for name in TIEBREAKS})
    all_have("lists", {f"absence-{reason.value}" for reason in Absence})
    all_have("lists", {kind.value for kind in Kind if kind is not Kind.PLAYED})


def commands() -> dict[str, click.Command]:
    """Every command by the key of its help: `pair`, `player-add`."""
    return {"ronde": ronde, **_below(ronde, "")}


def _below(group: click.Group, prefix: str) -> dict[str, click.Command]:
    context, found = click.Context(group), dict[str, click.Command]()
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found[f"{prefix}{name}"] = command
        if isinstance(command, click.Group):
            found |= _below(command, f"{prefix}{name}-")
    return found


def test_every_command_has_its_help_and_every_help_its_command() -> None:
    for key, command in commands().items():
        assert command.help == key
    for language in LANGUAGES:
        assert set(section_words("help", language)) == set(commands())


def test_the_first_line_of_a_help_is_one_short_sentence() -> None:
    for language in LANGUAGES:
        for key, text in section_words("help", language).items():
            first = str(text).split("\n")[0]
            assert len(first) <= 100, key
            assert first.endswith("."), key


def test_every_option_speaks() -> None:
    keys = {"help", "version"}
    for name, command in commands().items():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert isinstance(parameter, TranslatedOption), f"{name} {parameter.opts}"
                assert parameter.help, f"{name} {parameter.opts}"
                keys.add(parameter.help)
    all_have("options", keys)


def test_no_option_is_explained_that_no_command_has() -> None:
    used = {"help", "version"} | {
        str(parameter.help)
        for command in commands().values()
        for parameter in command.params
        if isinstance(parameter, click.Option)
    }

    for language in LANGUAGES:
        assert set(section_words("options", language)) - used == set()


# What the source asks for


def known(key: str) -> list[tuple[str, Sentence]]:
    """The sentences a key may mean; `{}` in it stands for anything."""
    section, _, name = key.partition(".")
    if section not in SECTIONS:
        return []
    pattern = re.compile(".+".join(re.escape(part) for part in name.split("{}")))
    return [(found, said) for found, said in section_words(section, "en").items() if pattern.fullmatch(found)]


def is_answered(saying: Saying) -> bool:
    """Whether the sentence is there and gets its facts."""
    found = known(saying.key)
    if saying.open or "{}" in saying.key or not found:
        return bool(found) or saying.key.startswith("{}.")
    ((_, sentence),) = found
    counts = not isinstance(sentence, tuple) or "count" in saying.facts
    return counts and placeholders(sentence) <= saying.facts


@pytest.mark.parametrize("package", [TOP, *PACKAGES])
def test_every_sentence_a_package_asks_for_is_there_and_gets_its_facts(package: str) -> None:
    wrong = [f"{saying.where} {saying.key}" for saying in sayings(package) if not is_answered(saying)]

    assert wrong == []


def test_every_remark_on_an_input_file_has_its_sentence() -> None:
    asked = set(re.findall(r'"(formats\.[a-z-]+)"', whole_source()))

    assert asked
    for key in asked:
        assert known(key), key


def test_no_sentence_of_the_command_line_is_left_over() -> None:
    asked = {text for path in files("cli") for text in texts(path)}
    patterns = [
        re.compile(".+".join(re.escape(part) for part in key.split("{}")))
        for key in asked
        if key.startswith("cli.")
    ]

    for key in section_words("cli", "en"):
        used = any(pattern.fullmatch(f"cli.{key}") for pattern in patterns) or key in asked
        assert used, f"cli.{key}"


def raised(package: str) -> list[tuple[str, type[RondeError], set[str], str | None]]:
    """Where errors are made: the place, the kind, the names of its facts, and its reason if written out."""
    kinds = {kind.__name__: kind for kind in all_errors() if kind is not FormatError}
    made = []
    for path in files(package):
        if path.name == "errors.py":
            continue
        for name, call in calls(path):
            handed_on = any(word.arg is None for word in call.keywords)
            if name in kinds and not handed_on and not call.args:
                facts = {word.arg for word in call.keywords if word.arg}
                reasons = [literal(word.value) or "*" for word in call.keywords if word.arg == "reason"]
                made.append((f"{path.name}:{call.lineno}", kinds[name], facts, next(iter(reasons), None)))
    return made


def sentences_of(kind: type[RondeError], reason: str | None) -> list[str]:
    """The keys of the sentences that an error with this reason may show."""
    sentences = section_words("errors", "en")
    if reason == "*":
        return [key for key in sentences if key == kind.code or key.startswith(f"{kind.code}.")]
    special = f"{kind.code}.{reason}"
    return [special if special in sentences else kind.code]


@pytest.mark.parametrize("package", [TOP, *PACKAGES])
def test_every_error_is_raised_with_the_facts_its_sentence_shows(package: str) -> None:
    sentences = section_words("errors", "en")
    wrong = [
        f"{where} {key}"
        for where, kind, facts, reason in raised(package)
        for key in sentences_of(kind, reason)
        if not placeholders(sentences[key]) <= facts
    ]

    assert wrong == []


def test_every_reason_with_a_sentence_is_given_by_somebody() -> None:
    for key in section_words("errors", "en"):
        _, dot, reason = key.partition(".")
        assert not dot or f'"{reason}"' in whole_source(), key
