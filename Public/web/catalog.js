import { Transport } from "../fairway.js";

/** @type {Promise<any> | undefined} */
let request;

/**
 * The app's catalog, requested once.
 * @returns {Promise<{flows: any[], screens: any[], links: string[]}>}
 */
export function catalog() {
    return (request ??= new Transport().call("GET", "/v1/catalog"));
}
