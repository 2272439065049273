"""python-chess as a peer: games of plain PGN, read with `read_game`, which checks each move.

The games are made here, and legal: a seeded player takes what is worth taking, shuns squares
where the piece would be lost, likes the centre, and moves its king only when it must. They
have the seven tags and no comments, so there is nothing to read but moves.
"""

from io import BytesIO, TextIOWrapper
from random import Random

import chess
import chess.pgn

from benchmarks.measure import Subject

MOVES = 80
"""Moves of both sides in a game, unless mate or a draw ends it before."""

_WORTH = {
    chess.PAWN: 1.0,
    chess.KNIGHT: 3.0,
    chess.BISHOP: 3.0,
    chess.ROOK: 5.0,
    chess.QUEEN: 9.0,
    chess.KING: 2.0,
}


def chess_peer(rounds: int, moves: int) -> Subject:
    """python-chess, with games of so many moves a round, all of them different."""
    rng = Random("cgn-benchmark-chess")  # noqa: S311 - games to read, no secret
    corpora = [
        "\n\n".join(_game(rng, number + 1) for number in range(moves // MOVES)).encode()
        for _ in range(rounds)
    ]
    return Subject("python-chess", corpora, _read)


def _read(data: bytes) -> int:
    stream = TextIOWrapper(BytesIO(data), encoding="utf-8")
    moves = 0
    while (game := chess.pgn.read_game(stream)) is not None:
        if game.errors:
            raise ValueError(str(game.errors[0]))
        moves += game.end().ply()
    return moves


def _game(rng: Random, number: int) -> str:
    board = chess.Board()
    while len(board.move_stack) < MOVES and not board.is_game_over():
        board.push(max(board.legal_moves, key=lambda move: _liking(board, move, rng)))
    game = chess.pgn.Game.from_board(board)
    game.headers.update(
        Event="Benchmark",
        Site="Here",
        Date="2026.11.20",
        Round=str(number),
        White="Ana",
        Black="Bo",
    )
    return str(game)


def _liking(board: chess.Board, move: chess.Move, rng: Random) -> float:
    """The immediate gain of a move, minus what it leaves hanging, plus a little for the centre."""
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    taken = board.piece_type_at(move.to_square)
    gain = _WORTH[taken] if taken else 0.0
    if piece != chess.KING and board.is_attacked_by(not board.turn, move.to_square):
        guarded = len(board.attackers(board.turn, move.to_square)) > 1
        gain -= _WORTH[piece] - (1.0 if guarded else 0.0)
    if board.is_attacked_by(not board.turn, move.from_square):
        gain += _WORTH[piece] / 3
    if piece == chess.KING:
        gain += 2.0 if board.is_castling(move) else -2.0
    return gain + _centrality(move.to_square) - _centrality(move.from_square) + 2 * rng.random()


def _centrality(square: chess.Square) -> float:
    file: int = chess.square_file(square)
    rank: int = chess.square_rank(square)
    return 1 - (abs(file - 3.5) + abs(rank - 3.5)) / 7
