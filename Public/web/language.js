// The client's own words, in the language that the app speaks to this browser.

/** @type {Record<string, string>} */
let table = {};
let current = "en";
/** The phrases of renderers, by language. @type {Record<string, Record<string, string>>} */
const added = {};

/**
 * Chooses the language of `phrase`: that of the catalog, so that a page does not mix two languages.
 * @param {string | null} tag
 */
export async function useLanguage(tag) {
    const language = tag?.split("-")[0].toLowerCase();
    current = language ?? "en";
    table = language === "de" ? await words(import("./languages/german.js")) : {};
    if (language && typeof document !== "undefined") document.documentElement.lang = tag;
}

/** The table of a module. If it cannot be loaded, the words stay English. */
async function words(module) {
    return module.then(({ german }) => german, () => ({}));
}

/**
 * Adds translations of the phrases that a renderer uses.
 *
 *     addPhrases("de", { "Sold out": "Ausverkauft" });
 *
 * @param {string} language
 * @param {Record<string, string>} phrases by their English
 */
export function addPhrases(language, phrases) {
    added[language] = { ...added[language], ...phrases };
}

/**
 * A phrase in the chosen language.
 * @param {string} english
 * @param {string | number} [value] replaces `{}`
 */
export function phrase(english, value = "") {
    return (table[english] ?? added[current]?.[english] ?? english).replace("{}", () => String(value));
}
