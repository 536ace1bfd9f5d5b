# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Your own evaluator against ours
# An evaluator is a function of a position and a player; every search of Agon can ask it.

# %%
import numpy

import agon

WEIGHTS = numpy.array([
    [8, -3, 2, 2, -3, 8],
    [-3, -4, 0, 0, -4, -3],
    [2, 0, 1, 1, 0, 2],
    [2, 0, 1, 1, 0, 2],
    [-3, -4, 0, 0, -4, -3],
    [8, -3, 2, 2, -3, 8],
])


def corners_first(position, player):
    """Corners are good, the cells beside them are not."""
    board = position.board()
    own, others = board == 1 + player, board == 2 - player
    return float((WEIGHTS * own).sum() - (WEIGHTS * others).sum())


GAME = "reversi:6x6"
mine = agon.agent("alphabeta(depth=2)", eval=corners_first)
print(mine)

# %% [markdown]
# What does it think of the first moves?

# %%
start = agon.game(GAME).start()
start.play(start.legal()[0])
print(mine.think(start).moves)

# %% [markdown]
# Against the same search with our evaluators. Python is asked for every leaf, so a few games take seconds.

# %%
for evaluator in ("material", "mobility"):
    result = agon.match(GAME, mine, f"alphabeta(depth=2, eval={evaluator})", games=40, random_plies=4)
    print(repr(result))

# %% [markdown]
# Learned weights instead of guessed ones: the same features from random games without a call of Python for each move, and
# a least-squares fit of who won.

# %%
batch = agon.self_play(GAME, games=4000, seed=1)
seen = numpy.where(batch.to_move[:, None, None] == 0, batch.boards, (3 - batch.boards) % 3)
cells = (seen == 1).astype(float) - (seen == 2)
late = (batch.boards != 0).reshape(len(batch), -1).sum(axis=1) > 12
weights, *_ = numpy.linalg.lstsq(cells[late].reshape(late.sum(), -1), 2 * batch.results[late] - 1, rcond=None)
LEARNED = 10 * weights.reshape(6, 6)
print(LEARNED.round(1))


def learned(position, player):
    """The weighted sum of own cells less the opponent's."""
    board = position.board()
    return float((LEARNED * ((board == 1 + player).astype(float) - (board == 2 - player))).sum())


print(repr(agon.match(GAME, agon.agent("alphabeta(depth=2)", eval=learned), mine, games=40, random_plies=4)))
