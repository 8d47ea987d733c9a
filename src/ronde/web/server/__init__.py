"""The server: limits, security, accounts, drawing, the cache, event streams, and the tournaments it shows."""
