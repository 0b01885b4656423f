// Draws the flow map as SVG: screens are boxes, and transitions are arrows.

import { svg } from "../web/dom.js";
import { edgePath, end, nodeHeight, nodeWidth, start } from "./layout.js";
import { count } from "./times.js";

const maxLineWidth = 7;

/**
 * @param {ReturnType<typeof import("./layout.js").layOut>} map
 * @param {(name: string) => void} choose
 * @returns {SVGElement}
 */
export function drawMap(map, choose) {
    const most = Math.max(1, ...map.edges.map((edge) => edge.count));
    const mostFront = Math.max(1, ...[...map.nodes.values()].map((node) => node.front));
    const lines = map.edges.filter(({ from, to }) => from !== to).map((edge) => drawEdge(edge, map.nodes, most));
    const nodes = [...map.nodes.values()].map((node) => drawNode(node, mostFront, choose));
    const size = { viewBox: `0 0 ${map.width} ${map.height}`, role: "group" };
    return svg("svg", size, svg("defs", {}, arrow()), ...lines, ...nodes);
}

function arrow() {
    const head = svg("path", { d: "M0 0 10 5 0 10Z", class: "arrow-head" });
    const tip = { refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, markerUnits: "userSpaceOnUse", orient: "auto" };
    return svg("marker", { id: "arrow", viewBox: "0 0 10 10", ...tip }, head);
}

function drawEdge(edge, nodes, most) {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    const { d, x, y } = edgePath(from, to);
    const actions = edge.actions.map(({ action, count: times }) => `${action} ${count(times)}`);
    const width = 1 + (maxLineWidth - 1) * Math.sqrt(edge.count / most);
    const group = svg(
        "g",
        { class: to.column > from.column ? "edge" : "edge returning" },
        svg("title", {}, [`${edge.from} → ${edge.to}: ${count(edge.count)}`, ...actions].join("\n")),
        svg("path", { d, "stroke-width": width, "marker-end": "url(#arrow)" }),
        svg("text", { x, y: y + 4 }, count(edge.count)),
    );
    Object.assign(group.dataset, { from: edge.from, to: edge.to });
    return group;
}

function drawNode(node, mostFront, choose) {
    const isTerminal = node.name === start || node.name === end;
    const press = () => choose(node.name);
    const label = `${node.name}: ${count(node.visits)} visits, ${count(node.front)} users there now`;
    const group = svg(
        "g",
        {
            class: isTerminal ? "map-node terminal" : "map-node",
            transform: `translate(${node.x} ${node.y})`,
            tabindex: 0,
            role: "button",
            "aria-label": isTerminal ? node.name : label,
            onclick: press,
            onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), press()),
        },
        svg("rect", { width: nodeWidth, height: nodeHeight, rx: isTerminal ? nodeHeight / 2 : 12 }),
        ...(isTerminal ? terminalLabel(node) : screenLabel(node)),
        ...(node.front > 0 ? userBadge(node, mostFront) : []),
    );
    group.dataset.name = node.name;
    return group;
}

function terminalLabel(node) {
    const text = node.name === start ? "Start" : "Over";
    return [svg("text", { class: "name", x: nodeWidth / 2, y: 32, "text-anchor": "middle" }, text)];
}

function screenLabel(node) {
    const [flow, ...rest] = node.name.split(".");
    return [
        svg("text", { class: "name", x: 14, y: 23 }, shortened(rest.join(".") || flow, 20)),
        svg("text", { class: "under", x: 14, y: 41 }, shortened(`${flow} · ${count(node.visits)}`, 24)),
    ];
}

/** A badge with the number of users on the screen now. The opacity of the box's tint increases with it. */
function userBadge(node, mostFront) {
    const opacity = 0.12 + 0.4 * (node.front / mostFront);
    const users = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 0 }).format(node.front);
    return [
        svg("rect", { class: "heat", width: nodeWidth, height: nodeHeight, rx: 12, "fill-opacity": opacity }),
        svg(
            "g",
            { class: "front", transform: `translate(${nodeWidth - 4} 2)` },
            svg("rect", { x: -14, y: -11, width: 28, height: 22, rx: 11 }),
            svg("text", { y: 4, "text-anchor": "middle" }, users),
        ),
    ];
}

function shortened(text, length) {
    return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
