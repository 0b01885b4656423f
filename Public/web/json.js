import { h } from "./dom.js";

/** So many parts are told apart: of more nobody would see it, but it takes seconds to draw. */
const partsToldApart = 4_000;
/** What is shown of values that are deeper, of more parts, or of longer texts, is cut: nobody reads that far. */
const deepest = 100;
const mostParts = 20_000;
const longestText = 10_000;
const mostCharacters = 1_000_000;

/**
 * JSON with an ellipsis in place of what is too deep or too much of it.
 * @param {any} whole
 */
export function shortened(whole) {
    let left = mostParts;
    let charactersLeft = mostCharacters;
    const cut = (text) => {
        const kept = text.slice(0, Math.max(0, Math.min(longestText, charactersLeft)));
        charactersLeft -= kept.length;
        return kept.length < text.length ? `${kept}…` : text;
    };
    const shorten = (value, depth) => {
        if (typeof value === "string") return cut(value);
        if (value === null || typeof value !== "object") return value;
        if (depth > deepest) return "…";
        const members = Array.isArray(value) ? value : Object.entries(value);
        const kept = members.slice(0, Math.max(0, left));
        const isCut = kept.length < members.length;
        left -= members.length;
        if (Array.isArray(value)) return [...kept.map((item) => shorten(item, depth + 1)), ...(isCut ? ["…"] : [])];
        const shown = kept.map(([name, member]) => [cut(name), shorten(member, depth + 1)]);
        return Object.fromEntries(isCut ? [...shown, ["…", "…"]] : shown);
    };
    return shorten(whole, 0);
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
        if (++parts > partsToldApart) break;
        const kind = match[1] ? (match[2] ? "key" : "text") : "value";
        view.append(text.slice(end, match.index), h(`span.${kind}`, {}, match[1] ?? match[0]), match[2] ?? "");
        end = match.index + match[0].length;
    }
    view.append(text.slice(end));
    return view;
}
