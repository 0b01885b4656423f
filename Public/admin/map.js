// The page with the flow map: how often users move between screens, and where they are now.

import { h } from "../web/dom.js";
import { drawMap } from "./drawing.js";
import { layOut } from "./layout.js";
import { count, duration } from "./times.js";

const periods = [["", "all time"], ["1", "the last hour"], ["24", "the last day"], ["168", "the last week"]];
const zooms = [0.4, 0.55, 0.75, 1, 1.4];
/** The minimum time between redraws, so that the map stays readable. */
const intervalMilliseconds = 5_000;

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function mapPage(operator, query) {
    const picture = h("div.map", { tabindex: "0", role: "group", "aria-label": "Flow map" });
    const hint = h("p.caption", {}, "Select a screen to see which actions its users take.");
    const details = h("aside.card.details", { "aria-live": "polite" }, hint);
    const rows = h("tbody");
    let zoom = 2;
    let map = layOut({ screens: [], edges: [] });
    let selected = null;
    let shown = "";

    const resize = (by) => {
        zoom = Math.min(zooms.length - 1, Math.max(0, zoom + by));
        picture.firstChild.setAttribute("width", map.width * zooms[zoom]);
        picture.firstChild.setAttribute("height", map.height * zooms[zoom]);
    };
    const choose = (name) => {
        selected = name;
        picture.classList.add("choosing");
        for (const node of picture.querySelectorAll(".map-node")) {
            node.classList.toggle("selected", node.dataset.name === name);
        }
        for (const edge of picture.querySelectorAll(".edge")) {
            edge.classList.toggle("selected", [edge.dataset.from, edge.dataset.to].includes(name));
        }
        details.replaceChildren(...screenDetails(map, name));
    };
    const refresh = async () => {
        const hours = Number(query.get("hours"));
        const since = hours ? new Date(Date.now() - hours * 3_600_000).toISOString() : undefined;
        const graph = await operator.get("/graph", { flow: query.get("flow"), since });
        const text = JSON.stringify(graph);
        if (text === shown) return;
        shown = text;
        map = layOut(graph);
        picture.replaceChildren(map.nodes.size ? drawMap(map, choose) : h("p.nothing", {}, "No activity yet."));
        resize(0);
        if (selected && map.nodes.has(selected)) choose(selected);
        rows.replaceChildren(...[...graph.edges].sort((a, b) => b.count - a.count).map(tableRow));
    };
    await refresh();
    const { flows } = await operator.get("/summary");

    const button = (text, label, by) => {
        return h("button.plain", { type: "button", onclick: () => resize(by), "aria-label": label }, text);
    };
    const zoomButtons = h("div.zoom", {}, button("−", "Smaller", -1), button("+", "Larger", 1));
    const nodes = [
        h("header.head", {}, h("h1", { tabindex: "-1" }, "Flow map"), filters(flows, query), zoomButtons),
        h("div.map-page", {}, picture, details),
        h("details.card", {}, h("summary", {}, "Table"), table(rows)),
    ];
    // The start node is in the middle of the left edge.
    const onShown = () => (picture.scrollTop = (picture.scrollHeight - picture.clientHeight) / 2);
    return { title: "Map", nodes, refresh, onShown, intervalMilliseconds };
}

function filters(flows, query) {
    const go = () => {
        const chosen = Object.entries({ flow: flow.value, hours: hours.value }).filter(([, value]) => value);
        location.hash = `#/map?${new URLSearchParams(chosen)}`;
    };
    const select = (name, label, options) => {
        const current = query.get(name) ?? "";
        const choices = options.map(([value, text]) => h("option", { value, selected: value === current }, text));
        return h("select", { name, "aria-label": label, onchange: go }, ...choices);
    };
    const names = [...new Set([...flows.map(({ flow }) => flow), ...[query.get("flow")].filter(Boolean)])].sort();
    const flow = select("flow", "Flow", [["", "all flows"], ...names.map((name) => [name, name])]);
    const hours = select("hours", "Period", periods);
    return h("div.filters", {}, flow, hours);
}

function table(rows) {
    const columns = ["From", "Action", "To", "Count", "Median stay"];
    const heads = columns.map((text) => h("th", { scope: "col" }, text));
    return h("table", {}, h("thead", {}, h("tr", {}, ...heads)), rows);
}

function tableRow({ from, action, to, count: times, medianSeconds }) {
    const cells = [from ?? "start", action, to ?? "end", count(times), stay(medianSeconds)];
    return h("tr", {}, ...cells.map((text) => h("td", {}, text)));
}

/** Formats a median stay. All stays below a second are shown as `< 1 s`. */
function stay(seconds) {
    return seconds < 1 ? "< 1 s" : duration(seconds * 1e6);
}

function screenDetails(map, name) {
    const node = map.nodes.get(name);
    const leaving = map.edges.filter((edge) => edge.from === name);
    const coming = map.edges.filter((edge) => edge.to === name && edge.from !== name);
    const show = h("a", { href: `#/flows?${new URLSearchParams({ screen: name })}` }, "Show these users");
    return [
        h("h2", {}, name),
        h("p.caption", {}, `${count(node.visits)} visits, ${count(node.front)} users there now.`),
        ...(node.front > 0 ? [h("p", {}, show)] : []),
        ...edgeList("Actions from this screen", leaving, "to"),
        ...edgeList("Actions to this screen", coming, "from"),
    ];
}

function edgeList(title, edges, other) {
    if (!edges.length) return [];
    const row = (edge) => ({ action, count: times, medianSeconds }) => {
        const name = h("span", {}, h("strong", {}, action), h("span.caption", {}, ` ${edge[other]}`));
        return h("li", {}, name, h("span.number", {}, count(times)), h("span.caption", {}, stay(medianSeconds)));
    };
    return [h("h3", {}, title), h("ul.edge-list", {}, ...edges.flatMap((edge) => edge.actions.map(row(edge))))];
}
