from __future__ import annotations

from pathlib import Path

from tests.arena.http.arena import Arena, run
from tests.arena.http.bad import answering

from ronde.arena.http import (
    EngineStore,
    GameRequest,
    LossAlert,
    Manner,
    keep_loss_alert,
    loss_alert,
    loss_alerts,
    losses,
)


def test_lost_games_are_added_up_by_engine_and_fault_since_a_moment(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            server = arena.server
            good = arena.engine("good", arena.legal(), manner=Manner.PRINTED, owner=4)
            broken = arena.engine("broken", answering("", 500), manner=Manner.PRINTED, owner=7)
            html = arena.engine("html", answering("<b>1</b>"), manner=Manner.PRINTED, owner=7)
            for first, second in ((broken, good), (good, broken), (html, good), (broken, good)):
                last = await server.result(server.begin(GameRequest(first.id, second.id)))
            assert last.record.faults
            found = losses(server.book, 7, "")
            assert [(one.name, one.fault, one.detail, one.games) for one in found] == [
                ("broken", "crash", "status-500", 3),
                ("html", "unreadable", "html", 1),
            ]
            assert found[0].latest == 4
            assert losses(server.book, 7, found[0].at) == []
            assert losses(server.book, 4, "") == [], "who wins has nothing to hear"

    run(scenario())


def test_the_wishes_of_an_owner_are_kept(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    assert loss_alert(book, 3) == LossAlert(3)

    alert = LossAlert(3, "https://example.org/hook", b"secret", seen="2026")
    keep_loss_alert(book, alert)

    assert loss_alert(book, 3) == alert
    assert loss_alerts(book) == [alert]
    book.close()
