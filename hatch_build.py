"""What the wheel says of itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ReadmeHook(MetadataHookInterface):
    """Makes the links of the README absolute; in the repository they stay relative."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description and the addresses."""
        home = str(self.config["home"]).rstrip("/")
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, home)}
        metadata["urls"] = {
            "Homepage": home,
            "Documentation": f"{home}/docs/guides/arbiter.md",
            "Changes": f"{home}/CHANGELOG.md",
            "Security": f"{home}/SECURITY.md",
        }


def absolute(text: str, home: str) -> str:
    """The text with every relative link and picture at its address below `home`."""
    return re.sub(r"\]\((?!https?://|#)([^)]+)\)", rf"]({home}/\1)", text)
