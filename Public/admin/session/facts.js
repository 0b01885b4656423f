// The right column of a session's page: its open work, its facts and its flow tree.

import { formDialog } from "../../web/dialogs.js";
import { h } from "../../web/dom.js";
import { address } from "../filters.js";
import { count, span } from "../times.js";

const tickMilliseconds = 1_000;

/**
 * The timers and jobs of a session. A sandbox's work waits for an operator.
 * @param {any[]} jobs
 * @param {{names: import("./names.js").Names, isSandbox: boolean, finish: (job: any, verb: "complete" | "fail", body: any) => Promise<void>,
 *   run: (work: () => Promise<void>) => Promise<void>}} context `run` shows the error of `work` on the page
 * @returns {HTMLElement[]}
 */
export function workList(jobs, context) {
    if (!jobs.length) return [h("p.nothing", {}, "No timer or job is open.")];
    return [h("ul.work", {}, ...jobs.map((job) => workItem(job, context)))];
}

function workItem(job, { names, isSandbox, finish, run }) {
    const { name, kind, state, dueAt, attempts, error } = job;
    const due = h("span.due");
    const showDue = () => (due.textContent = dueText(job, isSandbox));
    showDue();
    const button = (verb, text, style) => {
        const onclick = async () => {
            // Only a job has a result.
            if (verb === "complete" && kind !== "job") return run(() => finish(job, verb, {}));
            ask(job, verb, (body) => finish(job, verb, body));
        };
        return h(`button.${style}.small`, { type: "button", onclick }, text);
    };
    const item = h(
        "li",
        { data: { job: job.id, state, due: dueAt ?? "" } },
        h("div.line", {}, h("strong", { title: name }, names.work(name)), " ", h("span.badge", {}, kind)),
        due,
        attempts > 0 && h("div.caption", {}, attempts === 1 ? "1 attempt" : `${attempts} attempts`),
        error && h("p.cause", {}, error),
        isSandbox && h("div.buttons", {}, button("complete", "Complete", "plain"), kind === "job" && button("fail", "Fail", "destructive")),
    );
    const timer = setInterval(() => (item.isConnected ? showDue() : clearInterval(timer)), tickMilliseconds);
    return item;
}

function dueText({ state, dueAt, kind }, isSandbox) {
    if (state === "failed") return "Given up";
    if (isSandbox) return "Waits for you";
    const seconds = dueAt ? (Date.parse(dueAt) - Date.now()) / 1_000 : 0;
    if (kind === "signal" && state === "pending") return "Waits for its flow";
    if (state === "running" || seconds <= 0) return "Running";
    return `${kind === "timer" ? "Fires" : "Runs"} in ${span(seconds)}`;
}

/** Asks for a result, or for the message of a failure. */
function ask(job, verb, send) {
    const isResult = verb === "complete";
    const label = isResult ? "Result, as JSON" : "Message";
    const input = isResult
        ? h("textarea", { name: "result", rows: 5, spellcheck: "false", "aria-label": label }, "{}")
        : h("input", { name: "message", required: true, "aria-label": label });
    const error = h("p.error", { role: "alert" });
    const onsubmit = async (event) => {
        event.preventDefault();
        try {
            await send(isResult ? { result: JSON.parse(input.value || "null") } : { message: input.value });
            dialog.close();
        } catch (problem) {
            error.textContent = problem instanceof SyntaxError ? "This is not JSON." : problem.message;
        }
    };
    const verbText = isResult ? "Complete" : "Fail";
    const about = isResult ? "The flow continues as if the job had returned this." : "The flow continues as if the job had failed for good.";
    const form = h(
        "form.answer",
        { onsubmit, novalidate: true },
        h("p.caption", {}, about),
        h("label", {}, h("span", {}, label), input),
        error,
        h("button.primary", { type: "submit" }, `${verbText} ${job.name}`),
    );
    const dialog = formDialog(`${verbText} ${job.name}?`, form);
}

/** @param {any} session @returns {HTMLElement[]} */
export function sessionFacts(session) {
    const { device, user } = session;
    const time = (at) => h("time", { datetime: at }, new Date(at).toLocaleString("en-GB"));
    const facts = {
        User: user ? h("a", { href: address("#/sessions", { user }) }, user) : "anonymous",
        Status: h("span.badge", { data: { status: session.status } }, session.outcome ?? session.status),
        Path: session.path ? session.path.replaceAll("/", " › ") : session.flow,
        Screen: session.screen ?? "–",
        Idiom: device.idiom ?? "–",
        Locale: device.locale ?? "–",
        App: device.app ?? "–",
        Revision: count(session.revision),
        Started: time(session.createdAt),
        "Last change": time(session.touchedAt),
        "Last action": time(session.userActedAt ?? session.touchedAt),
        Id: h("code", {}, session.session),
    };
    return Object.entries(facts).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
}
