"""The dialogues of the desk: questions and answers, the same on every terminal."""
