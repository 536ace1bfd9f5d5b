//! A headless Chromium, driven through ChromeDriver by its own protocol (W3C WebDriver): pages are used as people do.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use crate::http::request;

/// How often a condition is looked at, and for how long: the machine may be slow, but not for ever.
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);
const MOST_LOOKS: u32 = 2400;

/// ChromeDriver, which ends with the test.
pub struct Driver {
    child: Child,
    at: SocketAddr,
    profiles: PathBuf,
}

/// What kind of screen a browser has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Desktop,
    /// 390 by 844, touched.
    Phone,
}

impl Driver {
    /// Starts it; `None`, said aloud, where there is no browser and none is demanded.
    pub fn start() -> Option<Self> {
        let driver = ["chromedriver", "/usr/bin/chromedriver"];
        let spawn = |name: &&str| {
            Command::new(name).arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        };
        let Some(mut child) = driver.iter().find_map(spawn) else {
            assert!(
                std::env::var("CI").is_err(),
                "there is no chromedriver: apt-get install chromium chromium-driver"
            );
            eprintln!("not tested: there is no chromedriver (apt-get install chromium chromium-driver)");
            return None;
        };
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = |line: String| {
            line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse::<u16>().ok()
        };
        let port = lines.find_map(port).expect("chromedriver names its port");
        // Whatever else it says must go somewhere, or it ends.
        std::thread::spawn(move || lines.for_each(drop));
        let profiles = std::env::temp_dir().join(format!("agon-profiles-{}-{port}", std::process::id()));
        Some(Self { child, at: SocketAddr::from(([127, 0, 0, 1], port)), profiles })
    }

    /// A new browser, which knows nothing.
    pub fn browser(&self, screen: Screen, dark: bool) -> Browser<'_> {
        static NUMBER: Mutex<u32> = Mutex::new(0);
        let number = {
            let mut number = NUMBER.lock().unwrap();
            *number += 1;
            *number
        };
        let profile = format!("--user-data-dir={}", self.profiles.join(number.to_string()).display());
        let mut args = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--window-size=1280,800",
            profile.as_str(),
        ];
        if dark {
            args.push("--force-dark-mode");
            args.push("--blink-settings=preferredColorScheme=0");
        }
        let mut options = json!({ "args": args });
        if screen == Screen::Phone {
            options["mobileEmulation"] = json!({ "deviceMetrics": { "width": 390, "height": 844, "pixelRatio": 2.0, "touch": true, "mobile": true } });
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": { "browserName": "chrome", "goog:chromeOptions": options } } });
        let answer = request(self.at, "POST", "/session", "", Some(&wanted));
        let session = answer.json()["value"]["sessionId"].as_str().map(str::to_owned);
        let session = session.unwrap_or_else(|| panic!("chromium does not start: {}", answer.body));
        let browser = Browser { driver: self, session };
        if screen == Screen::Desktop {
            // The window has a frame of its own: what counts is the page.
            browser.command(
                "/goog/cdp/execute",
                &json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params":
                { "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false } }),
            );
        }
        browser
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profiles);
    }
}

/// A browser with one page.
pub struct Browser<'d> {
    driver: &'d Driver,
    session: String,
}

