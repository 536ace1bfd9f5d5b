//! Games in the browser: by clicks, by keys, by touch, by two people; after a reload; heard by those who cannot see.

use serde_json::{Value, json};

use crate::browser::{Browser, Driver, Screen};
use crate::running::Server;

/// Somebody is to move here, or the game is over.
const READY: &str =
    "document.querySelector('.board[data-open=\"yes\"]') || document.querySelector('dialog[open]')";
/// The end is announced.
const OVER: &str = "document.querySelector('dialog[open]')";

/// Begins a game as a page would, and opens it.
pub fn begin(browser: &Browser<'_>, server: &Server, game: &str, seats: &Value) {
    // Any address of the server will do to ask from.
    browser.open(&format!("{}api", server.url));
    let script = "const [game, seats, done] = arguments;
        fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game, seats }) })
          .then(answer => answer.json()).then(state => done(state.id))";
    let id = browser.script_later(script, &[json!(game), seats.clone()]);
    browser.open(&format!("{}play/{}", server.url, id.as_str().unwrap()));
    browser.wait("document.querySelector('.board[data-ply]')");
}

fn is(browser: &Browser<'_>, condition: &str) -> bool {
    browser.script(&format!("return Boolean({condition})"), &[]) == Value::Bool(true)
}

/// Plays until the end is announced; `step` makes a move of ours.
fn play_out(browser: &Browser<'_>, step: impl Fn(&Browser<'_>)) {
    loop {
        browser.wait(READY);
        if is(browser, OVER) {
            return;
        }
        let ply = browser.script("return document.querySelector('.board').dataset.ply", &[]);
        step(browser);
        browser.wait(&format!("document.querySelector('.board').dataset.ply !== {ply}"));
    }
}

fn title(browser: &Browser<'_>) -> String {
    browser.wait(OVER);
    browser.script("return document.querySelector('dialog h1').textContent", &[]).as_str().unwrap().to_owned()
}

#[test]
fn a_game_of_each_family_by_clicks() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, false);
    for game in ["reversi:6x6", "connect4", "gomoku:7x7"] {
        begin(&browser, &server, game, &json!(["you", { "agent": "random" }]));
        play_out(&browser, |browser| browser.click(".cell.legal"));
        let title = title(&browser);
        assert!(title.contains("wins") || title.starts_with("Draw"), "{game}: {title}");
    }
    browser.picture("play-gomoku-over");
    // A rematch exchanges the seats, and the agent begins.
    browser.click_words("dialog button", "Rematch, other colour");
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')?.dataset.ply === '1'");

    begin(&browser, &server, "blokus:duo", &json!(["you", { "agent": "random" }]));
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')");
    browser.picture("play-duo");
    play_out(&browser, |browser| {
        browser.click(".tray-piece:not(:disabled)");
        browser.click_words(".controls button", "Place");
    });
    assert!(title(&browser).contains("left"), "{}", title(&browser));
}

#[test]
fn a_game_of_each_family_by_keys() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, true);
    const ENTER: &str = "\u{e007}";
    for game in ["reversi:4x4", "connect4:4x4", "tictactoe"] {
        begin(&browser, &server, game, &json!(["you", { "agent": "random" }]));
        play_out(&browser, |browser| {
            // Tab enters the board at a legal cell; Enter plays it.
            browser.script("document.querySelector('.board [tabindex=\"0\"]').focus()", &[]);
            browser.keys(&[ENTER]);
        });
        assert!(!title(&browser).is_empty());
    }
    begin(
        &browser,
        &server,
        "blokus:mini",
        &json!(["you", { "agent": "random" }, { "agent": "random" }, { "agent": "random" }]),
    );
    play_out(&browser, |browser| browser.keys(&["]", " ", "e", "f", " ", ENTER]));
    assert!(title(&browser).contains("left"), "{}", title(&browser));

    // Arrows walk, a move can be typed, a hint is shown, moves are taken back.
    begin(&browser, &server, "reversi", &json!(["you", { "agent": "greedy" }]));
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')");
    browser.script("document.querySelector('.board [tabindex=\"0\"]').focus()", &[]);
    let at = "return document.activeElement.getAttribute('aria-label')";
    assert_eq!(browser.script(at, &[]), json!("d3, turns 1 disc"));
    browser.keys(&["\u{e014}"]);
    assert_eq!(browser.script(at, &[]), json!("e3, empty"));
    browser.keys(&["h"]);
    browser.wait("document.querySelector('.hint-ring')");
    browser.keys(&["/"]);
    browser.write(".type-move input", "a9\u{e007}");
    browser.wait("document.querySelector('.status .bad')");
    browser.script("document.querySelector('.type-move input').value = ''", &[]);
    browser.write(".type-move input", "d3\u{e007}");
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')?.dataset.ply === '2'");
    browser.script("document.activeElement.blur()", &[]);
    browser.keys(&["u"]);
    browser.wait("document.querySelector('.board').dataset.ply === '0'");
    browser.keys(&["?"]);
    browser.wait("document.querySelector('dialog .keys')");
}

