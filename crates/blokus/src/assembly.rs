//! Which pieces make up the cells of a colour, and whether they could have been placed one after another. Original design.

use agon_core::ReadError;

use crate::board::Blokus;
use crate::cells::Cells;
use crate::pieces::Pieces;
use crate::rules::PieceColor;

/// The pieces that a colour has placed, found from its cells alone.
///
/// # Errors
/// If a connected part is not a piece, a piece occurs twice, or the parts do not hang together from the start cell.
pub(crate) fn pieces(game: &Blokus, color: PieceColor, own: &Cells) -> Result<Pieces, ReadError> {
    let parts = parts(own);
    let mut left = game.rules.pieces();
    for part in &parts {
        let cells: Vec<_> = part.iter().map(|(column, row)| game.cell(column, row)).collect();
        let at = || format!("the part of colour {} at {}", color.0 + 1, game.cell_name(cells[0]));
        let piece = match cells.len() {
            1..=5 => game.placement(&cells).map(|mv| game.piece_of(mv)),
            _ => None,
        };
        let piece = piece.filter(|&piece| game.rules.pieces().has(piece));
        let piece = piece.ok_or_else(|| ReadError::new(format!("{} is not a piece", at())))?;
        if !left.has(piece) {
            return Err(ReadError::new(format!("{} is a second {}", at(), piece.name())));
        }
        left = left.without(piece);
    }
    check_linked(game, color, own, &parts)?;
    Ok(Pieces(game.rules.pieces().0 & !left.0))
}

/// The parts that hang together by edges.
fn parts(own: &Cells) -> Vec<Cells> {
    let (mut rest, mut parts) = (*own, Vec::new());
    while let Some((column, row)) = rest.iter().next() {
        let mut part = Cells::single(column, row);
        loop {
            let grown = part | part.edge_neighbours() & rest;
            if grown == part {
                break;
            }
            part = grown;
        }
        rest = rest & !part;
        parts.push(part);
    }
    parts
}

/// Whether the start cell is covered and every part is linked to it by corners.
fn check_linked(game: &Blokus, color: PieceColor, own: &Cells, parts: &[Cells]) -> Result<(), ReadError> {
    let number = color.0 + 1;
    let start = game.start_cell(color);
    let (column, row) = game.rules.starts()[color.index()];
    if !own.is_empty() && !own.has(column, row) {
        let name = game.cell_name(start);
        return Err(ReadError::new(format!("colour {number} does not cover its start cell {name}")));
    }
    let mut linked = Cells::single(column, row);
    loop {
        let touched = linked | linked.corner_neighbours();
        let grown =
            parts.iter().filter(|part| !(touched & **part).is_empty()).fold(linked, |all, &part| all | part);
        if grown == linked {
            break;
        }
        linked = grown;
    }
    match parts.iter().find(|part| (linked & **part).is_empty()).and_then(|part| part.iter().next()) {
        None => Ok(()),
        Some((column, row)) => Err(ReadError::new(format!(
            "the piece of colour {number} at {} touches no other at a corner",
            game.cell_name(game.cell(column, row))
        ))),
    }
}
