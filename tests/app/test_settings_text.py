"""Settings by name: what is written can be typed again, and what makes no sense is refused by name."""

from __future__ import annotations

import pytest

from ronde.app.settings_text import changed_settings, flat, setting_text, settings_list, split_change
from ronde.i18n import error_text
from ronde.model.errors import SettingImpossible, SettingUnknown
from ronde.model.settings import Settings, check_settings


def test_what_is_written_can_be_typed_again() -> None:
    wishes = {"rounds": "9", "board.bye": "24", "tiebreaks": "discs", "cap": "none", "zones": "FRA:1-99"}
    settings = changed_settings(Settings(), wishes)
    typed = {key: setting_text(value) for key, value in flat(settings).items()}

    assert typed.items() >= wishes.items()
    assert changed_settings(settings, typed) == settings


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("2026-12-05 9:30", ("2026-12-05 09:30",)),
        ("5/12/2026 9h30, 5.12.2026 14h", ("2026-12-05 09:30", "2026-12-05 14:00")),
        ("05-12-2026 9 h 30,,2026-12-06,", ("2026-12-05 09:30", "", "2026-12-06")),
        (" , ", ()),
    ],
)
def test_the_times_of_the_rounds_are_typed_as_days_are_in_any_language(
    typed: str, kept: tuple[str, ...]
) -> None:
    settings = changed_settings(Settings(), {"times": typed})

    assert settings.times == kept
    assert changed_settings(Settings(), {"times": setting_text(settings.times)}) == settings


@pytest.mark.parametrize(
    "typed", ["Sunday", "2026-02-30 9:30", "2026-12-05 24:00", "9:30", "2026-12-05 9", "2026-12-05,x"]
)
def test_a_time_that_is_none_is_refused_by_name(typed: str) -> None:
    with pytest.raises(SettingImpossible) as refused:
        changed_settings(Settings(), {"times": typed})

    assert refused.value.facts["setting"] == "times"


def test_a_round_does_not_begin_before_the_one_before_it() -> None:
    with pytest.raises(SettingImpossible):
        check_settings(Settings(times=("2026-12-06 09:30", "", "2026-12-05 09:30")))


def test_a_wish_is_a_name_and_a_value() -> None:
    assert split_change(" rounds = 7 ") == ("rounds", "7")
    for text in ("rounds", "=7", ""):
        with pytest.raises(SettingUnknown):
            split_change(text)


@pytest.mark.parametrize(
    ("key", "text"),
    [("rounds", "many"), ("zones", "FRA:x-y"), ("brightwell", "a lot"), ("penalties.colour.again", "-")],
)
def test_a_value_that_makes_no_sense_is_refused_with_what_is_allowed(key: str, text: str) -> None:
    with pytest.raises(SettingImpossible) as refused:
        changed_settings(Settings(), {key: text})

    assert refused.value.facts["setting"] == key
    assert refused.value.facts["allowed"]


def test_an_unknown_setting_is_named() -> None:
    for refuse in (
        lambda: changed_settings(Settings(), {"colour": "1"}),
        lambda: settings_list(flat(Settings()), ["colour"]),
    ):
        with pytest.raises(SettingUnknown) as refused:
            refuse()
        assert refused.value.facts["setting"] == "colour"


def test_only_what_the_system_uses_is_shown_unless_asked_for() -> None:
    swiss = flat(Settings())

    assert "keizer." not in settings_list(swiss, [])
    assert settings_list(swiss, ["rounds"]) == f"rounds = {swiss['rounds']}"


def test_a_comma_may_stand_for_the_point() -> None:
    assert changed_settings(Settings(), {"brightwell": "2,5"}).brightwell == 2.5


@pytest.mark.parametrize("typed", ["u-12=Under 12", "w=Women,u12", "é=Été", "w="])
def test_categories_are_abbreviations_of_letters_and_digits_with_a_name(typed: str) -> None:
    with pytest.raises(SettingImpossible):
        changed_settings(Settings(system="keizer"), {"keizer.categories": typed})
    assert changed_settings(Settings(system="keizer"), {"keizer.categories": "w=Women, u12=Under 12"})


@pytest.mark.parametrize("typed", ["times=Sunday", "zones=FRA:x", "groups=a?", "dutch.virtual=x"])
def test_the_refusal_of_a_free_text_gives_an_example_and_no_list(typed: str) -> None:
    key, _, value = typed.partition("=")
    with pytest.raises(SettingImpossible) as refused:
        check_settings(changed_settings(Settings(), {key: value}))

    assert "for example: " in error_text(refused.value, "en")
    assert "possible values" not in error_text(refused.value, "en")


def test_the_code_of_a_country_is_stored_in_capitals() -> None:
    settings = changed_settings(Settings(), {"country": "fra", "zones": "fra:1-99"})

    assert (settings.country, settings.zones[0].country) == ("FRA", "FRA")
    assert changed_settings(settings, {"country": "France"}).country == "France"
