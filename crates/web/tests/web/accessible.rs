//! Pages for everybody: axe finds nothing serious, keys reach everything, and pictures are kept. The longest tests of the web
//! app have the first name, so that they are begun first, and use both screens at once.

use serde_json::{Value, json};

use crate::browser::{Browser, Driver, Screen};
use crate::front_end::packages;
use crate::play::begin;
use crate::running::Server;

/// A large screen and a small one, beside each other: most of the time goes by in waiting for a page.
fn on_both_screens(look: impl Fn(Screen) + Sync) {
    let look = &look;
    std::thread::scope(|scope| {
        for screen in [Screen::Desktop, Screen::Phone] {
            scope.spawn(move || look(screen));
        }
    });
}

/// axe finds nothing serious on any page and sheet, keys reach everything, and pictures are kept.
#[test]
fn every_other_page_is_accessible_in_both_themes() {
    let (Some(driver), Some(modules)) = (Driver::start(), packages()) else { return };
    let axe = std::fs::read_to_string(modules.join("axe-core/axe.min.js")).unwrap();
    let server = Server::start();
    let mut client = server.client();
    let mut begin =
        |path: &str, plan: &Value| client.post(path, plan).json()["id"].as_str().unwrap().to_owned();
    let analysis = begin("/api/analyses", &json!({ "text": "f5 d6 c3 d3 c4 f4" }));
    let contest = begin(
        "/api/jobs",
        &json!({ "kind": "tournament", "game": "tictactoe", "agents": ["greedy", "random", "easy"], "rounds": 3 }),
    );
    let test = begin(
        "/api/jobs",
        &json!({ "kind": "match", "game": "tictactoe", "agents": ["greedy", "random"], "games": 20, "sprt": [0, 100] }),
    );
    let training = begin(
        "/api/jobs",
        &json!({ "kind": "training", "recipe": "othello-thesis/network", "settings": { "generations": "30" } }),
    );
    begin(
        "/api/jobs",
        &json!({ "kind": "table", "paper": "reversi-report", "table": "fig-1", "quick": true }),
    );
    client.wait("/api/jobs", |jobs| jobs.as_array().unwrap().iter().all(|job| job["standing"] == "done"));
    // Name, address, what is clicked there, and when it is there.
    let pages = [
        ("not-found", "nowhere".to_owned(), "", "document.querySelector('.empty h1')"),
        ("analyse-start", "analyse".to_owned(), "", "document.querySelector('#start-text')"),
        (
            "analyse",
            format!("analyse/{analysis}#4"),
            "",
            // Somebody looks, and the whole game is judged.
            "document.querySelector('.chip.best') && document.querySelector('.looker option:nth-child(2)') && document.querySelector('.graph path.main')?.getAttribute('d').split('L').length === 7",
        ),
        (
            "analyse-setup",
            format!("analyse/{analysis}#4"),
            "[aria-label='Edit the position']",
            "document.querySelector('.setup')",
        ),
        ("arena-list", "arena".to_owned(), "", "document.querySelector('.joblist')"),
        ("arena-new", "arena".to_owned(), ".page-head .primary", "document.querySelector('#match-agents')"),
        ("arena", format!("arena/{contest}"), "", "document.querySelectorAll('.film').length === 6"),
        ("arena-sprt", format!("arena/{test}"), "", "document.querySelector('.chart')"),
        ("training", format!("training/{training}"), "", "document.querySelector('.chart')"),
        (
            "training-new",
            format!("training/{training}"),
            ".side button",
            "document.querySelector('#train-recipe')",
        ),
        (
            "papers",
            "papers/reversi-report/fig-1".to_owned(),
            "",
            "document.querySelector('.figures, .figure-image')",
        ),
    ];
    on_both_screens(|screen| {
        let browser = driver.browser(screen, false);
        for (name, path, clicked, ready) in &pages {
            browser.open(&format!("{}{path}", server.url));
            browser.wait("document.documentElement.dataset.ready");
            if !clicked.is_empty() {
                // By script: on a phone something may lie above it.
                browser.find(clicked);
                browser.script("document.querySelector(arguments[0]).click()", &[json!(clicked)]);
            }
            browser.wait(ready);
            // A search that goes on shows other moves meanwhile.
            browser.script("document.querySelector('.verdict button:not(:disabled)')?.click()", &[]);
            check(&browser, &axe, name, screen);
        }
    });
}

