// Draws the timeline of a session.

import { h } from "../../web/dom.js";
import { duration, span } from "../times.js";
import { fields, isFailure, outcome } from "./diagnosis.js";
import { changeName } from "./names.js";

const maxParamsLength = 500;
/** What happened, by the kind of a journal entry. */
const kinds = {
    start: "Started", action: "Action", back: "Back", select: "Tab", link: "Link", signal: "Signal", timer: "Timer", job: "Job",
    refresh: "Refresh", device: "Device", user: "User", end: "End",
};

/**
 * @param {import("./timeline.js").Item} item
 * @param {{kept: Set<number>, shown: number | null, show: (revision: number) => void}} states the revisions with a kept state, the one
 *   that is shown, and a function that shows another
 * @param {{names: import("./names.js").Names, incidents: import("./diagnosis.js").Incident[]}} known `incidents` newest first
 * @returns {HTMLElement}
 */
export function timelineItem(item, states, known) {
    if (item.type === "gap") return h("li.gap", {}, `${span(item.seconds)} here${item.isOpen ? " until now" : ""}`);
    return item.type === "entry" ? journalEntry(item.entry, states, known) : incidentItem(item, known);
}

function journalEntry(entry, { kept, shown, show }, { names, incidents }) {
    const { revision, kind, result } = entry;
    const name = changeName(entry, names);
    const end = outcome(entry, incidents);
    const moves = entry.moves.map(({ move }) => move).join(", ");
    const from = entry.screen ?? entry.flow;
    const screens = [from, entry.to !== from && entry.to].filter(Boolean).join(" → ");
    const facts = [`Revision ${revision}`, name !== entry.name && entry.name, screens, moves, duration(entry.micros)].filter(Boolean).join(" · ");
    const see = { type: "button", onclick: () => show(revision), "aria-pressed": String(revision === shown), data: { show: revision } };
    return h(
        "li",
        { data: { revision, kind, shown: revision === shown, result: result ?? "" } },
        h("div.line", {}, h("span.kind", {}, kinds[kind] ?? kind), name && h("strong", {}, name), time(entry.at)),
        end && h("p", { data: { end: result } }, end),
        params(entry),
        h("div.caption", {}, facts, ...request(entry)),
        group(entry),
        kept.has(revision) && h("button.link.see", see, "Show this screen"),
    );
}

/** The parameters of an action, or the result of a job. */
function params({ params, kind }) {
    const text = params === null ? "" : JSON.stringify(params);
    if (!text || text === "{}") return null;
    const label = kind === "job" ? "Result " : "";
    return h("code.params", {}, label + (text.length > maxParamsLength ? `${text.slice(0, maxParamsLength)}…` : text));
}

/** A link to the group of a problem. @param {{problem?: string | null}} change */
function group({ problem }) {
    return problem ? h("a.caption", { href: `#/problems/${encodeURIComponent(problem)}` }, "All sessions with this problem") : null;
}

/** The id of the request, which the log has, as a text to copy. */
function request({ request }) {
    return request ? [" · request ", h("code.request", {}, request)] : [];
}

function incidentItem({ incident, count, firstAt }, { names }) {
    const { code, kind, screen, cause, errors, message } = incident;
    const name = changeName(incident, names);
    const verb = isFailure(incident) ? "Failed" : "Refused";
    const where = fields(incident);
    const reasons = [...new Set(errors.map((error) => error.code))].join(", ");
    const facts = [
        count > 1 && `since ${clock(firstAt)}`,
        reasons && reasons !== code && code,
        kind,
        name !== incident.name && incident.name,
        screen,
    ];
    return h(
        "li.incident",
        { data: { code, kind } },
        h(
            "div.line",
            {},
            h("span.kind", {}, count > 1 ? `${verb} ${count} times` : verb),
            h("strong", {}, name ?? kind),
            time(incident.at),
        ),
        h("div", {}, ...where.flatMap((field) => [h("code.field-name", {}, field), " "]), reasons || h("code", {}, code)),
        message && h("p.message", {}, `“${message}”`),
        cause && h("p.cause", {}, cause),
        h("div.caption", {}, facts.filter(Boolean).join(" · "), ...request(incident)),
        group(incident),
    );
}

function clock(at) {
    return new Date(at).toLocaleTimeString("en-GB");
}

function time(at) {
    return h("time.caption", { datetime: at, title: new Date(at).toLocaleString() }, clock(at));
}
