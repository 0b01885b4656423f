// Draws the tree of a session's flow controllers.

import { h } from "../../web/dom.js";
import { jsonView } from "../../web/jsonView.js";

/**
 * @param {{id: string, flow: string, version: number, state: any, screens: any[], children: any[]}} node
 * @param {string | undefined} front the id of the front screen
 */
export function tree(node, front) {
    return h("ul.tree", {}, branch(node, front));
}

function branch(node, front) {
    const chips = node.screens.map(({ id, name }) => {
        return h("span.chip", { data: { front: id === front }, title: name }, name.split(".").pop(), " ", h("small", {}, id));
    });
    const hasState = Object.keys(node.state ?? {}).length > 0;
    return h(
        "li",
        { data: { flow: node.id } },
        h(
            "div.node",
            {},
            h("strong", {}, node.flow),
            h("small", {}, ` ${node.id} · version ${node.version}`),
            chips.length > 0 && h("div.chips", {}, ...chips),
            hasState && h("details", {}, h("summary", {}, "State"), jsonView(node.state)),
        ),
        node.children.length > 0 && h("ul", {}, ...node.children.map((child) => branch(child, front))),
    );
}
