from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.core.errors import FormatError
from ronde.core.penalties import (
    CAP,
    ColourPenalties,
    FloatPenalties,
    Penalties,
    RepetitionPenalties,
)
from ronde.core.settings import Settings, Zone
from ronde.formats.papp.live.kept_files import read_config
from ronde.formats.papp.read.config import FileNames, PappConfig
from ronde.formats.papp.read.page import SourceText
from ronde.formats.papp.write.configtext import config_for, write_config
from ronde.i18n.door import tell


def config(text: str) -> PappConfig:
    return read_config(SourceText.of("papp.cfg", text.encode()))


def remarks(text: str) -> list[str]:
    page = SourceText.of("papp.cfg", text.encode())
    read_config(page)
    return [remark.key for remark in page.remarks]


def keys(text: str) -> list[str]:
    with pytest.raises(FormatError) as error:
        config(text)
    return [problem.key.removeprefix("papp.") for problem in error.value.problems]


def test_every_option_is_read() -> None:
    read = config("""
        XML true; dossier false; pays = "FRA"; Score-bip = 35/100; Couleurs = { "Rouge", "Vert" };
        Fichier joueurs = "j"; fichier nouveaux = "n"; fichier intermediaire = "w";
        fichier appariements = "a###"; fichier resultats = "r"; fichier classement = "c";
        fichier equipes = "e"; fichier tableau-croise = "t"; fichier elo = "x"; fichier log = "y";
        fichier trace = "z"; sauvegarde differee; impression automatique 3;
        affichage-pions differentiel; zone-insertion "F" = 700- 900; zone-insertion = 5000-6000;
        brightwell = 3; toutes-rondes = 4-8 joueurs;
    """)

    assert read == PappConfig(
        country="FRA",
        bye=35,
        total=100,
        colours=("Rouge", "Vert"),
        relative=True,
        subfolder=False,
        xml=True,
        immediate=False,
        copies=3,
        files=FileNames("j", "n", "w", "a###", "r", "c", "e", "t", "x", "y", "z"),
        zones=(Zone(700, 900, "F"), Zone(5000, 6000)),
        brightwell=6.0,
        round_robin=(4, 8),
    )


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('fichier joueurs = "x', "string-open"),
        ("zone-insertion = 9-5;", "zone-reversed"),
        ("Score-bip = 24.5/64;", "syntax"),
        ("Score-bip = -1/64;", "syntax"),
        ("penalites { Couleur 1+ fois = 7; };", "colon-missing"),
        ("penalites { Couleur: 1+ fois = 7;", "brace-open"),
        ("penalites { Couleur: 1 fois = 7; };", "penalties-growth"),
        ("couleurs = { 'Rouge' };", "string-wanted"),
    ],
)
def test_what_papp_refuses_is_refused(text: str, key: str) -> None:
    assert keys(text)[0] == key


def test_several_mistakes_are_told_at_once() -> None:
    assert keys("XML maybe;\nfoo;\nSauvegarde jamais;\npenalites { Couleur: 1 foix = 7; x; };") == [
        "syntax",
        "command-unknown",
        "syntax",
        "syntax",
        "syntax",
    ]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Score-bip = 40/64;", "bye-wins"),
        ("penalites { Repetition: bip-bip = 10000001; };", "penalty-cut"),
        ("brightwell = 3;", "old-command"),
        ("BQ-double = 6;", "old-command"),
        ("zone-insertion = 0-9;", "zone-zero"),
        ("penalites { Chauvinisme: ronde 129 = 3; };", "round-too-great"),
        ('couleurs = { "", "Vert" };', "colour-empty"),
    ],
)
def test_what_papp_warns_of_is_remarked(text: str, key: str) -> None:
    assert remarks(text) == [f"papp.{key}"]


def test_a_bye_without_a_total_keeps_the_total() -> None:
    assert config("Score-bip = 35/100; Score-bip = 40;").total == 100


@pytest.mark.parametrize(("text", "copies"), [("automatique", 1), ("automatique 0", 0), ("manuelle", 0)])
def test_printing_may_count_its_copies(text: str, copies: int) -> None:
    assert config(f"impression {text};").copies == copies


