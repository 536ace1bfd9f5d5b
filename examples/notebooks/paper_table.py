# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # A table of a paper, and one thing changed
# `agon.papers()` names the studies that Agon makes again.

# %%
import tempfile

import agon

for paper in agon.papers():
    print(paper["key"], "-", ", ".join(paper["tables"]))

# %% [markdown]
# Figure 1 of the Reversi report: an evaluator of weighted cells against four heuristics, by depth. `quick` plays a tenth of
# the games.

# %%
folder = tempfile.mkdtemp()
table = agon.paper_table("reversi-report", "fig-1", quick=True, out=f"{folder}/run")
print(table)
table

# %% [markdown]
# The same match by hand, at two plies, with the seed of the table.

# %%
OPPONENT = "alphabeta(depth=2, eval=four-heuristics)"


def played(evaluator):
    """Against the same opponent, under the same conditions."""
    return agon.match("reversi", f"alphabeta(depth=2, eval={evaluator})", OPPONENT, games=40, random_plies=6)


print(repr(played("positional")))

# %% [markdown]
# Now one thing is changed: mobility instead of weighted cells.

# %%
before, after = played("positional").agents[0], played("mobility").agents[0]
print(f"positional {before['score']:.3f} {before['score_interval']}")
print(f"mobility   {after['score']:.3f} {after['score_interval']}")
