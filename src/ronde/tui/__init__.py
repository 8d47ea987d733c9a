"""The arbiter's terminal: PAPP's letters on a full screen."""
