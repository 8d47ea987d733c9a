"""What the page of a lost game says in French of every bad engine: each sentence names what to do."""

from __future__ import annotations

import asyncio
import gzip
import ssl
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from aiohttp import web
from tests.arena.http import unruly
from tests.arena.http.arena import Arena, Engine, run
from tests.arena.http.bad import LONG, SURE, against_house, answering
from tests.arena.http.test_bad_lines import NO_TLS, OLD_TLS, certificate, five
from tests.support.ports import free_port

from ronde.arena.http import EngineCard, Manner, fault_detail
from ronde.arena.pages.text import fault_text
from ronde.i18n import LANGUAGES, say

pytestmark = pytest.mark.full

WARNING = '<br />\n<b>Warning</b>:  Undefined array key "Turn" in <b>/srv/e.php</b> on line <b>3</b><br />\n5'
OCCUPIED = "la case est prise"
LOG, FINAL = "lisez le journal d'erreurs", "inscrivez l'adresse finale"
ALONE = "affichez la valeur et rien d'autre"
CALL = "appelez Referee?Game=…&MoveId=…&Value=…"


class Printed(NamedTuple):
    """A page instead of a bare value."""

    text: str
    remedy: str
    status: int = 200


class Talk(NamedTuple):
    """A server below HTTP."""

    talk: unruly.Talk
    remedy: str
    seconds: float = LONG


