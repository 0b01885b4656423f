// The flow map: where users go, and where they stop.

import { h, svg } from "../web/dom.js";
import { end, layOut, line, nodeHeight, nodeWidth, start } from "./layout.js";
import { count, duration } from "./times.js";

const widestLine = 7;
const periods = [["", "all time"], ["1", "the last hour"], ["24", "the last day"], ["168", "the last week"]];
/** A map that changes under one's eyes cannot be read. */
const restMilliseconds = 5_000;
const zooms = [0.4, 0.55, 0.75, 1, 1.4];

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function mapPage(operator, query) {
    const picture = h("div.map", { tabindex: "0", role: "group", "aria-label": "Flow map" });
    const details = h("aside.card.details", { "aria-live": "polite" }, h("p.caption", {}, "Choose a screen to see where its users go."));
    const rows = h("tbody");
    const table = h("details.card", {}, h("summary", {}, "The same as a table"), h("table", {}, h("thead", {}, h("tr", {}, ...["From", "Action", "To", "Count", "Median stay"].map((text) => h("th", { scope: "col" }, text)))), rows));
    let zoom = 2;
    let size = { width: 1, height: 1 };
    const resize = () => {
        const drawn = picture.firstChild;
        drawn?.setAttribute("width", size.width * zooms[zoom]);
        drawn?.setAttribute("height", size.height * zooms[zoom]);
    };
    const step = (by) => () => ((zoom = Math.min(zooms.length - 1, Math.max(0, zoom + by))), resize());
    const zoomButtons = h("div.zoom", {}, h("button.plain", { type: "button", onclick: step(-1), "aria-label": "Smaller" }, "−"), h("button.plain", { type: "button", onclick: step(1), "aria-label": "Larger" }, "+"));
    let selected = null;
    let shown = "";

    const refresh = async () => {
        const hours = Number(query.get("hours"));
        const since = hours ? new Date(Date.now() - hours * 3_600_000).toISOString() : undefined;
        const graph = await operator.get("/graph", { flow: query.get("flow"), since });
        const text = JSON.stringify(graph);
        if (text === shown) return;
        shown = text;
        const map = layOut(graph);
        size = map;
        const choose = (name) => {
            selected = name;
            picture.classList.add("choosing");
            for (const node of picture.querySelectorAll(".map-node")) node.classList.toggle("selected", node.dataset.name === name);
            for (const edge of picture.querySelectorAll(".edge")) edge.classList.toggle("selected", [edge.dataset.from, edge.dataset.to].includes(name));
            details.replaceChildren(...screenDetails(map, name));
        };
        picture.replaceChildren(map.nodes.size ? draw(map, choose) : h("p.nothing", {}, "Nothing has happened yet."));
        resize();
        if (selected && map.nodes.has(selected)) choose(selected);
        rows.replaceChildren(...[...graph.edges].sort((a, b) => b.count - a.count).map((edge) => h("tr", {}, h("td", {}, edge.from ?? "start"), h("td", {}, edge.action), h("td", {}, edge.to ?? "end"), h("td", {}, count(edge.count)), h("td", {}, stay(edge.medianSeconds)))));
    };
    await refresh();
    const { flows } = await operator.get("/summary");
    // The way begins in the middle of the left edge.
    const onShown = () => (picture.scrollTop = (picture.scrollHeight - picture.clientHeight) / 2);
    const nodes = [h("header.head", {}, h("h1", { tabindex: "-1" }, "Flow map"), filters(flows, query), zoomButtons), h("div.map-page", {}, picture, details), table];
    return { title: "Map", nodes, refresh, onShown, restMilliseconds };
}

function filters(flows, query) {
    const go = () => (location.hash = `#/map?${new URLSearchParams(Object.entries({ flow: flow.value, hours: hours.value }).filter(([, value]) => value))}`);
    const select = (name, label, options) => h("select", { name, "aria-label": label, onchange: go }, ...options.map(([value, text]) => h("option", { value, selected: value === (query.get(name) ?? "") }, text)));
    const names = [...new Set([...flows.map(({ flow }) => flow), ...[query.get("flow")].filter(Boolean)])].sort();
    const flow = select("flow", "Flow", [["", "all flows"], ...names.map((name) => [name, name])]);
    const hours = select("hours", "Period", periods);
    return h("div.filters", {}, flow, hours);
}

