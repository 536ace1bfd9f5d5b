"""The package itself: everything is documented, and types are those of the stubs."""

import inspect
import pathlib
import subprocess
import sys

import pytest

import agon


def test_every_public_name_has_a_docstring():
    for name in agon.__all__:
        value = getattr(agon, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(value), f"agon.{name} has no docstring"
        if inspect.isclass(value) and value.__module__.startswith("agon") and not issubclass(value, Exception):
            for member, what in vars(value).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(what), f"agon.{name}.{member} has no docstring"


def test_stubs_name_what_there_is():
    import ast

    folder = pathlib.Path(agon.__file__).parent
    assert (folder / "py.typed").exists()
    stub = ast.parse((folder / "_native.pyi").read_text())
    native = agon._native
    declared = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = {name for name in dir(native) if not name.startswith("_")}
    assert public == set(declared)
    for name, node in declared.items():
        if isinstance(node, ast.ClassDef) and name != "AgonError":
            members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            there = {member for member in vars(getattr(native, name)) if not member.startswith("_")}
            assert there == {member for member in members if not member.startswith("_")}, name


def test_types_are_right():
    pytest.importorskip("mypy", reason="mypy is not installed")
    folder = pathlib.Path(agon.__file__).parent
    files = [str(path) for path in folder.glob("*.py") if path.stem not in ("pettingzoo", "gymnasium", "open_spiel")]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", "--ignore-missing-imports",
         "--follow-imports", "silent", *files],
        capture_output=True, text=True, cwd=folder.parent,
    )
    assert checked.returncode == 0, checked.stdout
