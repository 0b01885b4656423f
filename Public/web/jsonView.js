// JSON with syntax highlighting.

import { h } from "./dom.js";
import { truncated } from "./json.js";

/** The maximum number of highlighted tokens. Highlighting many more takes seconds. */
const maxHighlightedTokens = 4_000;

/**
 * JSON as text with syntax highlighting.
 * @param {any} value
 * @returns {HTMLElement}
 */
export function jsonView(value) {
    const text = JSON.stringify(truncated(value), null, 2) ?? "";
    const view = h("pre.json", { tabindex: "0" });
    let tokens = 0;
    let end = 0;
    for (const match of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g)) {
        if (++tokens > maxHighlightedTokens) break;
        const kind = match[1] ? (match[2] ? "key" : "text") : "value";
        view.append(text.slice(end, match.index), h(`span.${kind}`, {}, match[1] ?? match[0]), match[2] ?? "");
        end = match.index + match[0].length;
    }
    view.append(text.slice(end));
    return view;
}
