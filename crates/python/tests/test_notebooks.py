"""The notebooks of examples/notebooks run from their first cell to their last."""

import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "notebooks"


@pytest.mark.parametrize("notebook", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_notebook_runs(notebook, tmp_path, monkeypatch, capsys):
    pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    source = notebook.read_text()
    assert source.count("# %%") >= 5 and "# %% [markdown]" in source
    exec(compile(source, str(notebook), "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_there_are_three():
    assert {path.stem for path in FOLDER.glob("*.py")} == {"first_steps", "own_evaluator", "paper_table"}


def code_of(page):
    """The Python of a page."""
    blocks = page.read_text().split("```python\n")[1:]
    return [block.split("```")[0] for block in blocks]


@pytest.mark.parametrize("page", ["README.md", "docs/guide/src/python.md"])
def test_the_code_of_the_docs_runs(page, tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    blocks = code_of(FOLDER.parents[1] / page)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": "__main__"})
