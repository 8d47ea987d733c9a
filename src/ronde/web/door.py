"""The door of the web: the server, its links, and its names and proxies."""

from ronde.web.serving.hosts import Network, parse_name, parse_proxies
from ronde.web.serving.server import Front, Refereeing, new_link, new_owner_link, run_server

__all__ = [
    "Front",
    "Network",
    "Refereeing",
    "new_link",
    "new_owner_link",
    "parse_name",
    "parse_proxies",
    "run_server",
]
