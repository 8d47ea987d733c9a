"""Our own output: lists, pages without a server, PDF, charts, proofs. It takes values and asks nobody."""
