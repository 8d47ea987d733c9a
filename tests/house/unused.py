"""Finds public names and modules that nothing in a package uses; what only tests use is unused.

A definition is alive if code that runs refers to it: the statements of a module, an entry point, a text
`package.module:name`, a text that can name its module, or a definition that is alive itself. Imports and
`__all__` keep nothing alive.
A public method or field is used if anything but itself names it, in Python or in a template. Classes that
inherit from other people's are called by them, by names we cannot know.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

Name = tuple[str, str]
"""A module and a name in it."""
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_REFERENCE = re.compile(r"^([a-z_]\w*(?:\.\w+)+):(\w+)$")
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass
class Module:
    """The definitions of a file, and what each of them refers to."""

    name: str
    tree: ast.Module
    imports: dict[str, Name] = field(default_factory=dict)
    """What a name of this file stands for elsewhere; an empty second part is the module itself."""
    bodies: dict[str, list[ast.AST]] = field(default_factory=dict)
    loose: list[ast.AST] = field(default_factory=list)
    """The statements that run when the module is imported."""

    def __post_init__(self) -> None:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for one in node.names:
                    self.imports[one.asname or one.name] = (node.module, one.name)
        for node in self.tree.body:
            self._sort(node)

    def _sort(self, node: ast.stmt) -> None:
        if isinstance(node, _DEFINITIONS):
            self.bodies.setdefault(node.name, []).append(node)
            self.loose += node.decorator_list
        elif isinstance(node, ast.If | ast.Try | ast.With):
            for inner in ast.iter_child_nodes(node):
                self._sort(inner) if isinstance(inner, ast.stmt) else self.loose.append(inner)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and (names := _assigned(node)):
            for name in names:
                if name == "__getattr__":  # Python itself asks it for names that a door imports later
                    self.loose.append(node)
                elif name != "__all__":
                    self.bodies.setdefault(name, []).append(node)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            self.loose.append(node)


def _assigned(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    found = [one for target in targets for one in ast.walk(target)]
    plain = all(isinstance(one, ast.Name | ast.Tuple | ast.Store) for one in found)
    return [one.id for one in found if isinstance(one, ast.Name)] if plain else []


class Package:
    """All files of a package."""

    def __init__(self, texts: Mapping[str, str], templates: str = "", entries: str = "") -> None:
        self.modules = {name: Module(name, ast.parse(text)) for name, text in texts.items()}
        self.entries = {(module, name) for module, name in re.findall(r"([\w.]+):(\w+)", entries)}
        self._words = set(_WORD.findall(templates))

    @classmethod
    def read(cls, source: Path, entries: str = "") -> Package:
        """The package below a folder, with its templates and scripts of pages."""
        texts = {_dotted(source, path): path.read_text() for path in sorted(source.rglob("*.py"))}
        pages = [path for path in sorted(source.rglob("*")) if path.suffix in (".html", ".js", ".xml")]
        return cls(texts, "\n".join(path.read_text() for path in pages), entries)

    def unused_names(self) -> list[str]:
        """The public definitions that nothing alive refers to, as `module:name`."""
        found = [(module.name, name) for module in self.modules.values() for name in module.bodies]
        return [f"{at}:{name}" for at, name in found if (at, name) not in self._alive and name[0] != "_"]

    def unused_modules(self) -> list[str]:
        """The modules that nobody imports; a package is imported with what is in it."""
        told = {module for module, _ in self.entries} | {name.rpartition(".")[0] for name in self.modules}
        for module in self.modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.ImportFrom) and node.module:
                    told |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
                elif isinstance(node, ast.JoinedStr):
                    told |= set(self._named(node))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    told.add(node.value.partition(":")[0])
        return [name for name in self.modules if name not in told and not name.endswith(".__main__")]

    def unused_members(self) -> list[str]:
        """The public methods and fields of our own classes that nobody names, as `module:Class.member`."""
        uses = self._uses
        return [
            f"{module.name}:{cls.name}.{name}"
            for module in self.modules.values()
            for cls in ast.walk(module.tree)
            if isinstance(cls, ast.ClassDef) and not self._foreign(module, cls)
            for name in _members(cls)
            if name not in uses and name not in self._words
        ]

    @cached_property
    def _alive(self) -> set[Name]:
        """Everything that can be reached from what runs."""
        waiting = [one for entry in self.entries for one in self._resolved(entry)]
        for module in self.modules.values():
            for node in module.loose:
                waiting += self._references(module, node)
        alive: set[Name] = set()
        while waiting:
            one = waiting.pop()
            if one not in alive:
                alive.add(one)
                module = self.modules[one[0]]
                waiting += [use for body in module.bodies[one[1]] for use in self._references(module, body)]
        return alive

    def _references(self, module: Module, node: ast.AST) -> Iterator[Name]:
        parts = list(ast.walk(node))
        parents = {id(part.value) for part in parts if isinstance(part, ast.Attribute)}
        for part in parts:
            if isinstance(part, ast.Name):
                yield from self._resolved((module.name, part.id))
                whole = ".".join(module.imports.get(part.id, ()))
                if whole in self.modules and id(part) not in parents:  # a module that is handed on
                    yield from self._public(self.modules[whole])
            elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                parent, name = module.imports.get(part.value.id, ("", ""))
                yield from self._resolved((f"{parent}.{name}", part.attr))
            elif isinstance(part, ast.JoinedStr):
                yield from (use for late in self._named(part) for use in self._public(self.modules[late]))
            elif isinstance(part, ast.ImportFrom) and part.module:
                yield from (use for one in part.names for use in self._resolved((part.module, one.name)))
            elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                if told := _REFERENCE.match(part.value):
                    yield from self._resolved((told[1], told[2]))
                elif part.value.isidentifier():  # an annotation, or a name for getattr
                    yield from self._resolved((module.name, part.value))

    def _named(self, text: ast.JoinedStr) -> Iterator[str]:
        """The modules that a text such as `f"ronde.systems.{name}"` can name."""
        parts = (str(one.value) if isinstance(one, ast.Constant) else "" for one in text.values)
        first, *rest = parts
        if first.count(".") > 1:
            pattern = re.escape(first) + "".join(re.escape(part) or r"\w+" for part in rest)
            yield from (name for name in self.modules if re.fullmatch(pattern, name))

    def _public(self, module: Module) -> Iterator[Name]:
        for name in (*module.bodies, *module.imports):
            if name[0] != "_":
                yield from self._resolved((module.name, name))

    def _resolved(self, name: Name) -> Iterator[Name]:
        """Where a name is defined, through the doors."""
        seen = set()
        while name[0] in self.modules and name not in seen:
            seen.add(name)
            module = self.modules[name[0]]
            if name[1] in module.bodies:
                yield name
                return
            name = module.imports.get(name[1], ("", ""))

    @cached_property
    def _uses(self) -> set[str]:
        """All names that are read, called, passed as a keyword or written as a text somewhere."""
        found = set()
        for module in self.modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Attribute):
                    found.add(node.attr)
                elif isinstance(node, ast.Name):
                    if isinstance(node.ctx, ast.Load):
                        found.add(node.id)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.update(_WORD.findall(node.value) if len(node.value) < 200 else ())
                elif isinstance(node, ast.MatchClass):
                    found.update(node.kwd_attrs)
        return found

    def _foreign(self, module: Module, cls: ast.ClassDef) -> bool:
        """Whether a class inherits from somebody else's, which calls it by names of its own."""
        return any(self._foreign_base(module, base) for base in cls.bases)

    def _foreign_base(self, module: Module, base: ast.expr) -> bool:
        plain = base.value if isinstance(base, ast.Subscript) else base
        if not isinstance(plain, ast.Name):
            return True
        if plain.id in ("Protocol", "Generic", "StrEnum", "Enum", "NamedTuple", "Exception"):
            return False
        for at, name in self._resolved((module.name, plain.id)):
            node = self.modules[at].bodies[name][0]
            return not isinstance(node, ast.ClassDef) or self._foreign(self.modules[at], node)
        return True


def _members(cls: ast.ClassDef) -> Iterator[str]:
    for node in cls.body:
        if isinstance(node, _DEFINITIONS) and node.name[0] != "_":
            yield node.name
        elif (
            isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id[0] != "_"
        ):
            yield node.target.id


def _dotted(source: Path, path: Path) -> str:
    parts = path.relative_to(source.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
