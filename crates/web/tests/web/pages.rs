//! Analyse, Arena, Training and Papers in the browser.

use serde_json::json;

use crate::browser::{Driver, Screen};
use crate::running::Server;

#[test]
fn a_pasted_game_is_analysed() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, false);
    browser.open(&format!("{}analyse", server.url));
    browser.write("#start-text", "f5 d6 c3 d3 c4 b9");
    browser.click("form button[type=submit]");
    browser.wait("document.querySelector('.err').textContent.includes('^^')");
    browser.script("document.querySelector('#start-text').value = ''", &[]);
    browser.write("#start-text", "f5 d6 c3 d3 c4 f4");
    browser.click("form button[type=submit]");
    browser.wait("document.querySelectorAll('.desk-moves .move').length === 6");
    browser.wait("document.querySelectorAll('.value').length > 3 && document.querySelector('.chip.best')");
    browser.wait("document.querySelector('.graph path.main')?.getAttribute('d').split('L').length === 7");
    // The next look draws the list of moves anew; who has the focus in it keeps it.
    browser.script("window.before = document.querySelector('.line-move'); window.before.focus()", &[]);
    browser.wait("!window.before.isConnected && document.activeElement.matches('.line-move')");
    browser.keys(&["\u{e014}", "\u{e014}"]);
    browser.wait("document.querySelector('.board').dataset.ply === '2'");
    // Another move makes a variation.
    browser.click(".cell.legal:not([aria-label*='c3'])");
    browser.wait("document.querySelector('.moves .variation [aria-current]')");
    // Its address leads back to it.
    browser.script("document.documentElement.removeAttribute('data-ready'); location.reload()", &[]);
    browser.wait("document.documentElement.dataset.ready && document.querySelector('.moves .variation [aria-current]')");
    browser.keys(&[" "]);
    browser.wait("document.querySelector('.verdict button').textContent.startsWith('Go')");
    let svg = browser.script_later(
        "const done = arguments[0]; import('/assets/export.js').then(module => done(module.drawn(document.querySelector('.board'))))",
        &[],
    );
    let svg = svg.as_str().unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("fill=\"rgb("), "{}", &svg[..200.min(svg.len())]);
}

#[test]
fn an_agent_says_why_and_a_position_is_set_up_by_clicks() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let id = server.client().post("/api/analyses", &json!({ "text": "f5 d6 c3 d3 c4 f4" })).json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let browser = driver.browser(Screen::Desktop, false);
    browser.open(&format!("{}analyse/{id}#6", server.url));
    browser
        .wait("[...document.querySelectorAll('.looker option')].some(one => one.value.startsWith('thesis'))");
    browser.script(
        "const who = document.querySelector('.looker'); who.value = [...who.options].find(one => one.value.startsWith('thesis')).value; who.dispatchEvent(new Event('change'))",
        &[],
    );
    browser.wait("document.querySelector('.why')?.textContent.includes('rule')");
    browser.click_words(".seg button", "Influence");
    browser.wait("document.querySelectorAll('.heat').length === 64");
    browser.keys(&["p"]);
    browser.click_words(".setup button", "Clear");
    browser.wait("document.querySelectorAll('.stone').length === 0");
    for (brush, cells) in [("Black", ["d5", "e4"]), ("White", ["d4", "e5"])] {
        browser.click_words(".setup button", brush);
        for cell in cells {
            browser.click(&format!(".cell[aria-label^='{cell}']"));
        }
    }
    browser.click_words(".setup button", "Analyse this");
    browser.wait(&format!(
        "!location.pathname.includes('{id}') && document.querySelectorAll('.cell.legal').length === 4"
    ));
}

/// A browser has six connections for one server; pages that were left must not keep them.
#[test]
fn many_pages_are_opened_one_after_another() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, false);
    for number in 0..10 {
        let seats = json!(["you", { "agent": "random" }]);
        let game = server.client().post("/api/games", &json!({ "game": "tictactoe", "seats": seats })).json();
        browser.open(&format!("{}play/{}", server.url, game["id"].as_str().unwrap()));
        browser.wait(&format!("document.querySelector('.board')?.dataset.ply === '0' && {number} >= 0"));
    }
}

/// The page before has no sheet over it, and a server that is gone is said to be.
#[test]
fn going_back_closes_a_sheet_and_a_page_misses_its_server() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, false);
    browser.open(&format!("{}papers", server.url));
    browser.click_words("nav a", "Play");
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')");
    browser.keys(&["n"]);
    browser.wait("document.querySelector('#seat-1')");
    browser.script("history.back()", &[]);
    browser.wait("!document.querySelector('dialog') && document.documentElement.dataset.ready === 'Papers'");
    browser.script("history.forward()", &[]);
    browser.wait("document.querySelector('.board[data-open=\"yes\"]')");
    let folder = server.end();
    browser.wait("document.querySelector('.away:not([hidden])')");
    browser.wait("document.querySelector('.status').textContent.startsWith('The server does not answer')");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_is_watched_to_its_end() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, true);
    browser.open(&format!("{}arena", server.url));
    browser.click_words("button", "New match");
    browser.wait("document.querySelector('#match-agents')");
    browser.script("document.querySelector('#match-game').value = 'tictactoe'; document.querySelector('#match-games').value = 20", &[]);
    browser.click("dialog button[type=submit]");
    browser.wait("document.querySelector('.progress')?.textContent.startsWith('done')");
    browser.wait("document.querySelectorAll('.film .board').length === 6 && document.querySelectorAll('.standings tbody tr').length === 2");
}

#[test]
fn a_training_is_started_stopped_and_gone_on_with() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Desktop, false);
    browser.open(&format!("{}training", server.url));
    browser.click_words("button", "New training");
    browser.wait("document.querySelector('#train-recipe')");
    browser.script("const recipe = document.querySelector('#train-recipe'); recipe.value = 'othello-thesis/network'; recipe.dispatchEvent(new Event('change'))", &[]);
    browser.write("#train-generations", "20000");
    browser.click("dialog button[type=submit]");
    browser.wait("document.querySelector('.facts.large .key')");
    browser.click_words(".page-head button", "Pause");
    browser.wait("document.querySelector('.progress')?.textContent.startsWith('paused')");
    browser.click_words(".page-head button", "Go on");
    browser.wait("document.querySelector('.page-head')?.textContent.includes('Pause')");
    browser.click_words(".page-head button", "Pause");
    browser.wait("document.querySelector('.progress')?.textContent.startsWith('paused')");
}

#[test]
fn a_table_is_run_in_quick_form() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let browser = driver.browser(Screen::Phone, false);
    browser.open(&format!("{}papers/reversi-report/fig-1", server.url));
    browser.click_words("button", "Quick");
    browser.wait("document.querySelector('.figures, .figure-image')");
    let wide = browser.script("return document.documentElement.scrollWidth - 390", &[]);
    assert!(wide.as_f64().unwrap() <= 0.0, "the page scrolls sideways by {wide}");
}
