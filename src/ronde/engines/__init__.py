"""Programs as players: how they are started, asked, limited and stopped."""
