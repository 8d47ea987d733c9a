"""The public names of `ronde.web`: the server, its links, its names and proxies."""

from ronde.web.course.card_sheet import card_sheet
from ronde.web.course.course_links import course_address, course_links
from ronde.web.server.closings import AfterClosing
from ronde.web.server.security import Network, parse_name, parse_proxies
from ronde.web.server.serve import Front, Refereeing, new_link, new_owner_link, run_server
