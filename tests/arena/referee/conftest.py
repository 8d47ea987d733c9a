from tests.arena.programs.fixtures import bad, crowded, one_core, opened, shared

__all__ = ["bad", "crowded", "one_core", "opened", "shared"]
