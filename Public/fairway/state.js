// Which state a client shows, and how it gets there. Pure.

import { applyMoves } from "./navigation.js";

/** Nothing is shown of what lies deeper, and comparing it would need more of the stack than there is. */
const deepest = 500;

/**
 * @typedef {import("./navigation.js").Container} Container
 * @typedef {import("./navigation.js").Move} Move
 * @typedef {{
 *   id: string, name: string, flow: string, version: number, presentation: string, back: boolean, backAsks?: boolean,
 *   viewModel: any, actions: string[], draft?: any
 * }} ScreenDocument
 * @typedef {{
 *   session: string, token?: string, revision: number, status: "active" | "over", outcome?: string, result?: any,
 *   moves: Move[], screen: ScreenDocument | null, visible?: ScreenDocument[], navigation: Container | null,
 *   effects: {effect: string, id: string}[]
 * }} StateDocument
 */

/**
 * What to show after a state has come, and the moves to animate; null when it is older than what is shown.
 *
 * The tree that came is always right. The moves are only worth following from the revision just before, and only
 * when they lead to it.
 * @param {StateDocument | null} current
 * @param {StateDocument} document
 * @returns {{state: StateDocument, moves: Move[]} | null}
 */
export function accept(current, document) {
    if (!current) return { state: document, moves: [{ move: "reset" }] };
    if (document.revision <= current.revision) return null;
    if (document.status === "over") return { state: document, moves: [{ move: "over" }] };
    const follows = document.revision === current.revision + 1;
    const reached = follows && applyMoves(current.navigation, document.moves, document.navigation);
    return { state: document, moves: reached && same(reached, document.navigation) ? document.moves : [{ move: "reset" }] };
}

/**
 * Whether two JSON values are equal, whatever the order of their members. What is nested deeper than anything is shown
 * is not looked at, and is never equal.
 * @param {any} a
 * @param {any} b
 * @param {number} [depth]
 * @returns {boolean}
 */
export function same(a, b, depth = 0) {
    if (a === b) return true;
    if (depth > deepest) return false;
    if (!a || !b || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a).filter((name) => a[name] !== undefined);
    const count = Object.keys(b).filter((name) => b[name] !== undefined).length;
    return names.length === count && names.every((name) => same(a[name], b[name], depth + 1));
}
