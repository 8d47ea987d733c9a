"""Sentences in every language."""

from ronde.i18n.dates import day, day_of_text, long_day, moment, start
from ronde.i18n.languages import (
    DEFAULT,
    LANGUAGES,
    Sentence,
    accepted_languages,
    add_words,
    manner,
    own_words,
)
from ronde.i18n.sentences import (
    NO_BREAK,
    Category,
    ListOf,
    Relation,
    actor_from_text,
    actor_text,
    categories,
    choose_language,
    error_text,
    figures,
    filled,
    form_of,
    grouped,
    known_language,
    listed,
    plain,
    problem_text,
    read_plurals,
    safe_excerpt,
    say,
    section_words,
    system_text,
    typeset,
)
