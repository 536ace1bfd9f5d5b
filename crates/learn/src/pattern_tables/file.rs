//! The file of pattern tables: lines for people, then the compressed weights as text. Original design.
//!
//! ```text
//! # agon train pattern-tables ...            where it comes from
//! agon pattern tables 2
//! licence MIT OR Apache-2.0
//! game reversi
//! shape corner-3x3 0,0 1,0 ... mirror 0 3 6 ...
//! offsets 0 0 0 0 12 -3 ...                  by number of stones, in 32nds of a point
//! errors 0 0 0 0 0 9.2 ...                   mean absolute error in points on positions that were held out
//! stones 4 8 12 ...                          where phases begin
//! weights 123456                             bytes behind the compression
//! eJzs...                                    base64 of a zlib stream
//! end 1b2c3d4e                               Adler-32 of all lines before
//! ```
//!
//! The weights stand phase by phase from the last to the first, shape by shape, one for each class of indices, each less
//! the weight of the phase after: patterns that a phase has rarely seen keep that one, so most numbers are zero. Numbers
//! have 7 bits a byte (lowest first, the highest bit says that more follow) with the sign in the lowest bit. Files of
//! version 1 have the weights themselves, from the first phase to the last.

use std::fmt;
use std::str::FromStr;

use agon_core::{ReadError, whole_lines};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::shape::PatternShape;
use super::tables::{PatternTables, PhaseTables};

const HEADER: &str = "agon pattern tables 2";
const FIRST_HEADER: &str = "agon pattern tables 1";
/// As small as it gets: files are written seldom.
const LEVEL: u8 = 10;
/// Characters to a line.
const LINE: usize = 120;
/// More weights than any sensible file has, and no more memory than a machine has.
const MOST_WEIGHTS: usize = 40_000_000;

impl fmt::Display for PatternTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.body();
        writeln!(f, "{text}end {:08x}", checksum(&text))
    }
}

impl PatternTables {
    /// All but the last line.
    fn body(&self) -> String {
        let Self { origin, licence, game, shapes, offsets, errors, phases } = self;
        let mut text = format!("# {origin}\n{HEADER}\nlicence {licence}\ngame {game}\n");
        shapes.iter().for_each(|shape| text.push_str(&format!("shape {shape}\n")));
        let row = |name: &str, words: Vec<String>| format!("{name} {}\n", words.join(" "));
        text.push_str(&row("offsets", offsets.iter().map(ToString::to_string).collect()));
        text.push_str(&row("errors", errors.iter().map(ToString::to_string).collect()));
        text.push_str(&row("stones", phases.iter().map(|phase| phase.stones.to_string()).collect()));
        let bytes = self.weight_bytes();
        text.push_str(&format!("weights {}\n", bytes.len()));
        let encoded = STANDARD.encode(compress_to_vec_zlib(&bytes, LEVEL));
        let mut rest = encoded.as_str();
        while !rest.is_empty() {
            let (line, next) = rest.split_at(LINE.min(rest.len()));
            text.push_str(line);
            text.push('\n');
            rest = next;
        }
        text
    }

    fn weight_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let classes: Vec<_> = self.shapes.iter().map(PatternShape::classes).collect();
        let mut after: Option<&PhaseTables> = None;
        for phase in self.phases.iter().rev() {
            for (shape, (weights, classes)) in phase.weights.iter().zip(&classes).enumerate() {
                let mut next = 0;
                for (index, (&weight, &class)) in weights.iter().zip(classes).enumerate() {
                    if class == next {
                        let known = after.map_or(0, |after| after.weights[shape][index]);
                        put(&mut bytes, weight.wrapping_sub(known));
                        next += 1;
                    }
                }
            }
            after = Some(phase);
        }
        bytes
    }
}

fn put(bytes: &mut Vec<u8>, weight: i16) {
    let mut rest = ((weight << 1) ^ (weight >> 15)) as u16;
    while rest >= 128 {
        bytes.push((rest & 127) as u8 | 128);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn take(bytes: &mut impl Iterator<Item = u8>) -> Option<i16> {
    let mut folded = 0u32;
    for shift in [0, 7, 14] {
        let byte = bytes.next()?;
        folded |= u32::from(byte & 127) << shift;
        if byte < 128 {
            let folded = u16::try_from(folded).ok()?;
            return Some((folded >> 1) as i16 ^ -((folded & 1) as i16));
        }
    }
    None
}

fn checksum(text: &str) -> u32 {
    // Adler-32 [RFC 1950]: two sums, both modulo the largest prime below 2^16.
    const PRIME: u32 = 65521;
    let (low, high) = text.bytes().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(byte)) % PRIME;
        (low, (high + low) % PRIME)
    });
    high << 16 | low
}

