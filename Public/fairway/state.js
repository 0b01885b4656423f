// Decides how to get from the current state to a new one. All functions are pure.

import { applyMoves } from "./navigation.js";

/** Deeper values are not displayed, and comparing them could overflow the stack. */
const maxDepth = 500;

/**
 * @typedef {import("./navigation.js").Container} Container
 * @typedef {import("./navigation.js").Move} Move
 * @typedef {{
 *   id: string, name: string, title?: string, flow: string, version: number, presentation: string, back: boolean,
 *   backAsks?: boolean, viewModel: any, actions: string[], draft?: any
 * }} ScreenDocument
 * @typedef {{
 *   session: string, token?: string, revision: number, status: "active" | "over", outcome?: string, result?: any,
 *   moves: Move[], screen: ScreenDocument | null, visible?: ScreenDocument[], navigation: Container | null,
 *   effects: {effect: string, id: string}[]
 * }} StateDocument
 */

/**
 * The state to show after a document was received, and the moves to animate. Null if the document is older than the current state, or
 * shows the same. A document of the same revision can differ, for example by a draft from another device; it has no moves.
 *
 * The document's navigation is authoritative. Its moves are used only if the current state is the previous revision and the
 * moves lead to that navigation; otherwise the move is `reset`.
 * @param {StateDocument | null} current
 * @param {StateDocument} document
 * @returns {{state: StateDocument, moves: Move[]} | null}
 */
export function accept(current, document) {
    if (!current) return { state: document, moves: [{ move: "reset" }] };
    if (document.revision < current.revision) return null;
    if (document.revision === current.revision) return same(shown(current), shown(document)) ? null : { state: document, moves: [] };
    if (document.status === "over") return { state: document, moves: [{ move: "over" }] };
    const follows = document.revision === current.revision + 1;
    const reached = follows && applyMoves(current.navigation, document.moves, document.navigation);
    return { state: document, moves: reached && same(reached, document.navigation) ? document.moves : [{ move: "reset" }] };
}

/**
 * What a document shows, without what only the reply to one request contains.
 * @param {any} document
 */
function shown({ token, moves, effects, ...rest }) {
    return rest;
}

/**
 * Whether two JSON values are equal, in any order of their members. Values nested deeper than `maxDepth` are never equal.
 * @param {any} a
 * @param {any} b
 * @param {number} [depth]
 * @returns {boolean}
 */
export function same(a, b, depth = 0) {
    if (a === b) return true;
    if (depth > maxDepth) return false;
    if (!a || !b || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a).filter((name) => a[name] !== undefined);
    const count = Object.keys(b).filter((name) => b[name] !== undefined).length;
    return names.length === count && names.every((name) => same(a[name], b[name], depth + 1));
}
