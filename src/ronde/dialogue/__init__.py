"""The counter: what the arbiter and the desk say to each other, the same on every terminal."""
