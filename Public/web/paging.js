// Draws long lists in parts.

import { h } from "./dom.js";
import { phrase } from "./language.js";
import { pointerTo } from "./pointer.js";

/** The number of items of a list that are drawn at once. */
export const pageSize = 100;
/** The number of items that are drawn at once for a screen, including nested lists, and the minimum for each of its groups. */
export const screenBudget = 2_000;
export const minGroupBudget = 20;

/**
 * The position of a value in the drawing: its depth and pointer, whether it is inside a button, and how many more items may be drawn
 * before the user has to press "Show more".
 * @typedef {{depth: number, pointer: string, context: import("./values.js").Context | null, isWithinButton: boolean, budget: {left: number}}} Nesting
 */

/** @param {import("./values.js").Context | null} [context] @returns {Nesting} */
export const outermost = (context = null) => ({ depth: 0, pointer: "", context, isWithinButton: false, budget: { left: screenBudget } });

/** @param {Nesting} nesting @param {string | number} name @returns {Nesting} */
export const within = (nesting, name) => ({ ...nesting, pointer: nesting.pointer + pointerTo([String(name)]) });

/** @param {Nesting} nesting @returns {Nesting} */
export const deeper = (nesting) => ({ ...nesting, depth: nesting.depth + 1 });

/**
 * Draws the first items, and a button that replaces itself with the next ones.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item, index: number, nesting: Nesting) => Node[]} draw
 * @param {(more: any) => HTMLElement} wrap puts the button into an element that is valid at this point
 * @param {Nesting} nesting
 * @returns {any[]}
 */
export function drawPaged(items, draw, wrap, nesting) {
    const part = (from, nesting) => {
        /** @type {any[]} */
        const nodes = [];
        let next = from;
        for (; next < items.length && next < from + pageSize && nesting.budget.left > 0; next += 1) {
            nesting.budget.left -= 1;
            nodes.push(...draw(items[next], next, nesting));
        }
        if (next === items.length) return nodes;
        // Buttons cannot be nested.
        if (nesting.isWithinButton) return [...nodes, wrap("…")];
        const onclick = () => {
            const others = part(next, { ...nesting, budget: { left: screenBudget } });
            more.replaceWith(...others);
            others[0].tabIndex = -1;
            others[0].focus();
        };
        const more = wrap(h("button.link", { type: "button", onclick }, phrase("Show more ({} left)", items.length - next)));
        return [...nodes, more];
    };
    return part(0, nesting);
}
