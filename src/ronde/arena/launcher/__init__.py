"""What runs inside a sandbox before the program does; standard library only."""
