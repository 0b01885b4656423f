// The client's own words, in the language that the app speaks to this browser.

const key = "fairway.language";

/** @type {Record<string, string>} */
let table = {};
let current = "en";
/** The locale of dates and numbers. Undefined before a language is chosen: the browser's own. @type {string | undefined} */
let chosenLocale;
/** The phrases of renderers, by language. @type {Record<string, Record<string, string>>} */
const added = {};

/**
 * Chooses the language of `phrase`: that of the catalog, so that a page does not mix two languages.
 * @param {string | null} tag
 */
export async function useLanguage(tag) {
    const language = tag?.split("-")[0].toLowerCase();
    current = language ?? "en";
    chosenLocale = tag ? variantOf(tag, preferredLanguages()) : undefined;
    table = language === "de" ? await words(import("./languages/german.js")) : {};
    if (!language || typeof document === "undefined") return;
    document.documentElement.lang = tag;
    for (const element of document.querySelectorAll("[data-phrase]")) {
        element.setAttribute("data-phrase", element.getAttribute("data-phrase") || element.textContent);
        element.textContent = phrase(element.getAttribute("data-phrase"));
    }
}

/**
 * The locale in which dates and numbers are written, so that they agree with the words: `de-AT` for German, if the browser prefers it.
 * Undefined is the browser's own.
 */
export function locale() {
    return chosenLocale;
}

/** Replaces the locale, for a page that shows what another user sees. @param {string} tag */
export function useLocale(tag) {
    chosenLocale = tag;
}

/**
 * The first of the preferred languages that is a variant of a language, or the language itself. Pure.
 * @param {string} tag
 * @param {readonly string[]} preferred
 */
export function variantOf(tag, preferred) {
    const language = tag.toLowerCase();
    return preferred.find((one) => one.toLowerCase() === language || one.toLowerCase().startsWith(`${language}-`)) ?? tag;
}

/** The language that the user has chosen on the page, not in the browser. @returns {string | null} */
export function chosenLanguage() {
    try {
        return localStorage.getItem(key);
    } catch {
        // Storage may be disabled, or missing.
        return null;
    }
}

/** Remembers a language for the pages that are loaded from now on. @param {string} tag */
export function chooseLanguage(tag) {
    try {
        localStorage.setItem(key, tag);
    } catch {
        // Without storage, the browser's languages apply.
    }
}

/** The user's languages, in order of preference. @returns {readonly string[]} */
export function preferredLanguages() {
    const preferred = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
    const chosen = chosenLanguage();
    return chosen ? [variantOf(chosen, preferred), ...preferred] : preferred;
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
