// Turns identifiers into labels. Pure.

/** Longer names are truncated. */
const maxNameLength = 200;

/**
 * `nextToPage2` becomes `Next to page 2`; `coverURL` becomes `Cover URL`.
 * @param {string} name
 */
export function humanize(name) {
    const parts = name
        .slice(0, maxNameLength)
        .replace(/[_\-.]+/g, " ")
        .replace(/([a-z])([A-Z0-9])/g, "$1 $2")
        .replace(/([0-9])([A-Za-z])/g, "$1 $2")
        .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
        .trim()
        .split(/\s+/);
    const spell = (part) => (/^([A-Z]{2,}|url|id)$/.test(part) ? part.toUpperCase() : part.toLowerCase());
    const text = parts.map(spell).join(" ");
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The label of an action's button: `nextToPage2ButtonPressed` becomes `Next to page 2`.
 * @param {string} action
 */
export function actionLabel(action) {
    return humanize(action.replace(/^(did|on)(?=[A-Z])/, "").replace(/(Button)?(Pressed|Tapped|Clicked)$/, "") || action);
}

/**
 * The title of a screen whose view model has none: `Tutorial.Page1` becomes `Page 1`.
 * @param {string} name
 */
export function screenTitle(name) {
    return humanize(name.split(".").pop());
}

/**
 * The titles of flows, by their names: those of the catalog, or labels of the names.
 * @param {{name: string, title?: string | null}[]} flows
 * @returns {(flow: string) => string}
 */
export function flowTitles(flows) {
    const titles = new Map(flows.map(({ name, title }) => [name, title]));
    return (flow) => titles.get(flow) || humanize(flow);
}

const quietActions = /^(cancel|close|dismiss|back|discard|skip|logout|logOut|keep|not)/;
const primaryActions = /^(start|next|continue|complete|confirm|save|authorize|create|discover|submit|done|finish|go)/;

/**
 * How prominently an action is displayed.
 * @param {string} action
 * @returns {"primary" | "plain" | "quiet"}
 */
export function prominence(action) {
    if (quietActions.test(action)) return "quiet";
    return primaryActions.test(action) && !/^goTo/.test(action) ? "primary" : "plain";
}

/** The server refuses longer locales (`docs/protocol.md`, section 4.1). */
const maxLocaleLength = 35;

/**
 * Truncates a language tag that is too long (RFC 5646, section 4.4.2).
 * @param {string} tag
 */
export function fittingLocale(tag) {
    const parts = tag.split("-");
    while (parts.length > 1 && parts.join("-").length > maxLocaleLength) {
        parts.pop();
        // A singleton introduces the subtags after it (RFC 5646, section 2.2.6), so a tag cannot end with one.
        while (parts.length > 1 && parts.at(-1).length === 1) parts.pop();
    }
    return parts.join("-");
}

/**
 * The first of the browser's languages that the app speaks, so that texts and formats agree. Undefined if there is none:
 * the server then uses the app's own language.
 * @param {string[] | undefined} languages those of the catalog; undefined from an older server
 * @param {readonly string[]} preferred
 */
export function spokenLocale(languages, preferred) {
    const spoken = languages?.map((tag) => tag.toLowerCase());
    const locale = preferred.find((tag) => {
        const subtags = tag.toLowerCase().split("-");
        return !spoken || subtags.some((_, index) => spoken.includes(subtags.slice(0, index + 1).join("-")));
    });
    return locale && fittingLocale(locale);
}
