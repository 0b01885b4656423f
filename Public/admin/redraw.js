// Redraws parts of a page. Elements that are unchanged stay.

import { h } from "../web/dom.js";

/**
 * Replaces the children of an element. An old child stays if a new one has the same tag and attributes. It keeps its listeners, and
 * its own children are replaced in the same way. A click in progress on it is not lost, unless it moves to another place. Its
 * listeners may use only values that its attributes or those of an ancestor identify, because an earlier drawing has made them.
 * A child of a drawing stays also if its `transform` differs, and gets the new one.
 * @param {Element} parent
 * @param {(Node | string | number | null | undefined | false)[]} children
 */
export function redraw(parent, children) {
    const active = document.activeElement;
    reconcile(parent, [...h("div", {}, ...children).childNodes]);
    // An element that moves loses the focus.
    if (active instanceof HTMLElement && active !== document.activeElement && parent.contains(active)) active.focus({ preventScroll: true });
}

/** @param {Element} parent @param {Node[]} drawn */
function reconcile(parent, drawn) {
    const old = [...parent.childNodes];
    /** The positions of the old children that are not matched yet, by key. @type {Map<string, number[]>} */
    const unmatched = new Map();
    for (const [position, child] of old.entries()) {
        const positions = unmatched.get(key(child));
        if (positions) positions.push(position);
        else unmatched.set(key(child), [position]);
    }
    let end = old.length;
    let next = null;
    // From the end, because lists grow at their start. Old children before `end` are in order and need not move.
    for (const node of drawn.reverse()) {
        const position = match(unmatched.get(key(node)), end);
        const child = position === undefined ? node : old[position];
        if (position === undefined || position > end) parent.insertBefore(child, next);
        else end = position;
        if (child !== node && child instanceof Element && node instanceof Element) {
            if (node.hasAttribute("transform")) child.setAttribute("transform", node.getAttribute("transform"));
            reconcile(child, [...node.childNodes]);
        }
        next = child;
    }
    for (const position of [...unmatched.values()].flat()) old[position].remove();
}

/** Takes the last position before `end`. If there is none, takes a later one. */
function match(positions = [], end) {
    let index = positions.length - 1;
    while (index > 0 && positions[index] > end) index--;
    return positions.splice(index, 1)[0];
}

/**
 * The tag and the attributes of an element, or the text of a text node. Without `open`, because the user opens `details`, and without
 * `transform`, because parts of a drawing move.
 */
function key(node) {
    if (!(node instanceof Element)) return `text ${node.textContent}`;
    const attributes = [...node.attributes].filter(({ name }) => !["open", "transform"].includes(name)).map(({ name, value }) => [name, value]);
    return JSON.stringify([node.localName, attributes]);
}
