# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # First steps
# Games, agents and evaluators have the names of the `agon` command. In a notebook, a position shows its board.

# %%
import agon

game = agon.game("reversi")
position = game.start()
position

# %% [markdown]
# Moves are texts. What is not legal is refused, and the message says what would be.

# %%
position.play("f5")
try:
    position.play("a1")
except agon.AgonError as error:
    print(error)
print(position.legal())

# %% [markdown]
# Who plays this game, and what do they say? Limits stand in the spec.

# %%
for kind in game.agents()[:6]:
    print(f"{kind['name']:12} {kind['summary']}")
choice = agon.agent("alphabeta(depth=5)").think(position)
print(choice.move, choice.words, "expected:", " ".join(choice.line))

# %%
position.play(choice.move)
position

# %% [markdown]
# `analyze` asks the strongest agent of the game; `exact` proves.

# %%
endgame = agon.game("tictactoe").position(moves="a1 b2 a3")
print(agon.analyze(endgame, exact=True).words)

# %% [markdown]
# A match has statistics that can be trusted: every opening is played with both colours, and the interval knows it.

# %%
result = agon.match("reversi", "greedy", "random", games=200, random_plies=4, keep_records=True)
print(result)

# %% [markdown]
# Games are records: to step through, to write to a file, or as arrays for whoever learns from them.

# %%
record = result.records[0]
end = record.replay()
print(record, end.points)
end

# %%
batch = agon.self_play("connect4", games=5000)
print(batch, batch.boards.shape, "the first player wins", batch.shares[:, 0].mean())
