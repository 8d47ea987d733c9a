"""The players' entrance for programs: how they are started, asked, limited and stopped."""
