"""How Sphinx builds the site of these documents: `./go docs`."""

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from ronde import __version__

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

project = "Ronde"
version = release = __version__
copyright = "the Ronde developers"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"Ronde {__version__}"
html_copy_source = False
myst_heading_anchors = 4


def tell_language(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Let a page in a folder of a language say so to browsers and screen readers."""
    folder = page.partition("/")[0]
    context["language"] = folder if folder in ("fr", "de", "nl") else "en"


def setup(app: Sphinx) -> None:
    from scripts.reference.build import write

    app.connect("html-page-context", tell_language)
    app.connect("builder-inited", lambda _app: write(DOCS / "reference"))
