// Draws the timeline of a session.

import { h } from "../../web/dom.js";
import { duration, span } from "../times.js";
import { fields, isFailure } from "./diagnosis.js";

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
 * @returns {HTMLElement}
 */
export function timelineItem(item, states) {
    if (item.type === "gap") return h("li.gap", {}, `${span(item.seconds)} here${item.isOpen ? " until now" : ""}`);
    return item.type === "entry" ? journalEntry(item.entry, states) : incidentItem(item);
}

function journalEntry(entry, { kept, shown, show }) {
    const { revision, kind } = entry;
    const moves = entry.moves.map(({ move }) => move).join(", ");
    const from = entry.screen ?? entry.flow;
    const screens = [from, entry.to !== from && entry.to].filter(Boolean).join(" → ");
    const facts = [`Revision ${revision}`, screens, moves, duration(entry.micros)].filter(Boolean).join(" · ");
    const see = { type: "button", onclick: () => show(revision), "aria-pressed": String(revision === shown), data: { show: revision } };
    return h(
        "li",
        { data: { revision, kind, shown: revision === shown } },
        h("div.line", {}, h("span.kind", {}, kinds[kind] ?? kind), entry.name && h("strong", {}, entry.name), time(entry.at)),
        params(entry),
        h("div.caption", {}, facts),
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

function incidentItem({ incident, count, firstAt }) {
    const { code, kind, name, screen, cause, request, errors } = incident;
    const verb = isFailure(incident) ? "Failed" : "Refused";
    const where = fields(incident);
    const reasons = [...new Set(errors.map((error) => error.code))].join(", ");
    const facts = [
        count > 1 && `since ${clock(firstAt)}`,
        reasons && reasons !== code && code,
        kind,
        screen,
        request && `request ${request}`,
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
        cause && h("p.cause", {}, cause),
        h("div.caption", {}, facts.filter(Boolean).join(" · ")),
    );
}

function clock(at) {
    return new Date(at).toLocaleTimeString("en-GB");
}

function time(at) {
    return h("time.caption", { datetime: at, title: new Date(at).toLocaleString() }, clock(at));
}
