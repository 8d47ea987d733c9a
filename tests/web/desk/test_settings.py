"""Settings and history at the desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import post_all, stored

from ronde.app.settings_text import flat, setting_text
from ronde.i18n import LANGUAGES, section_words
from ronde.model.settings import Settings, usual_settings
from ronde.model.systems import SYSTEMS
from ronde.web.desk.settings import ELSEWHERE, TABLES, setting_groups


def form_of(settings: Settings) -> list[tuple[str, str]]:
    """The whole form as a browser sends it when nothing was touched."""
    fields: list[tuple[str, str]] = []
    for group in setting_groups(settings, {}, "en").values():
        for knob in group:
            lines = [value for _, value in knob.lines] or [knob.value]
            fields += [(knob.key, value) for value in lines]
    return fields


def test_every_setting_is_explained_in_both_languages() -> None:
    wanted = {*flat(Settings()), *(f"line.{key}" for key in TABLES)}

    for language in LANGUAGES:
        assert {key for key in section_words("settings", language) if "=" not in key} == wanted
        assert set(section_words("labels", language)) <= wanted


def test_only_choices_that_exist_are_named() -> None:
    forms = [setting_groups(Settings(system=system), {}, "en") for system in SYSTEMS]
    fields = [knob for form in forms for group in form.values() for knob in group]
    choices = {f"{knob.key}={choice}" for knob in fields for choice in knob.choices}

    assert {key for key in section_words("settings", "en") if "=" in key} <= choices


def test_a_form_nobody_touched_changes_nothing(arbiter: Visitor, file: Path) -> None:
    before = stored(file).tournament
    answer = post_all(arbiter, "/desk/open/settings", form_of(before.settings))

    assert answer.status == 409, "nothing to change, and it says so"
    assert stored(file).tournament.settings == before.settings


def test_name_date_rounds_and_tie_breaks_are_changed(arbiter: Visitor, file: Path) -> None:
    fields = {"name": "Grand Open", "date": "2027", "rounds": "9", "tiebreaks": "buchholz, wins"}

    assert arbiter.post("/desk/open/settings", fields).status == 303
    tournament = stored(file).tournament
    assert (tournament.name, tournament.date, tournament.settings.rounds) == ("Grand Open", "2027", 9)
    assert tournament.settings.tiebreaks == ("buchholz", "wins")


def test_a_line_is_added_to_a_table_and_another_one_emptied(arbiter: Visitor, file: Path) -> None:
    fields = [("penalties.chauvinism", text) for text in ("4", "2", "", "0")]

    assert post_all(arbiter, "/desk/open/settings", fields).status == 303
    assert stored(file).tournament.settings.penalties.chauvinism == (4, 2, 0)
    assert arbiter.post("/desk/open/settings/usual").status == 303
    assert stored(file).tournament.settings.penalties == Settings().penalties


def test_a_switch_that_is_off_is_sent_too(arbiter: Visitor, file: Path) -> None:
    shown, hidden = ("public.provisional", "true"), ("public.provisional", "false")

    assert post_all(arbiter, "/desk/open/settings", [hidden]).status == 303
    assert not stored(file).tournament.settings.public.provisional
    assert post_all(arbiter, "/desk/open/settings", [hidden, shown]).status == 303
    assert stored(file).tournament.settings.public.provisional


def test_tie_breaks_are_stored_in_the_order_of_their_places(arbiter: Visitor, file: Path) -> None:
    places = [("tiebreaks", one) for one in ("discs", "", "wins", "")]

    assert post_all(arbiter, "/desk/open/settings", places).status == 303
    assert stored(file).tournament.settings.tiebreaks == ("discs", "wins")


def test_the_fields_of_the_club_are_on_its_own_page_only(arbiter: Visitor) -> None:
    page = arbiter.get("/desk/open/settings").text

    assert [key for key in ELSEWHERE if f'name="{key}"' in page] == []
    assert 'name="club"' in arbiter.get("/desk/open/mark").text


def test_an_old_form_does_not_take_back_what_somebody_else_changed(arbiter: Visitor, file: Path) -> None:
    old = form_of(stored(file).tournament.settings)
    arbiter.post("/desk/open/settings", {"country": "BEL"})
    touched = [(key, "8" if key == "rounds" else text) for key, text in old if key != "country"]
    post_all(arbiter, "/desk/open/settings", touched)

    settings = stored(file).tournament.settings
    assert (settings.rounds, settings.country) == (8, "BEL")


@pytest.mark.parametrize(
    "fields",
    [
        {"rounds": "many"}, {"rounds": "0"}, {"system": "lottery"}, {"tiebreaks": "luck"}, {"name": ""},
        {"board.total": "65"}, {"penalties.colour.imbalance": "5"}, {"zones": "x"}, {"brightwell": "nan"},
        {"penalties.float.again": "-1"}, {"board.colours": "one"}, {"cap": "0"},
    ],
    ids=str,
)  # fmt: skip
def test_what_no_tournament_can_be_played_with_is_refused_and_kept_as_typed(
    fields: dict[str, str], arbiter: Visitor, file: Path
) -> None:
    before = stored(file).tournament
    answer = arbiter.post("/desk/open/settings", fields)

    ((key, text),) = fields.items()
    place = f"knob-{key.replace('.', '-')}"
    assert answer.status == 409
    assert 'class="fault"' in answer.text
    assert f'id="{place}-fault"' in answer.text or 'class="lines"' in answer.text
    assert f'href="#{place}"' in answer.text, "the bar below names the field"
    assert f'value="{text}"' in answer.text or "system" in fields, "a list of choices cannot show another"
    assert stored(file).tournament == before


def test_fields_we_do_not_know_are_ignored(arbiter: Visitor, file: Path) -> None:
    assert arbiter.post("/desk/open/settings", {"nonsense": "1", "rounds": "6"}).status == 303
    assert stored(file).tournament.settings.rounds == 6


def test_every_choice_shown_is_one_that_can_be_taken() -> None:
    settings = Settings(system="keizer")
    for group in setting_groups(settings, {}, "en").values():
        for knob in group:
            if knob.kind in ("choice", "switch"):
                assert knob.value in knob.choices, knob.key
            assert knob.value.lower() == setting_text(flat(settings)[knob.key]).lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_a_name_and_none_is_called_like_another(language: str) -> None:
    for system in ("swiss", "keizer", "cup", "gauntlet"):
        for group in setting_groups(Settings(system=system), {}, language).values():
            for knob in group:
                assert len(knob.labels) == len(set(knob.labels)), knob.key
                assert len(knob.labels) == len(knob.choices), knob.key
                assert all(knob.labels)


def test_choices_are_called_in_the_language_of_the_arbiter(arbiter: Visitor) -> None:
    page = arbiter.get("/desk/open/settings", Accept_Language="fr").text
    assert '<option value="double-berger">toutes-rondes aller-retour</option>' in page
    assert '<option value="swiss" selected>suisse</option>' in page


# History


def test_history_tells_who_did_what_in_words(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})
    page = arbiter.get("/desk/open/history").text

    assert "result entered: round 2" in page
    assert "POIRIER Jean" in page
    assert "arbiter" in page


def test_a_single_action_is_undone_and_brought_back(arbiter: Visitor, file: Path) -> None:
    arbiter.post("/desk/open/players/add", {"name": "NEW Ada"})
    action = str(stored(file).by_action()[-1][0])
    arbiter.post("/desk/open/result", {"entry": "poi35"})

    assert arbiter.post("/desk/open/undo", {"action": action, "back": "/history"}).status == 303
    tournament = stored(file).tournament
    assert 8 not in tournament.players
    assert any(table.result for table in tournament.open_round), "the later one stays"
    assert arbiter.post("/desk/open/redo", {"action": action}).status == 303
    assert 8 in stored(file).tournament.players


def test_an_action_that_others_stand_on_is_not_undone(arbiter: Visitor, file: Path) -> None:
    first_player = str(next(number for number, _, _, facts in stored(file).by_action() if number > 1))
    answer = arbiter.post("/desk/open/undo", {"action": first_player})

    assert answer.status == 409
    assert len(stored(file).tournament.players) == 7


@pytest.mark.parametrize("action", ["1", "999999", "x"])
def test_what_is_no_action_to_undo_is_refused(action: str, arbiter: Visitor, file: Path) -> None:
    before = stored(file).number
    answer = arbiter.post("/desk/open/undo", {"action": action})

    if action == "x":  # a field nobody filled means the last action
        assert answer.status == 303
    else:
        assert answer.status == 409
        assert stored(file).number == before


def test_a_way_back_leads_only_to_pages_of_the_desk(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})
    answer = arbiter.post("/desk/open/undo", {"back": "//elsewhere.example"})

    assert answer.headers["location"] == "/desk/open"


@pytest.mark.parametrize("typed", ["130", "-5", "abc", "", "12.5", "1e9"])
def test_a_percentage_that_makes_no_sense_is_refused_in_the_words_of_its_field(
    tmp_path: Path, typed: str
) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"))
    before = stored(path).number
    with in_process(path) as arbiter:
        refused = arbiter.post("/desk/club/settings", {"keizer.shares.excused": typed})

    assert refused.status == 409
    assert "“Excused” (keizer.shares.excused)" in refused.words.replace("&#39;", "'")
    assert "0-100" in refused.words
    assert 'name="keizer.shares.excused" value="' in refused.text
    assert 'aria-invalid="true"' in refused.text
    assert stored(path).number == before


def test_a_percentage_may_say_that_it_is_one(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"))
    with in_process(path) as arbiter:
        arbiter.post("/desk/club/settings", {"keizer.shares.loss": "5 %"})

    assert stored(path).tournament.settings.keizer.shares.loss == 5
