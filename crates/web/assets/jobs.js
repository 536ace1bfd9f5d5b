// Work that takes long, as all pages show it: how it stands, how far it is, and what can be done about it.

import { ask } from "./api.js";
import { h, icon } from "./dom.js";
import { JOBS_CHANGED } from "./main.js";
import { time, withCommas } from "./words.js";

/** @typedef {import("./types.js").JobState} JobState */

/** @param {JobState} job */
export function standingWords(job) {
  if (job.standing === "failed") return job.error ?? "It failed.";
  if (job.standing === "queued") return "waits for its turn";
  const left = job.part > 0 && job.seconds > 2 && job.standing === "running" ? `, about ${time(Math.round((job.seconds * 1000 * (1 - job.part)) / job.part))} left` : "";
  const done = { running: "", stopped: job.plan.kind === "training" ? "paused, " : "stopped, ", done: "done, ", failed: "" }[job.standing] ?? "";
  return `${done}${withCommas(job.note)}${left}`;
}

/** A bar and the words beside it. @param {JobState} job */
export function progressBar(job) {
  const fill = h("i");
  fill.style.width = `${Math.round(job.part * 1000) / 10}%`;
  const percent = Math.round(job.part * 100);
  return h("div", { class: "progress" }, h("div", { class: "bar", role: "progressbar", "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": "Progress" }, fill), h("span", { class: job.standing === "failed" ? "bad" : "muted" }, standingWords(job)));
}

/** Stop or go on; a training is paused, as it loses nothing. @param {JobState} job */
export function stopOrGo(job) {
  const stop = job.plan.kind === "training" ? "Pause" : "Stop";
  const problem = h("span", { class: "bad small", role: "alert" });
  const act = (/** @type {string} */ what) => async () => {
    problem.textContent = await ask(`/api/jobs/${job.id}/${what}`, {}).then(() => "", (error) => error.message);
    dispatchEvent(new Event(JOBS_CHANGED));
  };
  const button = (/** @type {"stop" | "go"} */ picture, /** @type {string} */ name, /** @type {() => void} */ onclick) => h("span", { class: "row" }, problem, h("button", { class: "btn", type: "button", onclick }, icon(picture), name));
  if (job.standing === "running" || job.standing === "queued") return button("stop", stop, act("stop"));
  if (job.standing === "stopped" || job.standing === "failed") return button("go", "Go on", act("resume"));
  return null;
}

/** How a job stands, in a word or two. @param {JobState} job */
function briefly(job) {
  if (job.standing === "running") return ` ${withCommas(job.note)}`;
  return ` ${job.standing === "stopped" && job.plan.kind === "training" ? "paused" : job.standing}`;
}

/** A command line, to be copied. @param {string} command */
export function commandLine(command) {
  if (command === "") return h("span");
  const code = h("code", { tabindex: "0" }, command);
  const copy = h("button", { class: "btn icon", type: "button", "aria-label": "Copy the command", title: "Copy the command", onclick: () => navigator.clipboard?.writeText(command) }, icon("copy"));
  return h("div", { class: "command" }, code, copy);
}

/** A list of jobs of some kinds. @param {JobState[]} jobs @param {string[]} kinds @param {string} path @param {(job: JobState) => string} name @param {string | null} current */
export function jobList(jobs, kinds, path, name, current) {
  const own = jobs.filter((job) => kinds.includes(job.plan.kind));
  return own.map((job) => h("li", null, h("a", { href: `${path}/${job.id}`, "aria-current": job.id === current ? "page" : null }, h("b", null, name(job)), h("small", null, job.standing === "running" ? h("i", { class: "live" }) : null, briefly(job)))));
}
