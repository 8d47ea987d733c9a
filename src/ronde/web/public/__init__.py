"""Pages for everybody: tournaments, games, phones, screens and paper."""