/// The key under which WebDriver hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser<'_> {
    fn command(&self, path: &str, body: &Value) -> Value {
        let path = format!("/session/{}{path}", self.session);
        let answer = request(self.driver.at, "POST", &path, "", Some(body));
        let value = answer.json()["value"].clone();
        assert_eq!(answer.status, 200, "{path}: {value}");
        value
    }

    pub fn open(&self, url: &str) {
        self.command("/url", &json!({ "url": url }));
    }

    /// What a script gives.
    pub fn script(&self, script: &str, args: &[Value]) -> Value {
        self.command("/execute/sync", &json!({ "script": script, "args": args }))
    }

    /// What a script gives that answers later.
    pub fn script_later(&self, script: &str, args: &[Value]) -> Value {
        self.command("/execute/async", &json!({ "script": script, "args": args }))
    }

    /// Waits until a script gives `true`.
    pub fn wait(&self, condition: &str) {
        for _ in 0..MOST_LOOKS {
            if self.script(&format!("return Boolean({condition})"), &[]) == Value::Bool(true) {
                return;
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        let page = self.script("return document.body.innerText", &[]);
        panic!("{condition} never was true; the page says {page}");
    }

    /// Waits until an element is there, and gives it.
    pub fn find(&self, selector: &str) -> Value {
        self.wait(&format!("document.querySelector({})", json!(selector)));
        let found = self.command("/element", &json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].clone()
    }

    /// Clicks as a person does: where it can be seen.
    pub fn click(&self, selector: &str) {
        self.click_found(|| self.find(selector));
    }

    fn click_found(&self, find: impl Fn() -> Value) {
        self.command_about(|| (format!("/element/{}/click", find().as_str().unwrap()), json!({})));
    }

    /// Sends a command about an element. A page that draws it anew in this very moment makes another of it, which is looked
    /// for again.
    fn command_about(&self, command: impl Fn() -> (String, Value)) {
        const STALE: &str = "stale element reference";
        for _ in 0..MOST_LOOKS {
            let (path, body) = command();
            let path = format!("/session/{}{path}", self.session);
            let answer = request(self.driver.at, "POST", &path, "", Some(&body));
            let value = answer.json()["value"].clone();
            if value["error"] != STALE {
                assert_eq!(answer.status, 200, "{path}: {value}");
                return;
            }
        }
        panic!("the page draws what is to be touched again and again");
    }

    /// The button, or whatever else is clicked, with these words.
    pub fn click_words(&self, within: &str, words: &str) {
        self.wait(&format!(
            "[...document.querySelectorAll({})].some(one => one.textContent.trim() === {} && one.checkVisibility())",
            json!(within), json!(words)
        ));
        self.click_found(|| {
            let found = self.script(
                "return [...document.querySelectorAll(arguments[0])].find(one => one.textContent.trim() === arguments[1] && one.checkVisibility())",
                &[json!(within), json!(words)],
            );
            found[ELEMENT].clone()
        });
    }

    /// Types into an element.
    pub fn write(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.command(&format!("/element/{}/value", element.as_str().unwrap()), &json!({ "text": text }));
    }

    /// Presses keys, wherever the focus is.
    pub fn keys(&self, keys: &[&str]) {
        let presses: Vec<_> = keys
            .iter()
            .flat_map(|key| {
                [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
            })
            .collect();
        self.command(
            "/actions",
            &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": presses }] }),
        );
    }

    /// Touches the middle of an element with a finger.
    pub fn tap(&self, selector: &str) {
        self.command_about(|| {
            let at = json!({ ELEMENT: self.find(selector) });
            let touch = json!([
                { "type": "pointerMove", "duration": 0, "origin": at, "x": 0, "y": 0 },
                { "type": "pointerDown", "button": 0 }, { "type": "pointerUp", "button": 0 },
            ]);
            let finger = json!({
                "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": touch
            });
            ("/actions".to_owned(), json!({ "actions": [finger] }))
        });
    }

    /// Keeps a picture of the page where artefacts are looked for.
    pub fn picture(&self, name: &str) {
        let path = format!("/session/{}/screenshot", self.session);
        let answer = request(self.driver.at, "GET", &path, "", None).json();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
        std::fs::create_dir_all(&folder).unwrap();
        let bytes = decoded(answer["value"].as_str().unwrap_or_default());
        std::fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        let path = format!("/session/{}", self.session);
        let _ = request(self.driver.at, "DELETE", &path, "", None);
    }
}

/// Base64, as screenshots come.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes().filter_map(|byte| LETTERS.iter().position(|letter| *letter == byte)) {
        bits = bits << 6 | letter as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
