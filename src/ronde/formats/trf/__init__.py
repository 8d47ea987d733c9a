"""FIDE's tournament report files: TRF16, its extensions, and TRF26."""
