// Redraws parts of a page. Elements that are unchanged stay.

import { h } from "../web/dom.js";

/**
 * Replaces the children of an element. A child stays if its successor has the same tag and attributes, and its own children are
 * replaced in the same way. An element that stays keeps its focus, and a click on it is not lost. Its listeners must depend on
 * its attributes only.
 * @param {Element} parent
 * @param {(Node | string | number | null | undefined | false)[]} children
 */
export function redraw(parent, children) {
    replace(parent, [...h("div", {}, ...children).childNodes]);
}

/** @param {Element} parent @param {Node[]} successors */
function replace(parent, successors) {
    const children = [...parent.childNodes];
    const shells = children.map(shell);
    const kept = new Set();
    let end = children.length;
    let next = null;
    // From the end, because lists grow at their start.
    for (const successor of successors.reverse()) {
        const wanted = shell(successor);
        let index = end - 1;
        while (index >= 0 && !shells[index].isEqualNode(wanted)) index--;
        if (index < 0) {
            next = parent.insertBefore(successor, next);
        } else {
            end = index;
            next = children[index];
            kept.add(next);
            if (next instanceof Element) replace(next, [...successor.childNodes]);
        }
    }
    for (const child of children) if (!kept.has(child)) child.remove();
}

/** A node without its children. Whether `details` are open is up to the user. */
function shell(node) {
    const copy = node.cloneNode(false);
    if (copy instanceof HTMLDetailsElement) copy.open = false;
    return copy;
}
