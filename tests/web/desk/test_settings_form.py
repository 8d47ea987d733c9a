"""The form of the settings: what it shows can be sent back unchanged."""

from __future__ import annotations

import pytest
from starlette.datastructures import FormData, UploadFile

from ronde.app.settings_text import flat, setting_text
from ronde.i18n import LANGUAGES
from ronde.model.settings import Settings, usual_settings
from ronde.model.systems import SYSTEMS
from ronde.web.desk.settings import (
    ELSEWHERE,
    GROUPS,
    TABLES,
    changed_fields,
    group_of,
    has_effect,
    setting_groups,
    typed_settings,
)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_asked_for_with_its_meaning(system: str, language: str) -> None:
    settings = usual_settings(system)
    fields = [field for group in setting_groups(settings, {}, language).values() for field in group]
    meant = {key for key in flat(settings) if has_effect(settings, key)}

    assert {field.key for field in fields} == meant - set(ELSEWHERE)
    assert all(field.name != field.key for field in fields)
    assert all(len(field.labels) == len(field.choices) for field in fields if field.labels)


def test_a_setting_without_effect_is_not_asked_for() -> None:
    def asked(settings: Settings) -> set[str]:
        return {field.key for group in setting_groups(settings, {}, "en").values() for field in group}

    keizer, chess = asked(usual_settings("keizer")), asked(usual_settings("swiss", game="chess"))
    assert not {"tiebreaks", "brightwell", "profile", "cap"} & keizer
    assert "keizer.fair_bye" in keizer
    assert "keizer.fair_bye" not in chess
    assert "board.relative" not in chess
    assert "board.relative" in asked(Settings())
    assert "brightwell" not in chess
    assert "brightwell" in asked(Settings())


def test_keizer_comes_first_in_its_tournaments_and_what_is_rare_is_marked() -> None:
    groups = setting_groups(usual_settings("keizer"), {}, "en")

    assert next(iter(groups)) == "keizer"
    assert {field.key for field in groups["keizer"] if not field.rare} >= {
        "keizer.shares.excused",
        "keizer.repeat_distance",
        "keizer.categories",
    }
    assert all(field.rare for field in setting_groups(Settings(), {}, "en")["costs"])


@pytest.mark.parametrize(
    ("key", "limits"),
    [("rounds", ("1", "999", "1")), ("board.bye", ("0", "64", "0.5")), ("cap", None), ("zones", None)],
)
def test_a_number_has_its_limits(key: str, limits: tuple[str, str, str] | None) -> None:
    fields = {field.key: field for group in setting_groups(Settings(), {}, "en").values() for field in group}

    assert (fields[key].kind == "number") == (limits is not None)
    assert fields[key].limits == (limits or ("", "", ""))


def test_tie_breaks_have_a_place_each_and_room_for_more() -> None:
    (field, *_) = setting_groups(Settings(), {"tiebreaks": "wins,luck"}, "en")["order"]

    assert [chosen for _, chosen in field.lines] == ["wins", "luck", "", ""]
    assert field.choices[-1] == "luck", "what was typed can be shown"
    assert (field.kept, field.kept_in_words) == ("brightwell,discs", "Brightwell, discs")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_form_that_is_sent_back_unchanged_changes_nothing(system: str) -> None:
    settings = usual_settings(system)
    sent: list[tuple[str, str | UploadFile]] = []
    for group in setting_groups(settings, {}, "en").values():
        for field in group:
            lines = [line for _, line in field.lines] or [field.value]
            sent += [(field.key, line) for line in lines]

    assert changed_fields(typed_settings(FormData(sent), settings), settings) == {}


def test_only_what_was_changed_is_a_wish() -> None:
    settings = Settings()
    typed = {"rounds": str(settings.rounds + 1), "brightwell": setting_text(settings.brightwell)}

    assert changed_fields(typed, settings) == {"rounds": str(settings.rounds + 1)}


def test_the_lines_of_a_table_are_put_together() -> None:
    key = next(iter(TABLES))

    assert typed_settings(FormData([(key, "0"), (key, " 5 "), (key, "")]), Settings())[key] == "0,5"


def test_every_setting_stands_in_a_group_of_the_form() -> None:
    assert {group_of(key) for key in flat(Settings())} <= set(GROUPS)


def test_a_field_says_what_is_stored_beside_what_was_typed_and_how_high_each_price_stands() -> None:
    typed = {"rounds": "9", "penalties.colour.imbalance": "0,10,x,40"}
    fields = {
        field.key: field for group in setting_groups(Settings(), typed, "en").values() for field in group
    }

    assert (fields["rounds"].value, fields["rounds"].kept) == ("9", setting_text(Settings().rounds))
    assert fields["public.messages"].kept_in_words == "no"
    prices = fields["penalties.colour.imbalance"]
    assert prices.piles == [0, 6, 0, 24, 0]
    assert prices.kept_in_words == "0, 20, 105, 225, …"


def _asked(settings: Settings) -> dict[str, str]:
    groups = setting_groups(settings, {}, "en")
    return {field.key: field.kind for group in groups.values() for field in group}


def test_settings_of_go_are_asked_for_only_where_go_is_played() -> None:
    chess, go = _asked(usual_settings("swiss")), _asked(usual_settings("mcmahon"))

    assert not [key for key in chess if key.startswith(("mcmahon.", "go."))]
    assert (go["mcmahon.groups.bar"], go["mcmahon.handicap.by"]) == ("text", "choice")
    assert (go["mcmahon.handicap.correction"], go["mcmahon.groups.bye_points"]) == ("number", "choice")
    assert (go["go.overtime"], go["go.online"], go["tiebreaks"]) == ("choice", "switch", "order")


def test_settings_of_go_without_effect_are_not_asked_for() -> None:
    swiss = _asked(usual_settings("go-swiss"))

    assert "mcmahon.groups.bar" not in swiss
    assert "mcmahon.handicap.correction" not in swiss
    assert "mcmahon.handicap.ceiling" in swiss
    assert "mcmahon.weights.category" not in swiss
    assert "mcmahon.weights.category" in _asked(usual_settings("go-categories"))


def test_weights_are_folded() -> None:
    fields = setting_groups(usual_settings("mcmahon"), {}, "en")["mcmahon"]

    assert {field.key for field in fields if not field.rare} == {
        "mcmahon.groups.floor",
        "mcmahon.groups.bar",
        "mcmahon.groups.categories",
        "mcmahon.handicap.by",
        "mcmahon.handicap.none_from",
        "mcmahon.handicap.correction",
        "mcmahon.handicap.ceiling",
    }
