//! The pages, compiled in. A build for development reads them from the folder that `AGON_WEB_ASSETS` names instead, so
//! that a change is seen without compiling.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        /// Every file with its name.
        const ASSETS: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../assets/", $name)))),*];
    };
}

assets![
    "index.html",
    "icon.svg",
    "tokens.css",
    "app.css",
    "pages.css",
    "play.css",
    "theme.js",
    "main.js",
    "analyse.js",
    "analyse-start.js",
    "api.js",
    "arena.js",
    "board.js",
    "chart.js",
    "dom.js",
    "drawing.js",
    "explain.js",
    "export.js",
    "game-graph.js",
    "jobs.js",
    "judgement.js",
    "keys.js",
    "new-game.js",
    "papers.js",
    "pieces.js",
    "play.js",
    "rail.js",
    "setup.js",
    "shapes.js",
    "training.js",
    "types.js",
    "words.js",
];

/// The page that every address of the app shows.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    serve("index.html", &headers)
}

/// One file of the pages.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    serve(&name, &headers)
}

fn serve(name: &str, headers: &HeaderMap) -> Response {
    let Some(bytes) = read(name) else {
        return Refusal::unknown("There is no such file.").into_response();
    };
    let tag = format!("\"{}\"", &agon_files::digest(&bytes)[..16]);
    let known = headers.get(IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let cache = [(CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag)];
    if known {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    (cache, [(CONTENT_TYPE, kind(name))], bytes).into_response()
}

#[cfg(debug_assertions)]
fn read(name: &str) -> Option<Vec<u8>> {
    let found = ASSETS.iter().find(|(known, _)| *known == name);
    match std::env::var_os("AGON_WEB_ASSETS") {
        // Only names that are known: nothing else of the disk is shown.
        Some(folder) if found.is_some() => {
            agon_files::read_bytes(&std::path::Path::new(&folder).join(name)).ok()
        }
        _ => found.map(|(_, bytes)| bytes.to_vec()),
    }
}

#[cfg(not(debug_assertions))]
fn read(name: &str) -> Option<&'static [u8]> {
    ASSETS.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a first visit to Play takes: less than 150 kB, as nothing else is fetched.
    #[test]
    fn the_first_page_is_small() {
        let bytes_of = |name: &str| ASSETS.iter().find(|(known, _)| *known == name).unwrap().1;
        let mut needed = vec!["index.html", "theme.js", "main.js", "play.js", "icon.svg"];
        let styles = ASSETS.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".css"));
        needed.extend(styles);
        let mut at = 0;
        while at < needed.len() {
            let text = String::from_utf8_lossy(bytes_of(needed[at]));
            // Other pages are imported when they are opened, which is written otherwise.
            for import in text.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next()) {
                let (name, _) = ASSETS.iter().find(|(known, _)| *known == import).unwrap();
                if !needed.contains(name) {
                    needed.push(name);
                }
            }
            at += 1;
        }
        let bytes: usize = needed.iter().map(|name| bytes_of(name).len()).sum();
        assert!(needed.len() > 10 && bytes < 150_000, "{} files take {bytes} bytes", needed.len());
    }

    #[test]
    fn every_module_that_is_imported_is_there() {
        let names: Vec<_> = ASSETS.iter().map(|(name, _)| *name).collect();
        for (name, bytes) in ASSETS.iter().filter(|(name, _)| name.ends_with(".js")) {
            let text = std::str::from_utf8(bytes).unwrap();
            for import in text.split("\"./").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(names.contains(&import), "{name} imports {import}");
            }
        }
    }
}
