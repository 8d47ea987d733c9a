"""What a tournament is. Standard library only, no clock, no file, no human language."""
