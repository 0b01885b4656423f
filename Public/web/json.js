import { h } from "./dom.js";

/** Deeper or longer than this is not read by anybody, but takes seconds to draw. */
const longest = 4_000;

/**
 * JSON as text with its parts told apart.
 * @param {any} value
 * @returns {HTMLElement}
 */
export function jsonView(value) {
    const text = JSON.stringify(value, null, 2) ?? "";
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