def test_a_block_of_penalties_starts_from_nothing() -> None:
    read = config("penalites { };").penalties

    assert read == Penalties(
        ColourPenalties((0,), 0), FloatPenalties((0,), 0, 0), RepetitionPenalties(0, 0, 0, 0), (0,), (0,)
    )


def test_words_for_the_same_penalty_are_synonyms() -> None:
    read = config("penalite { Flottement: 1+ demi-point = 9; cumule = 3; anti-cumule = 2; };").penalties

    assert read.float == FloatPenalties((0, 9), 3, 2)


def test_an_entry_without_plus_beyond_the_table_lengthens_it() -> None:
    read = config("penalites { Couleur: 1+ fois = 5; 8 fois = 7; 9+ fois = 9; };").penalties

    assert read.colour.imbalance == (0, 5, 5, 5, 5, 5, 5, 5, 7, 9)


def test_the_default_penalties_are_written_and_read_as_they_are() -> None:
    assert config(write_config(PappConfig())).penalties == Penalties()


prices = st.integers(0, CAP)
tables = st.lists(prices, max_size=30).map(lambda values: (0, *sorted(values)))
rounds = st.lists(prices, min_size=1, max_size=20).map(tuple)


@given(tables, tables, rounds, rounds, st.tuples(*[prices] * 6))
def test_any_penalties_survive_the_configuration(
    colour: tuple[int, ...],
    floats: tuple[int, ...],
    chauvinism: tuple[int, ...],
    elitism: tuple[int, ...],
    single: tuple[int, ...],
) -> None:
    smallest = floats[1] if len(floats) > 1 else 0
    wanted = Penalties(
        ColourPenalties(colour, single[0]),
        FloatPenalties(floats, single[1], smallest // 2),
        RepetitionPenalties(*single[2:]),
        chauvinism,
        elitism,
    )
    tidy = config_for(Settings(penalties=wanted), PappConfig())

    assert config(write_config(tidy)) == tidy
    for index in range(40):
        assert (
            tidy.penalties.colour.imbalance[min(index, len(tidy.penalties.colour.imbalance) - 1)]
            == (colour[min(index, len(colour) - 1)])
        )


texts = st.text(st.characters(exclude_characters='"\r\n\ufeff', exclude_categories=("Cs", "Cc")), max_size=20)


@given(texts, st.booleans(), st.booleans(), st.integers(0, 9), texts)
def test_any_options_survive_the_configuration(
    name: str, yes: bool, immediate: bool, copies: int, other: str
) -> None:
    wanted = replace(
        PappConfig(),
        country=other.strip(),
        xml=yes,
        subfolder=not yes,
        immediate=immediate,
        copies=copies,
        files=FileNames(pairings=name, results=other),
        zones=(Zone(1, 5, name),),
        colours=("A" + name, "B" + other),
    )

    assert config(write_config(wanted)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "BQ-double = 1001;",
        "brightwell = 501;",
        "score-bip = 0/10000;",
        "zone-insertion = 1 - 2147483648;",
        "impression automatique 100;",
    ],
)
def test_a_number_nobody_can_play_with_is_refused_where_it_stands(text: str) -> None:
    assert keys(text) == ["number-too-big"]


def test_zones_without_end_are_refused_before_they_take_time() -> None:
    assert set(keys('zone-insertion "X" = 1 - 2;' * 20_000)) == {"zones-too-many"}


def test_a_text_longer_than_lists_carry_is_cut_with_a_remark() -> None:
    text = f'pays = "{"A" * 300}";'

    assert config(text).country == "A" * 200
    assert remarks(text) == ["papp.text-cut"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("penalites { Couleur: 1 fois = 7; };", "(Couleur, 0)"),
        ("penalites { Flottement: 1+ demi-point = 50; minoration = 40; };", "(Flottement, 40)"),
        ('pays "FRA";', '« "FRA" » n\'a rien à faire ici'),
    ],
)
def test_a_mistake_quotes_the_word_of_the_configuration(text: str, told: str) -> None:
    with pytest.raises(FormatError) as error:
        config(text)

    assert told in tell(error.value, "fr").replace("\xa0", " ")
