//! The picture at the head of the README is what `agon play` prints: `cargo xtask golden --accept` draws it again.
//!
//! Every character stands at its own place, so that no font and no rule for white space can move the letters
//! of the columns away from the columns.

use crate::running::Folder;
use agon_testkit::check_golden;

const LEFT: f64 = 20.0;
const FIRST_LINE: usize = 50;
const WIDTH: f64 = 9.0;
const HEIGHT: usize = 19;
/// The move that is typed, and what the agent says then.
const TYPED: &str = "d3";
const REPLY: &str = "White, easy: ";

#[test]
fn the_picture_of_the_readme_is_current() {
    let folder = Folder::new("picture");
    folder.write("typed", &format!("{TYPED}\n"));
    let mut command = folder.command(&["play", "reversi", "human", "easy", "--color", "always"]);
    command.env("COLORTERM", "truecolor").env_remove("COLUMNS");
    let typed = std::fs::File::open(folder.0.join("typed")).unwrap();
    let output = command.stdin(typed).output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    let path = format!("{}/../../docs/play.svg", env!("CARGO_MANIFEST_DIR"));
    check_golden(path, &picture(&as_on_a_terminal(&shown)));
}

/// What somebody sees who typed the move: the command, the board before and after, and the reply.
fn as_on_a_terminal(shown: &str) -> Vec<String> {
    let prompt = "to move> ";
    let (before, after) = shown.split_once(prompt).unwrap();
    let reply = after.find(REPLY).unwrap();
    let end = reply + after[reply..].find('\n').unwrap();
    let text = format!("$ agon play reversi human easy\n{before}{prompt}{TYPED}\n{}", &after[..end]);
    text.lines().map(str::to_owned).collect()
}

fn picture(lines: &[String]) -> String {
    let longest = lines.iter().map(|line| glyphs(line).len()).max().unwrap();
    let width = 2.0 * LEFT + WIDTH * longest as f64;
    let height = FIRST_LINE + HEIGHT * lines.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"A game of Reversi in the terminal\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1e2227\"/>\n\
         <circle cx=\"18\" cy=\"16\" r=\"5\" fill=\"#e06c5a\"/><circle cx=\"36\" cy=\"16\" r=\"5\" fill=\"#d9b44a\"/>\
         <circle cx=\"54\" cy=\"16\" r=\"5\" fill=\"#5fae62\"/>\n\
         <g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,monospace\" font-size=\"15\" fill=\"#d7dae0\" \
         text-anchor=\"middle\">\n"
    );
    for (row, line) in lines.iter().enumerate() {
        svg += &draw_line(&glyphs(line), FIRST_LINE + HEIGHT * row);
    }
    svg + "</g>\n</svg>\n"
}

fn draw_line(glyphs: &[Glyph], base: usize) -> String {
    let x = |column: usize| LEFT + WIDTH * column as f64;
    let mut svg = String::new();
    for run in glyphs.chunk_by(|a, b| a.ground == b.ground) {
        let start = glyphs.iter().position(|glyph| std::ptr::eq(glyph, &run[0])).unwrap();
        if let Some(ground) = &run[0].ground {
            let (left, top, width) = (x(start), base - 14, WIDTH * run.len() as f64 + 0.3);
            svg += &format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"rgb({ground})\"/>\n"
            );
        }
    }
    for (column, glyph) in glyphs.iter().enumerate().filter(|(_, glyph)| glyph.letter != ' ') {
        let middle = x(column) + WIDTH / 2.0;
        let ink = glyph.ink.as_ref().map_or_else(String::new, |ink| format!(" fill=\"rgb({ink})\""));
        let letter = match glyph.letter {
            // Discs and dots are drawn: fonts make them of any size.
            '\u{25cf}' | '\u{b7}' => {
                let radius = if glyph.letter == '\u{b7}' { 1.5 } else { 7.0 };
                svg += &format!(
                    "<circle cx=\"{middle}\" cy=\"{:.1}\" r=\"{radius}\"{ink}/>\n",
                    base as f64 - 4.5
                );
                continue;
            }
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '&' => "&amp;".to_owned(),
            letter => letter.to_string(),
        };
        svg += &format!("<text x=\"{middle}\" y=\"{base}\"{ink}>{letter}</text>\n");
    }
    svg
}

/// A character with its colours, each as `r,g,b`.
#[derive(Clone)]
struct Glyph {
    letter: char,
    ink: Option<String>,
    ground: Option<String>,
}

/// Follows the escape sequences of true colour.
fn glyphs(line: &str) -> Vec<Glyph> {
    let (mut ink, mut ground) = (None, None);
    let mut glyphs = Vec::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        if letter != '\x1b' {
            glyphs.push(Glyph { letter, ink: ink.clone(), ground: ground.clone() });
            continue;
        }
        let end = rest.find('m').unwrap();
        let code = rest[1..end].replace(';', ",");
        match (code.strip_prefix("38,2,"), code.strip_prefix("48,2,")) {
            (Some(color), _) => ink = Some(color.to_owned()),
            (_, Some(color)) => ground = Some(color.to_owned()),
            _ => (ink, ground) = (None, None),
        }
        rest = &rest[end + 1..];
    }
    glyphs
}
