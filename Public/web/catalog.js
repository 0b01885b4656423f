import { Transport } from "../fairway.js";
import { chosenLanguage, useLanguage } from "./language.js";

/** @type {Promise<any> | undefined} */
let request;

/**
 * The app's catalog, requested once. Titles and labels are in the app's best match for the browser's languages.
 * @param {string | null} [language] the language to use instead, by default the one that the user has chosen
 * @returns {Promise<{flows: any[], screens: any[], links: string[], languages?: string[]}>}
 */
export function catalog(language = chosenLanguage()) {
    const fetchCatalog = async (url, options = {}) => {
        // The page preloads the catalog in the browser's language. Another address keeps that one from being used instead.
        const address = language ? `${url}?${language}` : url;
        const headers = language ? { ...options.headers, "Accept-Language": language } : options.headers;
        const response = await fetch(address, { ...options, headers });
        await useLanguage(response.headers.get("Content-Language"));
        return response;
    };
    return (request ??= new Transport({ fetch: fetchCatalog }).call("GET", "/v1/catalog"));
}
