"""The form of the settings: what it shows can be sent back unchanged."""

from __future__ import annotations

import pytest
from starlette.datastructures import FormData, UploadFile

from ronde.app.settings_text import flat, written
from ronde.i18n import LANGUAGES
from ronde.model.settings import Settings, usual_settings
from ronde.model.systems import SYSTEMS
from ronde.web.desk.settings import GROUPS, TABLES, differing, group_of, setting_groups, typed_settings


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_asked_for_with_its_meaning(system: str, language: str) -> None:
    settings = usual_settings(system)
    fields = [field for group in setting_groups(settings, {}, language).values() for field in group]

    elsewhere = {"public.logo", "public.css"}  # asked for on the page of the club's mark
    assert {field.key for field in fields} == {
        key for key in flat(settings) if SYSTEMS[system].uses(key)
    } - elsewhere
    assert all(field.meaning for field in fields)
    assert all(len(field.labels) == len(field.choices) for field in fields if field.labels)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_form_that_is_sent_back_unchanged_changes_nothing(system: str) -> None:
    settings = usual_settings(system)
    sent: list[tuple[str, str | UploadFile]] = []
    for group in setting_groups(settings, {}, "en").values():
        for field in group:
            lines = [line for _, line in field.lines] if field.kind == "table" else [field.value]
            sent += [(field.key, line) for line in lines]

    assert differing(typed_settings(FormData(sent), settings), settings) == {}


def test_only_what_was_changed_is_a_wish() -> None:
    settings = Settings()
    typed = {"rounds": str(settings.rounds + 1), "brightwell": written(settings.brightwell)}

    assert differing(typed, settings) == {"rounds": str(settings.rounds + 1)}


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

    assert (fields["rounds"].value, fields["rounds"].kept) == ("9", written(Settings().rounds))
    assert fields["public.messages"].kept_in_words == "no"
    prices = fields["penalties.colour.imbalance"]
    assert prices.piles == [0, 6, 0, 24, 0]
    assert prices.kept_in_words == "0, 20, 105, 225, …"
