import { h } from "./dom.js";

/** More than this told apart is not read by anybody, but takes seconds to draw. */
const longest = 4_000;
/** Deeper than this, or more, is shown by nothing that would be the better for it. */
const deepest = 100;
const most = 50_000;

/**
 * JSON with an ellipsis in place of what is too deep or too much of it.
 * @param {any} value
 */
export function shortened(value) {
    let left = most;
    const shorten = (value, depth) => {
        if (value === null || typeof value !== "object") return value;
        if (depth > deepest) return "…";
        const members = Array.isArray(value) ? value : Object.entries(value);
        const kept = members.slice(0, Math.max(0, left));
        left -= members.length;
        if (Array.isArray(value)) return [...kept.map((item) => shorten(item, depth + 1)), ...(kept.length < members.length ? ["…"] : [])];
        const shown = kept.map(([name, member]) => [name, shorten(member, depth + 1)]);
        return Object.fromEntries(kept.length < members.length ? [...shown, ["…", "…"]] : shown);
    };
    return shorten(value, 0);
}

/**
 * JSON as text with its parts told apart.
 * @param {any} value
 * @returns {HTMLElement}
 */
export function jsonView(value) {
    const text = JSON.stringify(shortened(value), null, 2) ?? "";
    const view = h("pre.json", { tabindex: "0" });
    let parts = 0;
    let end = 0;
    for (const match of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g)) {
        if (++parts > longest) break;
        const kind = match[1] ? (match[2] ? "key" : "text") : "value";
        view.append(text.slice(end, match.index), h(`span.${kind}`, {}, match[1] ?? match[0]), match[2] ?? "");
        end = match.index + match[0].length;
    }
    view.append(text.slice(end));
    return view;
}
