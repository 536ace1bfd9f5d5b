//! The little of HTTP that tests need: one request, one answer.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// The answer to a broken request that takes longer may be waiting for the rest of it.
const SOON: Duration = Duration::from_millis(100);
/// Only against waiting for ever.
const PATIENCE: Duration = Duration::from_secs(120);

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// The body as JSON; nothing if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

/// Sends bytes as they are, and reads the answer.
pub fn send_raw(at: SocketAddr, bytes: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(at).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.write_all(bytes).ok()?;
    let (mut answer, mut part) = (Vec::new(), [0; 16384]);
    // Some servers keep the connection open, whatever they are asked.
    while !is_whole(&answer) {
        match stream.read(&mut part) {
            Ok(0) | Err(_) => break,
            Ok(count) => answer.extend_from_slice(&part[..count]),
        }
    }
    read_answer(&answer)
}

/// How long an answer says it is.
fn length_of(head: &str) -> Option<usize> {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?.1.trim().parse().ok()
}

/// Whether an answer that says how long it is has come to its end.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return false };
    let length = length_of(&String::from_utf8_lossy(&bytes[..end]));
    length.is_some_and(|length| bytes.len() >= end + 4 + length)
}

/// The same for bytes of which the server may wait for more than there are.
pub fn send_broken(at: SocketAddr, bytes: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(at).ok()?;
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    stream.set_read_timeout(Some(SOON)).ok()?;
    if stream.read_to_end(&mut answer).is_err() && answer.is_empty() {
        let _ = stream.shutdown(Shutdown::Write);
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        let _ = stream.read_to_end(&mut answer);
    }
    read_answer(&answer)
}

fn read_answer(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = &bytes[end + 4..];
    // What follows is the answer to whatever else was sent.
    let length = length_of(&head).map_or(body.len(), |length| length.min(body.len()));
    let body = if chunked { joined(body) } else { body[..length].to_vec() };
    Some(Answer { status, head, body: String::from_utf8_lossy(&body).into_owned() })
}

/// The body of an answer in chunks.
fn joined(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..end]), 16).unwrap_or(0);
        let rest = &bytes[end + 2..];
        if size == 0 || rest.len() < size + 2 {
            break;
        }
        body.extend_from_slice(&rest[..size]);
        bytes = &rest[size + 2..];
    }
    body
}

/// A request with JSON, or without a body.
pub fn request(at: SocketAddr, method: &str, path: &str, headers: &str, body: Option<&Value>) -> Answer {
    let body = body.map(Value::to_string).unwrap_or_default();
    let json = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n{headers}{json}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    send_raw(at, text.as_bytes()).unwrap_or_else(|| panic!("{method} {path}: no answer"))
}
