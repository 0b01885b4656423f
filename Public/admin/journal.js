// Draws a journal entry on the timeline of a session.

import { h } from "../web/dom.js";
import { duration } from "./times.js";

/** @param {any} entry */
export function journalEntry(entry) {
    const at = new Date(entry.at);
    const moves = entry.moves.map(({ move, screen }) => (screen ? `${move} ${screen}` : move)).join(", ");
    const params = entry.params === null || entry.params === undefined ? "" : JSON.stringify(entry.params);
    const from = entry.screen ?? entry.flow;
    const time = h("time.caption", { datetime: entry.at, title: at.toLocaleString() }, at.toLocaleTimeString("en-GB"));
    const screens = [from, entry.to !== from && entry.to].filter(Boolean).join(" → ");
    const facts = [screens, moves, duration(entry.micros)].filter(Boolean).join(" · ");
    return h(
        "li",
        { data: { revision: entry.revision, kind: entry.kind } },
        h("div.line", {}, h("span.kind", {}, entry.kind), entry.name && h("strong", {}, entry.name), time),
        params && params !== "{}" && h("code.params", {}, params.slice(0, 500)),
        h("div.caption", {}, `${entry.revision}. ${facts}`),
    );
}