#[test]
fn a_phone_is_touched_and_a_reload_changes_nothing() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Phone, false);
    begin(&browser, &server, "reversi", &json!(["you", { "agent": "random" }]));
    for ply in [2, 4] {
        browser.tap(".cell.legal");
        browser.wait(&format!("document.querySelector('.board[data-open=\"yes\"]')?.dataset.ply >= {ply}"));
    }
    let stones =
        "return [...document.querySelectorAll('.stone')].filter(one => !one.closest('.hover')).length";
    let before = browser.script(stones, &[]);
    browser.script("location.reload()", &[]);
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')?.dataset.ply >= 4");
    assert_eq!(browser.script(stones, &[]), before);
    let wide = browser.script("return document.documentElement.scrollWidth - 390", &[]);
    assert!(wide.as_f64().unwrap() <= 0.0, "the page scrolls sideways by {wide}");
    // A large board: the first tap shows the stone, the second plays it.
    begin(&browser, &server, "gomoku", &json!(["you", { "agent": "random" }]));
    browser.tap(".cell.legal[data-index='112']");
    browser.wait("document.querySelector('.hover .brackets')");
    assert_eq!(browser.script("return document.querySelector('.board').dataset.ply", &[]), json!("0"));
    browser.tap(".cell.legal[data-index='112']");
    browser.wait("document.querySelector('.board').dataset.ply >= 1");
    // A piece of Blokus by touch.
    begin(&browser, &server, "blokus:duo", &json!(["you", { "agent": "random" }]));
    browser.tap(".tray-piece:not(:disabled)");
    browser.wait("document.querySelector('.ghost-edge')");
    browser.tap(".controls .primary");
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')?.dataset.ply >= 2");
    browser.picture("play-duo-phone");
}

#[test]
fn two_browsers_play_one_game() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let [black, white] = [driver.browser(Screen::Desktop, false), driver.browser(Screen::Phone, true)];
    begin(&black, &server, "reversi", &json!(["you", "open"]));
    black.click(".cell.legal");
    let link = black.script("return location.href", &[]);
    white.open(link.as_str().unwrap());
    white.click_words("button", "Sit down");
    white.wait("document.querySelector('.board[data-open=\"yes\"]')?.dataset.ply === '1'");
    white.tap(".cell.legal");
    black.wait("document.querySelector('.board[data-open=\"yes\"]')?.dataset.ply === '2'");
    assert!(is(&black, "document.querySelector('.status').textContent.startsWith('Your move.')"));
}

#[test]
fn the_new_game_sheet_points_at_a_wrong_spec_and_begins_a_game() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, false);
    browser.open(&server.url);
    browser.wait("document.querySelector('.board[data-ply]')");
    browser.keys(&["n"]);
    browser.wait("document.querySelector('#seat-1')");
    browser.click("input[value='gomoku']");
    browser.wait("document.querySelector('#new-board').value.startsWith('gomoku')");
    browser.script("const seat = document.querySelector('#seat-1'); seat.value = 'Other …'; seat.dispatchEvent(new Event('change'))", &[]);
    browser.write("input.spec[data-seat='1']", "mcts(tme=1s)");
    browser.wait("document.querySelector('#seat-1-said').textContent.includes('did you mean `time`?')");
    assert!(is(&browser, "document.querySelector('#seat-1-said').textContent.includes('     ^^^')"));
    browser.picture("play-new-wrong-spec");
    browser.script("const field = document.querySelector('input.spec[data-seat=\"1\"]'); field.value = ''; field.dispatchEvent(new Event('input'))", &[]);
    browser.write("input.spec[data-seat='1']", "random");
    browser.click_words("dialog button", "Start");
    browser.wait(
        "!document.querySelector('dialog') && document.querySelector('.board[data-look=\"crossings\"]')",
    );
}
