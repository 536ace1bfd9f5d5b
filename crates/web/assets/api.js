// Talking to the server: questions, and news that come by themselves.

/** What the server would not do, and why. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{ error: string, text?: string, at?: [number, number] }} said
   */
  constructor(status, said) {
    super(said.error);
    this.status = status;
    this.text = said.text;
    this.at = said.at;
  }
}

/**
 * Asks the server.
 * @param {string} path
 * @param {unknown} [body] sent as JSON; without, the request is a GET
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  const sent =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, sent);
  } catch {
    throw new Refused(0, { error: "The server does not answer." });
  }
  const said = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok) throw new Refused(response.status, said);
  return said;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;
/** Told to the whole page when the server is gone: in how many seconds it is tried again; null when it is back. */
export const AWAY = "server-away";
/** How long a page that is not looked at keeps listening. */
const BEFORE_LEAVING = 5000;

/**
 * Hears of everything that happens at an address, also after the server was away.
 * @param {string} path
 * @param {Record<string, (data: any) => void>} hear by the name of the event
 * @returns {() => void} ends it
 */
export function listen(path, hear) {
  /** @param {number | null} seconds */
  const away = (seconds) => dispatchEvent(new CustomEvent(AWAY, { detail: seconds }));
  let wait = FIRST_WAIT;
  let ended = false;
  /** @type {EventSource | undefined} */
  let source;
  /** @type {number | undefined} */
  let timer;
  const close = () => {
    source?.close();
    source = undefined;
    clearTimeout(timer);
  };
  const open = () => {
    close();
    if (ended) return;
    source = new EventSource(path);
    for (const [name, tell] of Object.entries(hear)) {
      source.addEventListener(name, (event) => {
        wait = FIRST_WAIT;
        away(null);
        tell(JSON.parse(/** @type {MessageEvent} */ (event).data));
      });
    }
    source.onerror = async () => {
      source?.close();
      // A server that answers elsewhere has refused, for now; only one that does not is away.
      const answers = await fetch("/assets/icon.svg", { cache: "no-store" }).then(() => true, () => false);
      if (ended || document.hidden || source?.readyState !== EventSource.CLOSED) return;
      away(answers ? null : Math.round(wait / 1000));
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };
  // A browser has six connections for all its pages together: who is not looked at gives its own back.
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, BEFORE_LEAVING);
    else if (!source || source.readyState === EventSource.CLOSED) open();
  };
  const shown = (/** @type {PageTransitionEvent} */ event) => event.persisted && open();
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", close);
  addEventListener("pageshow", shown);
  open();
  return () => {
    ended = true;
    close();
    document.removeEventListener("visibilitychange", look);
    removeEventListener("pagehide", close);
    removeEventListener("pageshow", shown);
  };
}
