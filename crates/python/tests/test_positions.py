"""Games and positions: moves as text and numbers, undo, copies, pictures, errors."""

import copy
import pickle
import xml.dom.minidom

import pytest

import agon

SPECS = ["reversi", "reversi:6x6", "reversi:88", "reversi:#..#/..../..../#..#", "tictactoe", "connect4", "gomoku",
         "connect6:13x13", "line:m=6,n=5,k=4,p=2,gravity", "blokus:duo", "blokus:mini", "blokus:classic-two"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_random_game_by_text_and_by_number_is_the_same_game(spec, chance):
    game = agon.game(spec)
    by_text, by_number = game.start(), game.start()
    while not by_text.is_over:
        legal, actions = by_text.legal(), by_number.actions()
        assert tuple(game.action(mv) for mv in legal) == actions
        assert tuple(game.move_of(action) for action in actions) == legal
        assert all(0 <= action < game.actions for action in actions)
        assert len(set(actions)) == len(actions)
        index = chance.randrange(len(legal))
        assert by_text.after(legal[index]) != by_text
        by_text.play(legal[index])
        assert by_number.step(actions[index]) == by_number.actions()
        assert by_text == by_number and hash(by_text) == hash(by_number)
    assert by_text.to_move is None and by_text.legal() == () and by_text.actions() == ()
    assert len(by_text.points) == game.players and abs(sum(by_text.shares) - 1) < 1e-9
    assert by_text.played == by_number.played
    assert game.position(moves=" ".join(by_text.played)) == by_text
    plies = len(by_text.played)
    by_text.undo(plies)
    assert by_text == game.start()
    with pytest.raises(IndexError, match="0 moves are known"):
        by_text.undo()


@pytest.mark.parametrize("spec", SPECS)
def test_text_pickles_and_copies_give_the_same_position(spec, chance):
    position = agon.game(spec).start()
    for _ in range(4):
        position.play(chance.choice(position.legal()))
    assert position.game.position(position.text) == position
    for other in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert other == position and other.played == position.played
        other.play(other.legal()[0])
        assert other != position
    begun = position.game.position(position.text)
    begun.play(begun.legal()[0])
    assert pickle.loads(pickle.dumps(begun)) == begun


@pytest.mark.parametrize("spec", SPECS)
def test_boards_are_what_the_picture_shows(spec, chance):
    numpy = pytest.importorskip("numpy")
    position = agon.game(spec).start()
    for _ in range(3):
        position.play(chance.choice(position.legal()))
    board = position.board()
    assert board.shape == position.game.shape and board.dtype == numpy.int8
    assert board.max() <= position.game.colors
    board[0, 0] = 1  # An array of its own: the position is not touched.
    both = agon.boards([position, position.copy()])
    assert both.shape == (2, *position.game.shape) and (both[0] == both[1]).all()
    assert (both[0] == position.board()).all()
    svg = position._repr_svg_()
    xml.dom.minidom.parseString(svg)
    assert svg.startswith("<svg")


def test_boards_of_different_sizes_are_refused():
    pytest.importorskip("numpy")
    with pytest.raises(agon.AgonError, match="one size"):
        agon.boards([agon.game("reversi").start(), agon.game("tictactoe").start()])


def test_a_board_is_drawn_in_letters():
    position = agon.game("tictactoe").position(moves="b2 a3")
    assert str(position) == "3 O . .\n2 . X .\n1 . . .\n  a b c\nX to move"


def test_numbers_are_rows_from_the_top():
    game = agon.game("reversi")
    assert [game.action(mv) for mv in ("a1", "h1", "a2", "h8", "pass")] == [0, 7, 8, 63, 64]
    assert agon.game("tictactoe").action("a3") == 0
    assert agon.game("connect4").action("4") == 3


@pytest.mark.parametrize("wrong, said", [
    (lambda: agon.game("reversy"), "did you mean `reversi`"),
    (lambda: agon.game("reversi").check("alphabeta(dpth=3)"), r"\^"),
    (lambda: agon.agent("mcts(time=1x)").choose(agon.game("reversi").start()), "is not a time"),
    (lambda: agon.game("reversi").start().play("a1"), "not legal here; legal: "),
    (lambda: agon.game("reversi").start().play("z99"), "z99"),
    (lambda: agon.game("reversi").start().play(65), "65 is not the number"),
    (lambda: agon.game("reversi").start().play(-1), "-1 is not the number"),
    (lambda: agon.game("reversi").start().play(0), "`a1` is not legal"),
    (lambda: agon.game("reversi").position("nonsense"), "nonsense"),
    (lambda: agon.game("reversi").position("x", moves="y"), "not both"),
])
def test_errors_have_our_words(wrong, said):
    with pytest.raises(agon.AgonError, match=said):
        wrong()


def test_other_kinds_of_moves_are_refused():
    position = agon.game("reversi").start()
    for mv in (None, 1.5, ["f5"]):
        with pytest.raises(TypeError, match="a move is"):
            position.play(mv)
    assert position == agon.game("reversi").start()


def test_counts_of_leaves_are_the_published_ones():
    assert agon.game("reversi").perft(7) == 55092
    assert agon.game("tictactoe").perft(9) == 255168


def test_games_are_listed_and_know_their_agents():
    names = {family["name"] for family in agon.games()}
    assert {"reversi", "connect4", "blokus"} <= names
    game = agon.game("reversi")
    assert "mcts" in {agent["name"] for agent in game.agents()}
    assert "mobility" in {kind["name"] for kind in game.evaluators()}
    assert game == agon.game("reversi:8x8") and pickle.loads(pickle.dumps(game)) == game
    assert game.player_name(0) == "Black"
    with pytest.raises(IndexError):
        game.player_name(2)


def test_tuples_that_are_handed_out_again_belong_to_their_game():
    """The same numbers are other words elsewhere, and a tuple of one game must not come up in another."""
    specs = ["tictactoe", "line:m=3,n=3,k=3,gravity", "connect4", "reversi:4x4"]
    for _ in range(5):
        for spec in specs:
            game = agon.game(spec)
            position = game.start()
            while moves := position.actions():
                assert position.legal() == tuple(game.move_of(action) for action in moves)
                position.play(moves[len(moves) // 2])
    one, other = agon.game("tictactoe").start(), agon.game("tictactoe").start()
    assert one.actions() == other.actions() and one.legal() == other.legal()


def test_tuples_of_large_numbers_are_told_apart():
    """Tuples that are handed out again are known by a byte for each number; 255 stands for none."""
    game = agon.game("line:m=20,n=20,k=20")
    left = [0, 253, 254, 255, 256, 399]
    position = game.start()
    for action in game.start().actions():
        if action not in left and not position.is_over:
            position.play(action)
    assert sorted(position.actions()) == left
    for action in [254, 0, 253, 399, 256]:
        position.play(action)
        left.remove(action)
        for _ in range(4):
            assert sorted(position.actions()) == left
            assert sorted(map(game.action, position.legal())) == left
            assert game.start().after(0).actions() and not position.is_over
    position.play(255)
    assert position.actions() == () and position.is_over


def test_play_takes_one_move_by_its_place():
    position = agon.game("tictactoe").start()
    assert position.play.__text_signature__ == "($self, mv, /)" and position.step.__doc__
    for wrong in (TypeError, ()), (TypeError, (1, 2)), (TypeError, (None,)), (TypeError, (1.5,)), (agon.AgonError, (-1,)):
        with pytest.raises(wrong[0]):
            position.play(*wrong[1])
    with pytest.raises(TypeError):
        agon.Position.play("not a position", 1)
    with pytest.raises(agon.AgonError):
        position.play(2**70)
    assert position.played == []
