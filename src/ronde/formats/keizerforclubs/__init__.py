"""KeizerForClubs: its tournament file, its list of players, and the lists it prints."""
