//! A server for a test, in this process, with a folder of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;

use agon_core::Stop;
use agon_web::{Settings, serve};
use serde_json::Value;

use crate::http::{Answer, request};

/// A running server; it ends with the test.
pub struct Server {
    pub at: SocketAddr,
    pub url: String,
    pub data: PathBuf,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

static NUMBER: AtomicU64 = AtomicU64::new(0);

impl Server {
    pub fn start() -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("agon-web-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&data);
        Self::in_folder(data, None)
    }

    pub fn in_folder(data: PathBuf, host: Option<&str>) -> Self {
        let stop = Stop::default();
        let (tell, told) = mpsc::channel();
        let settings =
            Settings { host: host.map(|host| host.parse().unwrap()), port: Some(0), data: data.clone() };
        let ended = stop.clone();
        let thread = std::thread::spawn(move || {
            let ready = |address: &agon_web::Address| tell.send(address.url.clone()).unwrap();
            serve(agon_catalog::standard(), &settings, &ended, ready).unwrap();
        });
        let url = told.recv().expect("the server starts");
        let at = url.trim_start_matches("http://").split('/').next().unwrap().parse().unwrap();
        Self { at, url, data, stop, thread: Some(thread) }
    }

    /// Ends the server and keeps its folder.
    pub fn end(mut self) -> PathBuf {
        self.finish();
        std::mem::take(&mut self.data)
    }

    fn finish(&mut self) {
        self.stop.set();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// A client of the API that keeps its cookie.
    pub fn client(&self) -> Client {
        Client::of(self.at)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.finish();
        if !self.data.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.data);
        }
    }
}

/// A script that uses the API.
pub struct Client {
    at: SocketAddr,
    cookie: String,
}

impl Client {
    pub fn of(at: SocketAddr) -> Self {
        Self { at, cookie: String::new() }
    }

    /// The same one at another server of the same folder.
    pub fn elsewhere(&self, at: SocketAddr) -> Self {
        Self { at, cookie: self.cookie.clone() }
    }

    fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let answer = request(self.at, method, path, &self.cookie, body);
        if let Some(cookie) = answer.header("set-cookie").filter(|_| self.cookie.is_empty()) {
            self.cookie = format!("cookie: {}\r\n", cookie.split(';').next().unwrap());
        }
        answer
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(body))
    }

    /// Asks until the answer is as wished; the machine may be slow, but not for ever.
    pub fn wait(&mut self, path: &str, wished: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..3000 {
            let found = self.get(path).json();
            if wished(&found) {
                return found;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        panic!("{path} never was as wished: {}", self.get(path).body);
    }
}
