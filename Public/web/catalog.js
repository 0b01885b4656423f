import { Transport } from "../fairway.js";
import { useLanguage } from "./language.js";

/** @type {Promise<any> | undefined} */
let request;

/**
 * The app's catalog, requested once. The browser sends its languages, so titles and labels are in the best match.
 * @returns {Promise<{flows: any[], screens: any[], links: string[]}>}
 */
export function catalog() {
    const fetchCatalog = async (...call) => {
        const response = await fetch(.../** @type {[string]} */ (call));
        useLanguage(response.headers.get("Content-Language"));
        return response;
    };
    return (request ??= new Transport({ fetch: fetchCatalog }).call("GET", "/v1/catalog"));
}
