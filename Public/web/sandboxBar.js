// The bar on each page of a sandbox: what it is, when it is deleted, and the way back.

import { h } from "./dom.js";

/** @typedef {{id?: string, origin: string, deletedAt: string}} Sandbox */

/**
 * @param {Sandbox} sandbox
 * @param {{isInConsole: boolean}} place outside the console, the bar also links the sandbox's page
 */
export function sandboxBar({ id, origin, deletedAt }, { isInConsole }) {
    const page = (session) => `/admin#/sessions/${encodeURIComponent(session)}`;
    // From a frame, the links lead the whole page.
    const link = (text, session) => h("a", { href: page(session), target: "_top" }, text);
    const end = new Date(deletedAt).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    return h(
        "div.sandbox-bar",
        { role: "note", "aria-label": "Sandbox", lang: "en" },
        h("strong", {}, "Sandbox"),
        h("span", {}, "A copy of ", h("code", {}, `…${origin.slice(-8)}`)),
        h("span", {}, "Deleted ", h("time", { datetime: deletedAt }, end)),
        h("span", {}, link("Back to the original", origin)),
        !isInConsole && id && h("span", {}, link("Its page in the console", id)),
    );
}
