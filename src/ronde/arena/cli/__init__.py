"""Commands of programs: `defi`, `duel`, `tournoi`, `check`, `engine`, `doctor`, `worker`, `demo`."""
