from tests.bots.fixtures import bad, opened

__all__ = ["bad", "opened"]