async def interim(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    for _ in range(1_000):
        writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n")
        await writer.drain()


async def bomb(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    packed = gzip.compress(bytes(1_000_000))
    head = b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
    writer.write(unruly.OK + head % len(packed) + packed)
    await writer.drain()


async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(unruly.OK + b"Content-Length: 9\r\n\r\n5")
    await writer.drain()


PRINTED = {
    "page HTML autour de la valeur": Printed(
        "<html><body>5</body></html>", "affichez la valeur et rien d'autre"
    ),
    "avertissement PHP": Printed(WARNING, "corrigez-les, ou écrivez-les dans un journal"),
    "page vide": Printed("", "affichez la valeur"),
    "deux valeurs": Printed("5 6", "la page de ses règles montre"),
    "plusieurs lignes": Printed("5\n6", "n'affichez qu'elle"),
    "plus de 64 ko": Printed("9" * 70_000, "la page ne contient que la valeur"),
    "hors du plateau": Printed("0", "la page de ses règles montre"),
    "toujours la même case": Printed("5", OCCUPIED),
    "statut 400": Printed("5", "ouvrez l'adresse dans un navigateur", 400),
    "statut 403": Printed("5", "permettez les requêtes de l'adresse de l'arbitre", 403),
    "statut 404": Printed("5", "vérifiez le chemin de l'adresse", 404),
    "statut 500": Printed("5", LOG, 500),
}
TALKS = {
    "ne répond jamais": Talk(unruly.never, "cherchez une boucle sans fin ou calculez moins", SURE),
    "un octet par seconde": Talk(unruly.drips, "cherchez une boucle sans fin ou calculez moins", SURE),
    "raccroche": Talk(unruly.hangs_up, "lisez son journal d'erreurs", SURE),
    "ne parle pas HTTP": Talk(unruly.no_http, "vérifiez le port de l'adresse"),
    "en-tête sans fin": Talk(unruly.endless_headers, "les lignes d'en-tête du moteur"),
    "flot de réponses 1xx": Talk(interim, "lisez son journal d'erreurs", SURE),
    "bombe gzip": Talk(bomb, "envoyez du texte simple"),
    "réponse coupée": Talk(cut, "vérifiez que Content-Length", SURE),
}
LETTERS = {
    "game= en minuscules": ("game={Game}&moveid={MoveId}&value=5", "avec ces majuscules"),
    "rappel incomplet": ("Game={Game}&MoveId={MoveId}", "il lui faut Game, MoveId et Value"),
    "paramètre en double": ("Game={Game}&MoveId={MoveId}&Value=5&Value=6", "envoyez chacun une seule fois"),
    "autre Game": (
        "Game=CH7613&MoveId={MoveId}&Value=5",
        "un autre Game que la requête",
    ),
    "autre MoveId": ("Game={Game}&MoveId=3&Value=5", "renvoyez-le tel que reçu"),
    "HTML dans le rappel": (
        "Game={Game}&MoveId={MoveId}&Value=%3Cb%3E5%3C/b%3E",
        "affichez la valeur et rien d'autre",
    ),
}
LINES = {
    "TLS 1.0": (OLD_TLS, "permettez-y la 1.2"),
    "https sans TLS": (NO_TLS, "inscrivez-la en http"),
}
CERTIFICATES = {
    "certificat expiré": ({"days": "-1"}, True, "renouvelez-le"),
    "certificat d'un autre nom": ({"address": "127.0.0.9"}, True, "inscrivez l'adresse sous ce nom"),
    "certificat auto-signé": ({}, False, "prenez-en un d'une autorité reconnue"),
}
REMEDIES = {
    **{name: one.remedy for name, one in PRINTED.items()},
    **{name: one.remedy for name, one in TALKS.items()},
    **{name: remedy for name, (_, remedy) in LETTERS.items()},
    **{name: remedy for name, (_, remedy) in LINES.items()},
    "redirection": FINAL,
    "boucle de redirections": FINAL,
    "moteur arrêté": "lancez le moteur",
    "statut 503 d'un mandataire": "lancez le moteur",
    "affiche au lieu de rappeler": CALL,
    "ne rappelle pas": CALL,
}


def calling(arena: Arena, letter: str) -> Engine:
    """An engine whose call-back has something wrong with it."""

    async def answers(request: web.Request) -> web.StreamResponse:
        if request.query.get("Referee"):
            query = letter.format(**request.query)
            async with arena.hosting.client.get(f"{request.query['Referee']}?{query}"):
                pass
        return web.Response(text="")

    return answers


async def redirects(request: web.Request) -> web.StreamResponse:
    return web.Response(status=302, headers={"Location": "/elsewhere"})


async def turns_round(request: web.Request) -> web.StreamResponse:
    return web.Response(status=301, headers={"Location": str(request.rel_url)})


async def cards(arena: Arena, stack: AsyncExitStack) -> dict[str, tuple[EngineCard, float]]:
    """Every bad engine, with the seconds it has for a move."""
    found: dict[str, tuple[EngineCard, float]] = {}

    def add(
        name: str, answers: Engine, seconds: float = LONG, manner: Manner = Manner.PRINTED, url: str = ""
    ) -> None:
        found[name] = (arena.engine(f"e{len(found)}", answers, manner=manner, url=url), seconds)

    for name, page in PRINTED.items():
        add(name, answering(page.text, page.status))
    for name, one in TALKS.items():
        port = await stack.enter_async_context(unruly.unruly(one.talk))
        add(name, answering(""), one.seconds, url=f"http://127.0.0.1:{port}/")
    for name, (letter, _) in LETTERS.items():
        add(name, calling(arena, letter), SURE, Manner.CALL_BACK)
    for name, (greeting, _) in LINES.items():
        port = await stack.enter_async_context(unruly.greeted(greeting))
        add(name, answering(""), url=f"https://127.0.0.1:{port}/")
    add("redirection", redirects)
    add("boucle de redirections", turns_round)
    add("moteur arrêté", answering(""), SURE, url=f"http://127.0.0.1:{free_port()}/")
    add("statut 503 d'un mandataire", answering("", 503), SURE)
    add("affiche au lieu de rappeler", answering("5"), SURE, Manner.CALL_BACK)
    add("ne rappelle pas", answering(""), SURE, Manner.CALL_BACK)
    return found


async def sentence(arena: Arena, card: EngineCard, seconds: float) -> str:
    """What the page says of the game that this engine lost."""
    record = (await against_house(arena, card, seconds)).record
    (fault,) = record.faults
    raw = record.plies[fault.ply - 1][-1].raw if 0 < fault.ply <= len(record.plies) else ""
    return fault_text(fault.code, fault_detail(record, fault), "fr", raw)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The sentences about all bad engines, which play at the same time."""

    async def scenario() -> dict[str, str]:
        async with Arena(tmp_path_factory.mktemp("bad")) as arena, AsyncExitStack() as stack:
            found = await cards(arena, stack)
            said: dict[str, str] = {}
            for hurried in (False, True):  # those whose time runs out play when nobody makes noise
                now = {name: one for name, one in found.items() if (one[1] < LONG) is hurried}
                told = await asyncio.gather(*(sentence(arena, *one) for one in now.values()))
                said |= dict(zip(now, told, strict=True))
            return said

    return run(scenario())


@pytest.mark.parametrize("name", REMEDIES)
def test_the_sentence_about_a_bad_engine_says_what_to_do(name: str, told: dict[str, str]) -> None:
    print(f"| {name} | {told[name]} |")
    assert REMEDIES[name] in told[name]


@pytest.mark.parametrize("name", CERTIFICATES)
def test_the_sentence_about_a_certificate_says_what_to_do(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, known, remedy = CERTIFICATES[name]
    context = certificate(tmp_path, **wrong)
    trusted = ssl.create_default_context(cafile=str(tmp_path / "public.pem") if known else None)
    monkeypatch.setattr("aiohttp.connector._SSL_CONTEXT_VERIFIED", trusted)
    (tmp_path / "house").mkdir()

    async def scenario() -> str:
        async with Arena(tmp_path / "house") as arena, unruly.unruly(five, tls=context) as port:
            card = arena.engine("tls", answering(""), manner=Manner.PRINTED, url=f"https://127.0.0.1:{port}/")
            return await sentence(arena, card, LONG)

    said = run(scenario())
    print(f"| {name} | {said} |")
    assert remedy in said


@pytest.mark.parametrize(
    ("receipt", "remedy"),
    [("different", "rappelez une fois par coup"), ("repeated", "une fois suffit"),
     ("late", "répondez plus tôt"), ("unknown", "renvoyez-les tels que reçus"),
     ("foreign", "gardez ensemble"), ("over", "n'en demande pas"),
     ("elsewhere", "rappelez depuis la machine inscrite")],
)  # fmt: skip
def test_an_answer_without_effect_is_told_with_what_to_do(receipt: str, remedy: str) -> None:
    print(f"| {receipt} | {say(f'arbitre.odd-{receipt}', 'fr')} |")
    assert remedy in say(f"arbitre.odd-{receipt}", "fr")
    assert all(say(f"arbitre.odd-{receipt}", language) for language in LANGUAGES)
