// Limits for JSON of any size.

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
