//! Who may ask at all: a browser on this machine, or whoever has the token. Pages of other sites may not, whatever they
//! talk a browser into; and no page of ours may load anything from elsewhere.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::clients::Client;
use crate::refusal::Refusal;

/// The cookie by which a browser is known, and the one with the token.
const CLIENT: &str = "agon-client";
const TOKEN: &str = "agon-token";
/// For a year, as browsers allow; never sent along from pages of other sites, never shown to scripts.
const COOKIE_TERMS: &str = "Path=/; Max-Age=31536000; SameSite=Strict; HttpOnly";

/// Requests are small, but for the files of games that people send.
pub(crate) const LARGEST_REQUEST: usize = 8 << 20;
/// The body of a request must be there after this.
const BODY_TIME: Duration = Duration::from_secs(30);

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The rules of a server.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The port at which it listens.
    pub(crate) port: u16,
    /// What whoever is not on this machine must know; none where only this machine is heard.
    pub(crate) token: Option<String>,
}

/// Lets good requests pass, with the client they come from.
pub(crate) async fn guard(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    if let Err(refusal) = guard.check_place(headers) {
        return with_rules(refusal.into_response(), false);
    }
    if let Some(response) = guard.check_token(&request) {
        return with_rules(response, false);
    }
    let is_api = request.uri().path().starts_with("/api");
    let known = cookie(headers, CLIENT).filter(|word| is_word(word)).map(str::to_owned);
    let (word, new) = match known {
        Some(word) => (word, false),
        None => match new_word() {
            Ok(word) => (word, true),
            Err(refusal) => return with_rules(refusal.into_response(), is_api),
        },
    };
    request.extensions_mut().insert(Client::of_word(&word));
    let mut response = match whole(request).await {
        Ok(request) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    if new {
        set_cookie(&mut response, CLIENT, &word);
    }
    with_rules(response, is_api)
}

/// A request whose body is there: it may not take longer, and not be larger, than anybody needs.
async fn whole(request: Request) -> Result<Request, Refusal> {
    let (head, body) = request.into_parts();
    let reading = axum::body::to_bytes(body, LARGEST_REQUEST);
    match tokio::time::timeout(BODY_TIME, reading).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, bytes.into())),
        Ok(Err(_)) => {
            let said = "The request is too large, or was broken off.";
            Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, said))
        }
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "The request came too slowly.")),
    }
}

impl Guard {
    /// A name that is ours, and no page of another site.
    fn check_place(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(HOST).ok_or_else(|| Refusal::wrong("The request names no host."))?;
        // Another name for this machine is how a page of another site would get in.
        if self.token.is_none() && !self.own_names().iter().any(|own| own == host) {
            return Err(Refusal::forbidden(format!(
                "This server is at http://127.0.0.1:{}/ and answers to no other name.",
                self.port
            )));
        }
        match text(ORIGIN) {
            Some(origin) if origin != format!("http://{host}") && origin != format!("https://{host}") => {
                Err(Refusal::forbidden("Pages of other sites may not use this server."))
            }
            _ => Ok(()),
        }
    }

    fn own_names(&self) -> [String; 3] {
        ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{}", self.port))
    }

    /// What to answer to who does not know the token, and to who shows it in the address.
    fn check_token(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_deref()?;
        let headers = request.headers();
        let bearer =
            headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        if [cookie(headers, TOKEN), bearer].into_iter().flatten().any(|given| same(given, token)) {
            return None;
        }
        let query = request.uri().query().unwrap_or_default();
        let shown = query.split('&').find_map(|part| part.strip_prefix("token="));
        if request.method() == Method::GET && shown.is_some_and(|shown| same(shown, token)) {
            let mut response = StatusCode::SEE_OTHER.into_response();
            let path = request.uri().path();
            let place = if path.starts_with("//") { "/" } else { path };
            if let Ok(place) = HeaderValue::from_str(place) {
                response.headers_mut().insert(LOCATION, place);
            }
            set_cookie(&mut response, TOKEN, token);
            return Some(response);
        }
        let said = "This server asks for its token: open the address that it printed when it started.";
        Some(Refusal::new(StatusCode::UNAUTHORIZED, said).into_response())
    }
}

/// The value of a cookie.
fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut parts = all.flat_map(|value| value.split(';'));
    parts.find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Whether two secrets are the same, in a time that tells nothing about where they differ.
fn same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (one, other)| differ | (one ^ other));
    one.len() == other.len() && differ == 0
}

/// A random word of 128 bits.
pub(crate) fn new_word() -> Result<String, Refusal> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|_| Refusal::failed("The system has no random numbers."))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn is_word(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn set_cookie(response: &mut Response, name: &str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(&format!("{name}={value}; {COOKIE_TERMS}")) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}

/// The rules that a browser is told with every answer.
fn with_rules(mut response: Response, is_api: bool) -> Response {
    let headers = response.headers_mut();
    let rules = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in rules {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}
