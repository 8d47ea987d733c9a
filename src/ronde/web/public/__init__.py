"""Public pages: tournaments, games, phones, screens and paper."""
