"""The machinery of the server: connections, sign-in, worker processes, pages and news."""
