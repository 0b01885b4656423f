// The flow controllers of a navigation, as a tree.

import { layers } from "../fairway/navigation.js";
import { h } from "./dom.js";

/**
 * @typedef {import("../fairway/navigation.js").Container} Container
 * @typedef {{id: string, name: string, place: string}} ShownScreen
 * @typedef {{flow: string, place: string, screens: ShownScreen[], children: FlowNode[]}} FlowNode
 *   `place` is a tab's title or the presentation, such as `modal`; empty for a push
 */

/**
 * The flow controllers that have a screen in the navigation. If a screen lies on a screen of another flow, its flow is a child of that
 * one. Pure.
 * @param {Container | null | undefined} navigation
 * @returns {FlowNode[]}
 */
export function flowTree(navigation) {
    const root = { flow: "", place: "", screens: [], children: [] };
    layers(navigation).reduce((front, layer) => grown(front, layer, layer.presentation ?? ""), root);
    return root.children;
}

/** Adds the flows of a container to those below it. Returns the flow in front. */
function grown(below, container, place) {
    switch (container.kind) {
        case "tabs": {
            const fronts = container.tabs.map((tab) => [tab.key, grown(below, tab.content, tab.title || tab.key)]);
            return fronts.find(([key]) => key === container.selected)?.[1] ?? below;
        }
        case "split": {
            const primary = grown(below, container.primary, place);
            const secondary = grown(below, container.secondary, place);
            return container.secondary.screens?.length === 0 ? primary : secondary;
        }
    }
    let front = below;
    for (const [index, { id, name, flow }] of container.screens.entries()) {
        const isOwn = front.flow === flow;
        if (!isOwn) {
            const child = { flow, place: index ? "" : place, screens: [], children: [] };
            front.children.push(child);
            front = child;
        }
        front.screens.push({ id, name, place: isOwn && !index ? place : "" });
    }
    return front;
}

/**
 * Draws the tree.
 * @param {Container | null | undefined} navigation
 * @param {{front?: string, changed?: Set<string>, change?: "added" | "removed", word?: string}} marks ids of screens: the one in front, and
 *   those that a move added or removed, with a word for it
 */
export function flowTreeView(navigation, { front, changed = new Set(), change, word = change } = {}) {
    const screen = ({ id, name, place }) =>
        h(
            "li.flow-screen",
            { "aria-current": id === front ? "step" : null, data: changed.has(id) ? { change } : {}, title: `${name} (${id})` },
            changed.has(id) && h("span.hidden", {}, `${word}: `),
            name.split(".").pop(),
            place ? h("small", {}, place) : null,
        );
    const branch = ({ flow, place, screens, children }) =>
        h(
            "li",
            {},
            h("span.flow-name", {}, flow, place ? h("small", {}, place) : null),
            h("ol.flow-screens", {}, ...screens.map(screen)),
            children.length > 0 && h("ul", {}, ...children.map(branch)),
        );
    return h("ul.flow-tree", {}, ...flowTree(navigation).map(branch));
}
