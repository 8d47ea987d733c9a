"""Pages of games and tournaments of programs that open from the disk, without a server."""
