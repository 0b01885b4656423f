// Draws the flow map as SVG: screens are boxes, and transitions are arrows.

import { svg } from "../web/dom.js";
import { edgePath, end, nodeHeight, nodeWidth, placeLabels, start } from "./layout.js";
import { count, counted } from "./times.js";

const maxLineWidth = 7;

/**
 * @param {import("./layout.js").FlowMap} map
 * @param {(name: string) => void} choose
 * @param {string | null} selected the name of the selected screen
 * @returns {SVGElement} with a group `.world`, which has the map's coordinates
 */
export function drawMap(map, choose, selected) {
    const most = Math.max(1, ...map.edges.map((edge) => edge.count));
    const mostFront = Math.max(1, ...[...map.nodes.values()].map((node) => node.front));
    const labels = placeLabels(map, edgeText);
    // Edges that were not observed are below the others.
    const edges = map.edges.filter(({ from, to }) => from !== to).sort((a, b) => Math.sign(a.count) - Math.sign(b.count));
    const lines = edges.map((edge) => drawEdge(edge, map, most, labels.get(edge), selected));
    const nodes = [...map.nodes.values()].map((node) => drawNode(node, mostFront, choose, selected));
    return svg("svg", { role: "group" }, svg("defs", {}, arrow()), svg("g", { class: "world" }, ...lines, ...nodes));
}

/** Shortens the names that are wider than their screens' boxes. The map has to be in the page, because texts are measured. */
export function fitNames(map) {
    for (const text of map.querySelectorAll("text[data-width]")) {
        const { full, width } = text.dataset;
        text.textContent = full;
        for (let length = full.length; length > 1 && text.getComputedTextLength() > Number(width); length--) {
            text.textContent = shortened(full, length - 1);
        }
    }
}

function edgeText(edge) {
    return count(edge.count);
}

function arrow() {
    const head = svg("path", { d: "M0 0 10 5 0 10Z", class: "arrow-head" });
    const tip = { refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, markerUnits: "userSpaceOnUse", orient: "auto" };
    return svg("marker", { id: "arrow", viewBox: "0 0 10 10", ...tip }, head);
}

function drawEdge(edge, { nodes, isUpright }, most, label, selected) {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    const actions = edge.actions.map(({ action, count: times }) => (times ? `${action} ${count(times)}` : action));
    const width = 1 + (maxLineWidth - 1) * Math.sqrt(edge.count / most);
    const classes = ["edge", to.column > from.column ? "" : "returning", edge.count ? "" : "declared", [edge.from, edge.to].includes(selected) ? "selected" : ""];
    const observed = edge.count ? edgeText(edge) : "not observed";
    const group = svg(
        "g",
        { class: classes.filter(Boolean).join(" ") },
        svg("title", {}, [`${from.label} → ${to.label}: ${observed}`, ...actions].join("\n")),
        svg("path", { d: edgePath(from, to, isUpright, edge.isArched).d, "stroke-width": width, "marker-end": "url(#arrow)" }),
        label && svg("text", { x: label.left + label.width / 2, y: label.top + label.height / 2 + 4 }, edgeText(edge)),
    );
    Object.assign(group.dataset, { from: edge.from, to: edge.to });
    return group;
}

/** The attributes of a screen do not contain its numbers, so that its element stays when they change. */
function drawNode(node, mostFront, choose, selected) {
    const isTerminal = node.name === start || node.name === end;
    const press = () => choose(node.name);
    const about = node.isDeclared ? "declared, not visited" : `${counted(node.visits, "visit")}, ${counted(node.front, "user")} there now`;
    const classes = ["map-node", isTerminal ? "terminal" : node.isDeclared ? "declared" : "", node.name === selected ? "selected" : ""];
    const group = svg(
        "g",
        {
            class: classes.filter(Boolean).join(" "),
            transform: `translate(${node.x} ${node.y})`,
            tabindex: 0,
            role: "button",
            onclick: press,
            onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), press()),
        },
        svg("title", {}, isTerminal ? node.label : `${node.label}, ${node.name}: ${about}`),
        svg("rect", { width: nodeWidth, height: nodeHeight, rx: isTerminal ? nodeHeight / 2 : 12 }),
        ...(isTerminal ? terminalLabel(node) : screenLabel(node)),
        ...(node.front > 0 ? userBadge(node, mostFront) : []),
    );
    group.dataset.name = node.name;
    return group;
}

function terminalLabel(node) {
    return [svg("text", { class: "name", x: nodeWidth / 2, y: 32, "text-anchor": "middle" }, node.label)];
}

function screenLabel(node) {
    // The badge is in the upper right corner.
    const width = nodeWidth - 24 - (node.front > 0 ? 12 : 0);
    const text = (style, y, full) => {
        const label = svg("text", { class: style, x: 14, y }, shortened(full, style === "name" ? 18 : 24));
        Object.assign(label.dataset, { full, width: String(width) });
        return label;
    };
    return [text("name", 23, node.label), text("under", 41, `${node.flow} · ${node.isDeclared ? "not visited" : count(node.visits)}`)];
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
