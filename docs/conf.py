"""How Sphinx builds the site of these documents: `./go docs`."""

from ronde import __version__

project = "Ronde"
version = release = __version__
copyright = "the Ronde developers"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"Ronde {__version__}"
html_copy_source = False
myst_heading_anchors = 4