function draw(map, choose) {
    const most = Math.max(1, ...map.edges.map((edge) => edge.count));
    const mostFront = Math.max(1, ...[...map.nodes.values()].map((node) => node.front));
    const lines = map.edges.filter(({ from, to }) => from !== to).map((edge) => drawEdge(edge, map.nodes, most));
    const nodes = [...map.nodes.values()].map((node) => drawNode(node, mostFront, choose));
    const arrow = svg("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" }, svg("path", { d: "M0 0 10 5 0 10Z", class: "arrow-head" }));
    return svg("svg", { viewBox: `0 0 ${map.width} ${map.height}`, role: "group" }, svg("defs", {}, arrow), ...lines, ...nodes);
}

function drawEdge(edge, nodes, most) {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    const { d, x, y } = line(from, to);
    const group = svg(
        "g",
        { class: to.column > from.column ? "edge" : "edge returning" },
        svg("title", {}, `${edge.from} → ${edge.to}: ${count(edge.count)}\n${edge.actions.map(({ action, count: times }) => `${action} ${count(times)}`).join("\n")}`),
        svg("path", { d, "stroke-width": 1 + (widestLine - 1) * Math.sqrt(edge.count / most), "marker-end": "url(#arrow)" }),
        svg("text", { x, y: y + 4 }, count(edge.count)),
    );
    Object.assign(group.dataset, { from: edge.from, to: edge.to });
    return group;
}

function drawNode(node, mostFront, choose) {
    const isEnd = node.name === start || node.name === end;
    const [flow, ...rest] = node.name.split(".");
    const press = () => choose(node.name);
    const group = svg(
        "g",
        {
            class: isEnd ? "map-node terminal" : "map-node",
            transform: `translate(${node.x} ${node.y})`,
            tabindex: 0,
            role: "button",
            "aria-label": isEnd ? node.name : `${node.name}: ${count(node.visits)} visits, ${count(node.front)} users there now`,
            onclick: press,
            onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), press()),
        },
        svg("rect", { width: nodeWidth, height: nodeHeight, rx: isEnd ? nodeHeight / 2 : 12 }),
        node.front > 0 ? svg("rect", { class: "heat", width: nodeWidth, height: nodeHeight, rx: 12, "fill-opacity": 0.12 + 0.4 * (node.front / mostFront) }) : null,
        svg("text", { class: "name", x: isEnd ? nodeWidth / 2 : 14, y: isEnd ? 32 : 23, "text-anchor": isEnd ? "middle" : "start" }, shortened(isEnd ? (node.name === start ? "Start" : "Over") : rest.join(".") || flow, 20)),
        isEnd ? null : svg("text", { class: "under", x: 14, y: 41 }, shortened(`${flow} · ${count(node.visits)}`, 24)),
        node.front > 0 ? svg("g", { class: "front", transform: `translate(${nodeWidth - 4} 2)` }, svg("rect", { x: -14, y: -11, width: 28, height: 22, rx: 11 }), svg("text", { y: 4, "text-anchor": "middle" }, compact(node.front))) : null,
    );
    group.dataset.name = node.name;
    return group;
}

/** The stay is known to about a factor of two, and not at all below a second. */
function stay(seconds) {
    return seconds < 1 ? "< 1 s" : duration(seconds * 1e6);
}

function shortened(text, length) {
    return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function compact(number) {
    return new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 0 }).format(number);
}

function screenDetails(map, name) {
    const node = map.nodes.get(name);
    const list = (title, edges, other) =>
        edges.length
            ? [h("h3", {}, title), h("ul.ways", {}, ...edges.flatMap((edge) => edge.actions.map(({ action, count: times, medianSeconds }) => h("li", {}, h("span", {}, h("strong", {}, action), h("span.caption", {}, ` ${edge[other]}`)), h("span.number", {}, count(times)), h("span.caption", {}, stay(medianSeconds))))))]
            : [];
    return [
        h("h2", {}, name),
        h("p.caption", {}, `${count(node.visits)} visits, ${count(node.front)} users there now.`),
        node.front > 0 && h("p", {}, h("a", { href: `#/flows?${new URLSearchParams({ screen: name })}` }, "Show them")),
        ...list("Users leave it by", map.edges.filter((edge) => edge.from === name), "to"),
        ...list("Users come by", map.edges.filter((edge) => edge.to === name && edge.from !== name), "from"),
    ].filter(Boolean);
}
