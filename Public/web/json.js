import { h } from "./dom.js";

/** The maximum number of highlighted tokens. Highlighting many more takes seconds. */
const maxHighlightedTokens = 4_000;
/** Limits of the displayed JSON. */
const maxDepth = 100;
const maxValues = 20_000;
const maxTextLength = 10_000;
const maxCharacters = 1_000_000;

/**
 * A copy of a JSON value in which an ellipsis replaces everything beyond the limits.
 * @param {any} whole
 */
export function truncated(whole) {
    let left = maxValues;
    let charactersLeft = maxCharacters;
    const cut = (text) => {
        const kept = text.slice(0, Math.max(0, Math.min(maxTextLength, charactersLeft)));
        charactersLeft -= kept.length;
        return kept.length < text.length ? `${kept}…` : text;
    };
    const truncate = (value, depth) => {
        if (typeof value === "string") return cut(value);
        if (value === null || typeof value !== "object") return value;
        if (depth > maxDepth) return "…";
        const members = Array.isArray(value) ? value : Object.entries(value);
        const kept = members.slice(0, Math.max(0, left));
        const isCut = kept.length < members.length;
        left -= members.length;
        if (Array.isArray(value)) return [...kept.map((item) => truncate(item, depth + 1)), ...(isCut ? ["…"] : [])];
        const shown = kept.map(([name, member]) => [cut(name), truncate(member, depth + 1)]);
        return Object.fromEntries(isCut ? [...shown, ["…", "…"]] : shown);
    };
    return truncate(whole, 0);
}

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
