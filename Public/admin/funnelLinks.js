// The links from the numbers of a funnel to their sessions.

import { h } from "../web/dom.js";
import { address } from "./filters.js";
import { stops } from "./funnelMath.js";
import { count } from "./times.js";

/**
 * @typedef {{flow: string, since: string, idle: string, by: string, period: string}} Context the filters of the page
 * @typedef {{group: import("./funnelMath.js").Group, step?: import("./funnelMath.js").Step, within?: import("./funnelMath.js").Within | null}} Place
 *   which runs a number counts
 */

/** Whether a group contains all values that have no group of their own. Such groups are not compared, because their values differ. */
export function hasRest({ by }) {
    return by === "other";
}

/** The runs that stopped, by how they did, each with a link. @param {Place} place @param {Context} context @param {Node | null} [more] */
export function stopLinks(place, context, more = null) {
    const part = place.within ?? place.step ?? place.group;
    const kinds = stops.filter((kind) => part[kind] > 0).map((kind) => h("li", {}, sessionsLink(place, kind, `${count(part[kind])} ${kind}`, context)));
    return h("ul.kinds", {}, ...kinds, more);
}

/**
 * A link to the sessions behind a number. The group of all other values has none, because the list filters by one value.
 * @param {Place} place @param {string} left @param {string} text @param {Context} context
 */
export function sessionsLink({ group, step, within }, left, text, { flow, since, by, idle }) {
    if (by && hasRest(group)) return text;
    const place = { step: step?.screen ?? "", within: within?.screen ?? "", withinFlow: within?.flow ?? "" };
    // Without a value, the list has the runs of devices that have none.
    const split = { by, is: by ? (group.by ?? "") : "" };
    const filters = { run: flow, ...place, left, since, ...split, idle: ["abandoned", "active"].includes(left) ? idle : "" };
    return h("a", { href: address("#/sessions", filters) }, text);
}
