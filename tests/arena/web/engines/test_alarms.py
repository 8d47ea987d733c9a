from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest
from tests.arena.http.scripted import Said, scripted
from tests.support.engine_house import arbitre_house, begun, finished, house_engine, registered, until, words

pytestmark = pytest.mark.full


def test_losses_go_signed_to_the_webhook_of_an_owner_and_each_of_them_once(tmp_path: Path) -> None:
    with (
        arbitre_house(tmp_path) as house,
        scripted(lambda asked: Said(b"", 500)) as url,
        scripted(lambda asked: Said()) as receiver,
    ):
        owner = house.owner("Nora")
        engine = registered(owner, "Stumbler", url.url, manner="printed")
        page = owner.post("/arbitre/news/elsewhere", {"url": receiver.url})
        found = re.search(r'class="secret">([^<]+)<', page.text)
        assert found, words(page)

        for count in (1, 2):
            finished(owner, begun(owner, engine, house_engine(owner, "tictactoe")))
            until(lambda: len(receiver.asked), count.__eq__)

        for news in receiver.asked:
            (told,) = json.loads(news.body)["losses"]
            assert (told["name"], told["detail"], told["games"]) == ("Stumbler", "status-500", 1)
            assert "error page: HTTP status 500; " in told["text"]
            signed = hmac.new(bytes.fromhex(found.group(1)), news.body, hashlib.sha256).hexdigest()
            assert signed in news.headers["x-ronde-signature"]
