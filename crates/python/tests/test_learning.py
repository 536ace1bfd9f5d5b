"""Trainings and tables of papers."""

import pytest

import agon


def test_a_training_goes_on_and_its_result_plays(tmp_path):
    told = []
    training = agon.train(
        "minimax-backwards", game="reversi:6x6", boards=40, gap=8, depth=2, out=tmp_path / "run", threads=1, seed=3,
        on_progress=lambda done, of, note: told.append(done),
    )
    assert told and training.report["boards"] == 40 and training.curve
    spec = f'models(set="{training.result}", depth=2)'
    assert agon.match("reversi:6x6", spec, "random", games=2).games == 2
    with pytest.raises(OSError, match="run"):
        agon.train("minimax-backwards", game="reversi:6x6", boards=40, gap=8, depth=2, out=tmp_path / "run", seed=3)


def test_errors_name_arguments_and_not_options_of_the_command(tmp_path):
    settings = {"game": "reversi:4x4", "boards": 20, "gap": 4, "depth": 2, "threads": 1}
    agon.train("minimax-backwards", out=tmp_path / "run", **settings)
    (tmp_path / "notes.txt").write_text("mine")
    wrongs = [
        (OSError, "resume=True goes on", lambda: agon.train("minimax-backwards", out=tmp_path / "run", **settings)),
        (OSError, "out= names", lambda: agon.train("minimax-backwards", out=tmp_path, **settings)),
        (OSError, "force=True", lambda: agon.write_records(tmp_path / "notes.txt", [])),
        (agon.AgonError, "data=", lambda: agon.paper_table("minimax-training", "VI", out=tmp_path / "table")),
        (agon.AgonError, "name a player with player=AGENT", lambda: agon.train(
            "pattern-tables", foresight=0.5, games=10, out=tmp_path / "tables")),
    ]
    for kind, said, wrong in wrongs:
        with pytest.raises(kind, match=said) as caught:
            wrong()
        assert "--" not in str(caught.value)


def test_a_training_that_was_stopped_goes_on_to_the_same_result(tmp_path):
    settings = {"generations": 4, "threads": 1, "seed": 1}
    whole = agon.train("othello-thesis/influence", out=tmp_path / "whole", **settings)

    def stop(done, of, note):
        if done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        agon.train("othello-thesis/influence", out=tmp_path / "parts", on_progress=stop, **settings)
    parts = agon.train("othello-thesis/influence", out=tmp_path / "parts", resume=True, **settings)
    assert parts.curve == whole.curve and parts.report["fitness"] == whole.report["fitness"]


@pytest.mark.parametrize("recipe, settings, said", [
    ("othello-thesis/influense", {}, "did you mean"),
    ("minimax-backwards", {"bords": 3}, "bords"),
    ("minimax-backwards", {"boards": "many"}, "many"),
])
def test_wrong_orders_are_refused(recipe, settings, said, tmp_path):
    with pytest.raises(agon.AgonError, match=said):
        agon.train(recipe, out=tmp_path / "run", **settings)
    assert not (tmp_path / "run").exists()


def test_recipes_and_papers_are_listed():
    assert "minimax-backwards" in {recipe["name"] for recipe in agon.recipes()}
    assert "fig-5.4" in {paper["key"]: paper for paper in agon.papers()}["othello-thesis"]["tables"]


def test_a_table_is_made_once_and_then_taken(tmp_path):
    told = []
    table = agon.paper_table(
        "reversi-report", "fig-1", quick=True, out=tmp_path / "run", threads=1,
        on_progress=lambda done, of, note: told.append(done),
    )
    assert told and table.finished["table"] == "fig-1" and "<svg" in table._repr_html_()
    again = agon.paper_table("reversi-report", "fig-1", quick=True, out=tmp_path / "run")
    assert again.finished == table.finished and str(again) == str(table)
    with pytest.raises(OSError, match="seed"):
        agon.paper_table("reversi-report", "fig-1", quick=True, seed=2, out=tmp_path / "run", resume=True)
    with pytest.raises(agon.AgonError, match="fig-1"):
        agon.paper_table("reversi-report", "fig-9", out=tmp_path / "other")