/// Boards of every look: axe finds nothing serious, keys reach everything, and pictures are kept.
#[test]
fn every_board_is_accessible_in_both_themes() {
    let (Some(driver), Some(modules)) = (Driver::start(), packages()) else { return };
    let axe = std::fs::read_to_string(modules.join("axe-core/axe.min.js")).unwrap();
    let server = Server::start();
    on_both_screens(|screen| {
        let browser = driver.browser(screen, false);
        for (game, seats) in [
            ("reversi", json!(["you", { "agent": "greedy" }])),
            ("connect4", json!(["you", { "agent": "greedy" }])),
            ("gomoku", json!(["you", { "agent": "greedy" }])),
            ("blokus", json!(["you", { "agent": "random" }, { "agent": "random" }, { "agent": "random" }])),
        ] {
            begin(&browser, &server, game, &seats);
            browser.wait("document.querySelector('.board[data-open=\"yes\"]')");
            check(&browser, &axe, &format!("play-{game}"), screen);
        }
        browser.keys(&["n"]);
        browser.wait("document.querySelector('#seat-1')");
        check(&browser, &axe, "play-new", screen);
    });
}

/// What must hold of a page that is shown. What it is made of is judged once, its colours in both themes.
fn check(browser: &Browser<'_>, axe: &str, name: &str, screen: Screen) {
    browser.script(axe, &[]);
    for (theme, rules) in [("light", Value::Null), ("dark", json!(["color-contrast"]))] {
        browser.script("document.documentElement.dataset.theme = arguments[0]", &[json!(theme)]);
        // What moves is let come to rest: colours in between are nobody's choice.
        browser.wait("document.getAnimations().every(one => one.playState === 'finished')");
        browser.picture(&format!(
            "{name}-{}-{theme}",
            if screen == Screen::Phone { "phone" } else { "desktop" }
        ));
        let script = "const [rules, done] = arguments;
            axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }).then(found => done(found.violations
              .filter(one => one.impact === 'serious' || one.impact === 'critical')
              .map(one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.target + ' ' + node.failureSummary).join(' | '))))";
        assert_eq!(browser.script_later(script, &[rules]), json!([]), "{name}, {theme}");
    }
    if screen == Screen::Desktop {
        reached_by_keys(browser, name);
    }
}

/// Everything that can be clicked is reached by the tabulator, and the focus is seen there.
fn reached_by_keys(browser: &Browser<'_>, name: &str) {
    let count = browser.script(
        "const within = document.querySelector('dialog[open]') ?? document;
        const can = 'a[href], button, input, select, textarea, summary, [tabindex=\"0\"]';
        window.toReach = new Set([...within.querySelectorAll(can)].filter(one =>
          one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0 && !(one.type === 'radio' && !one.checked)));
        window.unseen = [];
        document.addEventListener('focusin', ({ target }) => {
          window.toReach.delete(target);
          if (!target.matches(':focus-visible')) window.unseen.push(target.outerHTML.slice(0, 120));
        });
        document.activeElement.blur();
        return window.toReach.size",
        &[],
    );
    let presses = vec!["\u{e004}"; count.as_u64().unwrap() as usize + 4];
    browser.keys(&presses);
    let left = browser.script(
        "return [...window.toReach].map(one => one.outerHTML.slice(0, 120)).concat(window.unseen)",
        &[],
    );
    assert_eq!(left, json!([]), "{name}: not reached by keys");
}
