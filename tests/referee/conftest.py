from tests.bots.fixtures import bad, crowded, one_core, opened

__all__ = ["bad", "crowded", "one_core", "opened"]
