"""The pages of engines at addresses: accounts, games, competitions, ladders and the tester."""
