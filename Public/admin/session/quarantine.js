// The steps of a session that are refused because they ended the server's process.

import { h } from "../../web/dom.js";
import { moment } from "../times.js";

/**
 * @typedef {{revision: number, kind: string, name: string | null, build: string, at: string}} Quarantined
 */

/**
 * @param {Quarantined[]} steps
 * @param {false | (() => void)} release tries the steps again; false if the operator may not
 * @returns {HTMLElement[]}
 */
export function quarantine(steps, release) {
    if (!steps.length) return [];
    const button = release ? [h("button.plain.small", { type: "button", onclick: release }, "Try again")] : [];
    return [
        h("div.head", {}, h("h2", {}, "Quarantine"), ...button),
        h("p", {}, "These steps ended the server's process, and are refused until another build runs."),
        h("ul.quarantined", {}, ...steps.map(item)),
    ];
}

function item({ revision, kind, name, build, at }) {
    // A handler that is refused in all sessions has no revision.
    const place = revision ? `at revision ${revision}` : "in all sessions";
    return h("li", {}, h("code", {}, name ?? kind), ` ${place}, ${moment(at)}, build `, h("code", {}, build));
}
