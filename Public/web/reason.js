import { NetworkError } from "../fairway.js";
import { phrase } from "./language.js";

/**
 * What an error means to the user of the app, whose progress is on the server.
 * @param {Error} error
 */
export function reason(error) {
    return phrase(error instanceof NetworkError ? "The server cannot be reached. Your progress is saved; try again later." : error.message);
}
