"""The internals of the server: connections, sign-in, worker processes, rendering and event streams."""
