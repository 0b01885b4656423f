// Names as programs write them, for people to read. Pure.

/** What is longer is no name that anybody reads. */
const longestName = 200;

/**
 * `nextToPage2` becomes `Next to page 2`; `coverURL` becomes `Cover URL`.
 * @param {string} name
 */
export function words(name) {
    const parts = name
        .slice(0, longestName)
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
 * What an action's button says: `nextToPage2ButtonPressed` is `Next to page 2`.
 * @param {string} action
 */
export function actionWords(action) {
    return words(action.replace(/^(did|on)(?=[A-Z])/, "").replace(/(Button)?(Pressed|Tapped|Clicked)$/, "") || action);
}

/**
 * What a screen is called when it does not say: `Tutorial.Page1` is `Page 1`.
 * @param {string} name
 */
export function screenWords(name) {
    return words(name.split(".").pop());
}

const retreats = /^(cancel|close|dismiss|back|discard|skip|logout|logOut|keep|not)/;
const advances = /^(start|next|continue|complete|confirm|save|authorize|create|discover|submit|done|finish|go)/;

/**
 * How much an action stands out.
 * @param {string} action
 * @returns {"primary" | "plain" | "quiet"}
 */
export function prominence(action) {
    if (retreats.test(action)) return "quiet";
    return advances.test(action) && !/^goTo/.test(action) ? "primary" : "plain";
}
