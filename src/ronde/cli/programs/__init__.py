"""The commands of tournaments of programs: `defi`, `duel`, `tournoi`, engines, doctor and workers."""
