// The frame around every page: the bar at the top, the theme, and which page an address shows.

import { AWAY, ask } from "./api.js";
import { h, icon, s } from "./dom.js";
import { setKeys, showKeys } from "./keys.js";

/** @typedef {{ title: string, end?: () => void }} Shown */
/** @typedef {(host: HTMLElement, rest: string[]) => Promise<Shown> | Shown} Page */

/** @type {{ name: string, path: string, load: () => Promise<{ show: Page }> }[]} */
const PAGES = [
  { name: "Play", path: "play", load: () => import("./play.js") },
  { name: "Analyse", path: "analyse", load: () => import("./analyse.js") },
  { name: "Arena", path: "arena", load: () => import("./arena.js") },
  { name: "Training", path: "training", load: () => import("./training.js") },
  { name: "Papers", path: "papers", load: () => import("./papers.js") },
];

const host = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {Shown | null} */
let shown = null;
let turn = 0;

function logo() {
  return s(
    "svg",
    { viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("circle", { cx: 10, cy: 10, r: 8.6, fill: "none", stroke: "currentColor", "stroke-width": 1.6 }),
    s("path", { d: "M10 1.4a8.6 8.6 0 0 1 0 17.2z", fill: "currentColor" }),
  );
}

/** @param {string} current */
function drawTop(current) {
  const links = () =>
    PAGES.map(({ name, path }) => h("a", { href: `/${path}`, "aria-current": name === current ? "page" : null }, name));
  const menu = h(
    "details",
    { class: "pagemenu" },
    h("summary", null, current || "Pages", " ", icon("down")),
    h("ul", null, ...links().map((link) => h("li", null, link))),
  );
  menu.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a")) menu.removeAttribute("open");
  });
  document.getElementById("top")?.replaceChildren(
    h("a", { class: "brand", href: "/", "aria-label": "Agon, home" }, logo(), h("span", null, "Agon")),
    h("nav", { "aria-label": "Pages" }, ...links()),
    menu,
    h(
      "div",
      { class: "end" },
      away,
      running,
      h("button", { class: "btn quiet icon", type: "button", "aria-label": "Keyboard and help", title: "Keyboard and help (?)", onclick: showKeys }, icon("help")),
      h("button", { class: "btn quiet icon", type: "button", "aria-label": "Light or dark", title: "Light or dark (T)", onclick: changeTheme }, icon("theme")),
    ),
  );
}

/** What runs on the server, whatever page is shown. */
const running = h("a", { class: "running", hidden: true });
/** How often it is looked at. */
const BETWEEN_LOOKS = 5000;
/** Told when a job was begun, stopped or came to its end. */
export const JOBS_CHANGED = "jobs-changed";
const PAGE_OF = { match: "arena", tournament: "arena", training: "training", table: "papers" };

async function lookAtJobs() {
  if (document.hidden) return;
  /** @type {import("./types.js").JobState[]} */
  const jobs = await ask("/api/jobs").catch(() => []);
  const busy = jobs.filter((job) => job.standing === "running" || job.standing === "queued");
  running.hidden = busy.length === 0;
  if (busy.length === 0) return;
  const first = busy.find((job) => job.standing === "running") ?? busy[0];
  const page = PAGE_OF[/** @type {keyof typeof PAGE_OF} */ (first.plan.kind)];
  running.href = page === "papers" ? `/papers/${first.plan.paper}/${first.plan.table}` : `/${page}/${first.id}`;
  running.replaceChildren(h("i", { class: "live" }), h("b", null, String(busy.length)), h("span", null, "running"));
}

setInterval(lookAtJobs, BETWEEN_LOOKS);
addEventListener("visibilitychange", lookAtJobs);
addEventListener(JOBS_CHANGED, lookAtJobs);
setTimeout(lookAtJobs, 400);

/** Whether the server answers, whatever page is shown. */
const away = h("span", { class: "away bad", role: "status", hidden: true });
addEventListener(AWAY, (event) => {
  const seconds = /** @type {CustomEvent} */ (event).detail;
  away.hidden = seconds === null;
  away.textContent = seconds === null ? "" : "No answer from the server";
  away.title = seconds === null ? "" : `Everything is kept; trying again in ${seconds} s.`;
});

export function changeTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // It lasts as long as the page then.
  }
}

/** @type {Promise<unknown> | null} */
let style = null;

/** What pages besides Play look like: a player need not wait for it. */
function loadStyle() {
  style ??= new Promise((done) => {
    const link = h("link", { rel: "stylesheet", href: "/assets/pages.css", onload: done, onerror: done });
    document.head.append(link);
  });
  return style;
}

/** Shows the page of the address. */
async function route() {
  const mine = (turn += 1);
  const [, first = "", ...rest] = location.pathname.split("/");
  const page = first === "" ? PAGES[0] : PAGES.find(({ path }) => path === first);
  shown?.end?.();
  shown = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  drawTop(page?.name ?? "");
  const found = await show(page, rest.filter((part) => part !== ""), () => mine === turn);
  if (mine !== turn) return found.end?.();
  shown = found;
  // Whoever came by keyboard goes on in the page, not at the top of the bar.
  if (mine > 1 && document.activeElement === document.body) host.focus({ preventScroll: true });
  document.title = `${shown.title} · Agon`;
  document.documentElement.dataset.ready = page?.name ?? "Nothing";
  performance.mark("ready");
}

/**
 * Shows a page; what it cannot do is said in its place.
 * @param {typeof PAGES[number] | undefined} page
 * @param {string[]} rest
 * @param {() => boolean} isWanted whether nobody has gone elsewhere meanwhile
 * @returns {Promise<Shown>}
 */
async function show(page, rest, isWanted) {
  try {
    if (!page) throw new Error("There is nothing at this address.");
    const [module] = await Promise.all([page.load(), page.path === "play" ? null : loadStyle()]);
    if (!isWanted()) return { title: page.name };
    host.replaceChildren();
    setKeys({});
    return await module.show(host, rest);
  } catch (error) {
    if (isWanted()) host.replaceChildren(h("div", { class: "empty" }, h("h1", null, /** @type {Error} */ (error).message), h("div", { class: "row" }, h("a", { class: "btn primary", href: "/play" }, "Play"), h("button", { class: "btn", type: "button", onclick: route }, "Try again"))));
    return { title: page?.name ?? "Not found" };
  }
}

/** Goes to another address of the app. @param {string} path @param {{ replace?: boolean }} [how] */
export function go(path, how = {}) {
  if (how.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  document.documentElement.removeAttribute("data-ready");
  route();
}

addEventListener("popstate", route);
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.hasAttribute("download") || link.target || link.pathname.startsWith("/api")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  const writes = at.closest("input, textarea, select");
  if (event.key.toLowerCase() === "t" && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) changeTheme();
});

route();
