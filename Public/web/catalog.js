import { Transport } from "../fairway.js";

/** @type {Promise<any> | undefined} */
let known;

/**
 * What the app consists of; asked for once.
 * @returns {Promise<{flows: any[], screens: any[], links: string[]}>}
 */
export function catalog() {
    return (known ??= new Transport().call("GET", "/v1/catalog"));
}
