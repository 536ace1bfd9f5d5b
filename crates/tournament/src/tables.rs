//! Standings for people: as text, as a page and as a picture.

mod bracket;
mod html;
mod svg;
mod text;
