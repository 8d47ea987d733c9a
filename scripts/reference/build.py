"""Builds docs/reference from the code, each time the site is built.

A page is the Markdown file of its name in this folder, followed by what the code says: the commands by their
help, the settings by their descriptions, the errors by their sentences, the HTTP interface and the shapes of
the data by the OpenAPI description, the games by their rules and examples.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.imports import all_imports, picture
from scripts.reference.games import games, pictures

from ronde.app.settings_text import flat
from ronde.cli.main import HelpPage, help_pages
from ronde.cli.speech import LANGUAGE
from ronde.i18n import section_words
from ronde.model.errors import RondeError
from ronde.model.settings import Settings
from ronde.web.api import COMMAND_OPERATIONS
from ronde.web.openapi import document

HERE = Path(__file__).parent
Schema = dict[str, Any]


def write(folder: Path) -> None:
    """Write all pages and pictures into `folder`; unchanged files stay, so that Sphinx skips them."""
    parts = {
        "commands": commands,
        "settings": settings,
        "errors": errors,
        "http": http,
        "json": shapes,
        "games": games,
    }
    for name, part in parts.items():
        head = (HERE / f"{name}.md").read_text(encoding="utf-8")
        _write(folder / f"{name}.md", "\n".join([head, *part()]))
    for name, drawn in pictures().items():
        _write(folder / "games" / name, drawn)
    _write(folder / "imports.svg", picture(all_imports()))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def commands() -> Iterator[str]:
    token = LANGUAGE.set("en")
    try:
        pages = list(help_pages())
    finally:
        LANGUAGE.reset(token)
    for page in pages:
        if page.words:
            yield from _command(page)


def _command(page: HelpPage) -> Iterator[str]:
    own = () if page.commands else page.placeholders
    title = " ".join(("ronde", *page.words, *own))
    yield f"{'###' if len(page.words) > 1 else '##'} `{title}`\n"
    yield "\n".join(page.text) + "\n"
    if rows := page.arguments + page.options:
        yield "\n".join(f"- `{word}`: {text}" for word, text in rows) + "\n"


def settings() -> Iterator[str]:
    words = section_words("settings", "en")
    yield "| key | default | meaning |\n| --- | --- | --- |"
    for key, default in flat(Settings()).items():
        choices = [
            f"`{name.partition('=')[2]}`: {words[name]}" for name in words if name.startswith(f"{key}=")
        ]
        meaning = f"{words[key]} ({', '.join(choices)})" if choices else str(words[key])
        yield f"| `{key}` | {_default(default)} | {_cell(meaning)} |"


def _default(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def errors() -> Iterator[str]:
    sentences: dict[str, list[str]] = {}
    for key, sentence in section_words("errors", "en").items():
        forms = sentence if isinstance(sentence, tuple) else (sentence,)
        sentences.setdefault(key.partition(".")[0], []).append(forms[-1])
    yield "| code | what it says |\n| --- | --- |"
    for code in sorted(_codes(RondeError)):
        yield f"| `{code}` | {'<br>'.join(map(_cell, sentences.get(code, ())))} |"


def _codes(kind: type[RondeError]) -> Iterator[str]:
    yield kind.code
    for child in kind.__subclasses__():
        yield from _codes(child)


def http() -> Iterator[str]:
    described = document(referee=True)
    rights = {"post /draw/preview": "rounds", "post /undo": "any", "post /redo": "any"}
    rights |= {f"{act.method.lower()} {act.path}": act.kind.right.value for act in COMMAND_OPERATIONS}
    yield "| request | does | right | body, or what follows `?` | answer |\n| --- | --- | --- | --- | --- |"
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            act = path.removeprefix("/api/v1/t/{slug}").replace("}", ":int}")
            asked = ", ".join(f"`{one['name']}`" for one in operation["parameters"] if one["in"] == "query")
            yield (
                f"| `{method.upper()} {path}` | {_cell(operation['summary'])} "
                f"| {rights.get(f'{method} {act}', '-')} "
                f"| {_body(operation) or asked} | {_answer(operation)} |"
            )
    yield "\n## Webhooks\n"
    for message in described["webhooks"].values():
        operation = message["post"]
        headers = ", ".join(
            f"`{one['name']}` ({_cell(one['description'])})" for one in operation["parameters"]
        )
        yield f"- {operation['summary']}: {_body(operation)}, with the headers {headers}\n"


def _body(operation: Schema) -> str:
    return _type(_json(operation["requestBody"])) if "requestBody" in operation else ""


def _answer(operation: Schema) -> str:
    return _type(_json(operation["responses"]["200"]))


def _json(part: Schema) -> Schema:
    return dict(part["content"].get("application/json", {}).get("schema", {}))


def shapes() -> Iterator[str]:
    for name, schema in document(referee=True)["components"]["schemas"].items():
        yield f"### {name}\n"
        if "enum" in schema:
            yield f"One of {_type(schema)}.\n"
        if not schema.get("properties"):
            continue
        yield "| key | type | |\n| --- | --- | --- |"
        required = schema.get("required", ())
        for key, one in schema["properties"].items():
            optional = "" if key in required else "optional"
            yield f"| `{key}` | {_type(one)} | {_cell(one.get('description', optional))} |"
        yield ""


def _type(schema: Schema | bool) -> str:
    """A JSON Schema in words, with links to the shapes that it names."""
    if isinstance(schema, bool):
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](json.md#{name.lower()})"
    if "anyOf" in schema:
        kinds = [_type(one) for one in schema["anyOf"]]
        return " or ".join(one for one in kinds if one != "integer" or "number" not in kinds)
    if "prefixItems" in schema:
        return f"list of {', '.join(_type(one) for one in schema['prefixItems'])}"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "text")
    kinds = [kind] if isinstance(kind, str) else kind
    if "array" in kinds and "items" in schema:
        return " or ".join([f"list of {_type(schema['items'])}", *(one for one in kinds if one != "array")])
    if "properties" in schema:
        keys = ", ".join(f"`{key}`" for key in schema["properties"])
        return " or ".join([f"object with {keys}", *(one for one in kinds if one != "object")])
    return " or ".join(kinds)


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;").replace("{", "\\{")