impl FromStr for PatternTables {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut lines = Lines { lines: whole_lines(text)?.lines(), number: 0 };
        let origin = lines.after("#")?.to_owned();
        let form = match lines.next()? {
            HEADER => Form::Differences,
            FIRST_HEADER => Form::Weights,
            _ => return Err(lines.wrong(&format!("`{HEADER}` is expected here"))),
        };
        let body = text.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
        let end = text[body..].trim_end_matches('\n').strip_prefix("end ");
        if end.and_then(|sum| u32::from_str_radix(sum, 16).ok()) != Some(checksum(&text[..body])) {
            let why = "the last line is not `end` with the checksum of all others: the file was cut short or changed";
            return Err(ReadError::new(why));
        }
        let (licence, game) = (lines.after("licence")?.to_owned(), lines.after("game")?.to_owned());
        let mut shapes = Vec::new();
        let mut line = lines.next()?;
        while let Some(shape) = line.strip_prefix("shape ") {
            shapes.push(read_shape(shape).map_err(|error| lines.wrong(&error.message))?);
            line = lines.next()?;
        }
        let offsets = lines.numbers(line, "offsets")?;
        let line = lines.next()?;
        let errors = lines.numbers(line, "errors")?;
        let line = lines.next()?;
        let stones: Vec<u32> = lines.numbers(line, "stones")?;
        let count =
            lines.after("weights")?.parse().map_err(|_| lines.wrong("a number of bytes is expected"))?;
        let weights: usize = shapes.iter().map(PatternShape::indices).sum();
        let phases = weights.checked_mul(stones.len()).filter(|&all| all <= MOST_WEIGHTS && count <= 3 * all);
        phases.ok_or_else(|| lines.wrong("more weights than any board has"))?;
        let bytes = decode(&text[..body], lines.number, count).map_err(|why| lines.wrong(&why))?;
        let phases = read_phases(form, &shapes, &stones, &bytes)
            .ok_or_else(|| lines.wrong("the compressed weights are not those of these shapes and phases"))?;
        let tables = Self { origin, licence, game, shapes, offsets, errors, phases };
        tables.check()?;
        Ok(tables)
    }
}

/// `NAME COLUMN,ROW ... mirror CELL ... mirror CELL ...`
fn read_shape(text: &str) -> Result<PatternShape, ReadError> {
    let mut parts = text.split(" mirror ");
    let mut words = parts.next().unwrap_or_default().split(' ');
    let name = words.next().unwrap_or_default().to_owned();
    let place = |word: &str| {
        let (column, row) = word.split_once(',')?;
        Some((column.parse().ok()?, row.parse().ok()?))
    };
    let cells: Option<Vec<_>> = words.map(place).collect();
    let mirror = |part: &str| part.split(' ').map(|word| word.parse::<u8>().ok()).collect();
    let mirrors: Option<Vec<_>> = parts.map(mirror).collect();
    let (Some(cells), Some(mirrors)) = (cells, mirrors) else {
        return Err(ReadError::new(format!("`{name}` is not a shape: NAME COLUMN,ROW ... is expected")));
    };
    let shape = PatternShape { name, cells, mirrors };
    shape.check()?;
    Ok(shape)
}

/// The bytes behind the compression that begin after this line.
fn decode(text: &str, line: usize, count: usize) -> Result<Vec<u8>, String> {
    let encoded: String = text.lines().skip(line).collect();
    let packed = STANDARD.decode(encoded).map_err(|error| format!("the weights are not base64: {error}"))?;
    let bytes = decompress_to_vec_zlib_with_limit(&packed, count)
        .map_err(|error| format!("the weights cannot be decompressed: {error}"))?;
    if bytes.len() == count {
        return Ok(bytes);
    }
    Err(format!("{} bytes of weights, {count} are expected", bytes.len()))
}

/// What the numbers of a file are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Weights, from the first phase to the last.
    Weights,
    /// Weights less those of the phase after, from the last phase to the first.
    Differences,
}

fn read_phases(
    form: Form,
    shapes: &[PatternShape],
    stones: &[u32],
    bytes: &[u8],
) -> Option<Vec<PhaseTables>> {
    let classes: Vec<_> = shapes.iter().map(PatternShape::classes).collect();
    let mut bytes = bytes.iter().copied();
    let mut order = stones.to_vec();
    if form == Form::Differences {
        order.reverse();
    }
    let mut phases: Vec<PhaseTables> = Vec::new();
    for stones in order {
        let after = phases.last().filter(|_| form == Form::Differences);
        let mut weights = Vec::new();
        for (shape, classes) in classes.iter().enumerate() {
            let mut by_class: Vec<i16> = Vec::new();
            let mut table = Vec::with_capacity(classes.len());
            for (index, &class) in classes.iter().enumerate() {
                if class as usize == by_class.len() {
                    let known = after.map_or(0, |after| after.weights[shape][index]);
                    by_class.push(take(&mut bytes)?.wrapping_add(known));
                }
                table.push(by_class[class as usize]);
            }
            weights.push(table);
        }
        phases.push(PhaseTables { stones, weights });
    }
    if form == Form::Differences {
        phases.reverse();
    }
    bytes.next().is_none().then_some(phases)
}

struct Lines<'t> {
    lines: std::str::Lines<'t>,
    number: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Result<&'t str, ReadError> {
        self.number += 1;
        self.lines.next().ok_or_else(|| self.wrong("the file was cut short"))
    }

    fn after(&mut self, key: &str) -> Result<&'t str, ReadError> {
        let line = self.next()?;
        self.strip(line, key)
    }

    fn strip(&self, line: &'t str, key: &str) -> Result<&'t str, ReadError> {
        let rest = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| self.wrong(&format!("`{key} ...` is expected here")))
    }

    fn numbers<T: FromStr>(&self, line: &'t str, key: &str) -> Result<Vec<T>, ReadError> {
        let number = |word: &str| {
            word.parse().map_err(|_| self.wrong(&format!("`{}` is not a number", word.escape_debug())))
        };
        self.strip(line, key)?.split(' ').map(number).collect()
    }

    fn wrong(&self, why: &str) -> ReadError {
        ReadError::new(format!("pattern tables, line {}: {why}", self.number))
    }
}
