// The page with the flow map: how often users move between screens, and where they are now.

import { h } from "../web/dom.js";
import { docsLink } from "./docsLink.js";
import { drawMap, fitNames } from "./drawing.js";
import { address, chooser, flowNames } from "./filters.js";
import { beginnings, defaultPeriod, periods, validOption } from "./funnelMath.js";
import { download, mermaid, svgFile } from "./graphExport.js";
import { end, layOut, layOutReadably, readableScale, start } from "./layout.js";
import { ListTable } from "./listTable.js";
import { redraw } from "./redraw.js";
import { count, counted, stay } from "./times.js";
import { frameHeight, viewport } from "./viewport.js";

/** The periods of the map of all flows, which is drawn from counts by hour. */
const hourlyPeriods = [["", "all time"], ["1", "the last hour"], ["24", "the last day"], ["168", "the last week"]];
/** Which screens the map shows. */
const layers = [["visited", "visited screens"], ["declared", "declared screens too"]];
/** The minimum time between redraws, so that the map stays readable. */
const intervalMilliseconds = 5_000;
/** The usual height of the map, as a part of the window's. */
const usualHeight = 0.72;
/** Between a selected screen and its details. */
const gap = 24;

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function mapPage(operator, query) {
    const flow = query.get("flow") ?? "";
    // The map of a flow shows the runs of its funnel, so it has the funnel's periods.
    const options = flow ? periods.map(([value, text]) => [value, `the last ${text}`]) : hourlyPeriods;
    const hours = validOption(options, query.get("hours"), flow ? defaultPeriod : "");
    const about = "Flow map. The arrow keys move it, plus and minus zoom, and 0 fits it.";
    const picture = h("div.map", { tabindex: "0", role: "group", "aria-label": about });
    const details = h("aside.card.details", { "aria-live": "polite", "aria-label": "Selected screen", hidden: true });
    const cut = h("p.caption.cut", { hidden: true });
    const table = new ListTable("edges", "Transitions", ["From", "Action", "To", "Count", "Median stay"]);
    const names = await flowNames(operator);
    // The declared screens of all flows hide the few that were visited.
    const layer = validOption(layers, query.get("show"), flow ? "declared" : "visited");
    const declared = layer === "declared" ? await declaredScreens(operator, flow) : undefined;
    let map = layOut({ screens: [], edges: [] });
    let selected = null;
    let shown = "";
    const view = viewport(picture, () => map);

    const choose = (name) => {
        selected = name;
        details.hidden = name === null;
        picture.classList.toggle("choosing", name !== null);
        for (const node of picture.querySelectorAll(".map-node")) node.classList.toggle("selected", node.dataset.name === name);
        for (const edge of picture.querySelectorAll(".edge")) edge.classList.toggle("selected", [edge.dataset.from, edge.dataset.to].includes(name));
        const closeButton = h("button.icon", { type: "button", onclick: close, "aria-label": "Close" }, "×");
        if (name !== null) redraw(details, [closeButton, ...screenDetails(map, name, flow)]);
    };
    const select = (name) => {
        choose(name);
        const [node, cover] = [picture.querySelector(".map-node.selected"), details].map((element) => element.getBoundingClientRect());
        // On a wide page, the details cover the right side of the map.
        if (cover.top < node.bottom && node.top < cover.bottom && cover.left < node.right) view.move(cover.left - node.right - gap, 0);
    };
    const close = () => {
        const node = picture.querySelector(".map-node.selected");
        choose(null);
        node?.focus();
    };
    const button = (text, label, onclick) => h("button.plain", { type: "button", onclick, "aria-label": label }, text);
    const file = `fairway-${flow || "flows"}`;
    const save = {
        mermaid: () => download(`${file}.mmd`, "text/plain", mermaid(map)),
        svg: () => download(`${file}.svg`, "image/svg+xml", svgFile(picture.querySelector("svg"), getComputedStyle(picture).backgroundColor)),
    };
    const svgButton = button("SVG", "Export as SVG", save.svg);
    const refresh = async () => {
        const { since } = beginnings(Number(hours), Date.now());
        const graph = await operator.get("/graph", { flow, since: hours && since });
        const text = JSON.stringify(graph);
        if (text === shown) return;
        shown = text;
        map = layOutReadably(graph, declared, pageWidth(), matchMedia("(max-width: 56rem)").matches);
        svgButton.disabled = !map.nodes.size;
        cut.hidden = !graph.cut;
        if (graph.cut) cut.textContent = `Only the newest ${count(graph.cut.counted)} of ${count(graph.cut.total)} runs are counted.`;
        redraw(picture, [map.nodes.size ? drawMap(map, select, selected) : h("p.nothing", {}, "No activity yet. ", docsLink("build-a-client", "Build a client"))]);
        if (picture.isConnected) onShown();
        choose(map.nodes.has(selected) ? selected : null);
        table.show([...graph.edges].sort((a, b) => b.count - a.count).map((edge) => tableRow(edge, map)), "No activity yet.");
    };
    const onShown = () => {
        fitNames(picture);
        picture.style.setProperty("--fitted-height", `${frameHeight(map, picture.clientWidth, { usual: usualHeight * innerHeight, leastScale: readableScale })}px`);
        view.renew();
    };
    picture.addEventListener("focusin", (event) => {
        if (event.target !== picture && event.target.matches(":focus-visible")) view.reveal(event.target.getBoundingClientRect());
    });
    await refresh();

    const choice = chooser("#/map", { flow, hours, show: query.get("show") ?? "" });
    const flows = [["", "all flows"], ...[...new Set([...names, flow])].filter(Boolean).map((name) => [name, name])];
    const tools = h("div.zoom", {}, button("−", "Smaller", view.reduce), button("+", "Larger", view.enlarge), button("Fit", "Fit the map", view.fit), button("Mermaid", "Export as Mermaid", save.mermaid), svgButton);
    const nodes = [
        h("header.head", {}, h("h1", { tabindex: "-1" }, "Flow map"), h("div.filters", {}, choice("flow", "Flow", flows), choice("hours", "Period", options), choice("show", "Screens", layers, layer)), tools),
        h("p.caption", {}, ...legend(flow, hours, layer)),
        cut,
        h("div.map-page", {}, picture, details),
        h("details.card", {}, h("summary", {}, "Table"), table.element),
    ];
    return { title: "Map", nodes, refresh, onShown, intervalMilliseconds };
}

/** The width of the page's content, in which the map is not yet shown when it is laid out for the first time. */
function pageWidth() {
    const content = document.getElementById("content");
    const { paddingLeft, paddingRight } = getComputedStyle(content);
    return content.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

async function declaredScreens(operator, flow) {
    const [declared, { screens }] = await Promise.all([operator.get("/declared", { flow }), operator.catalog()]);
    return { ...declared, titles: new Map(screens.filter(({ title }) => title).map(({ name, title }) => [name, title])) };
}

function legend(flow, hours, layer) {
    const dashed = layer === "declared" ? " Dashed screens and arrows are declared, and were not observed." : "";
    const select = `${dashed} Select a screen to see its actions.`;
    if (!flow) return [`Visits of all flows, and users who are there now.${select}`];
    const funnel = h("a", { href: address("#/funnel", { flow, hours }) }, "funnel");
    return [`Runs of ${flow} that started in this period, as in its `, funnel, `, and users who are there now, whenever they began.${select}`];
}

function tableRow({ from, action, to, count: times, medianSeconds }, { nodes }) {
    return { data: { from, action, to }, cells: [nodes.get(from ?? start).label, action, nodes.get(to ?? end).label, count(times), stay(medianSeconds)] };
}

function screenDetails(map, name, flow) {
    const node = map.nodes.get(name);
    const leaving = map.edges.filter((edge) => edge.from === name);
    const coming = map.edges.filter((edge) => edge.to === name && edge.from !== name);
    const show = h("a", { href: address("#/sessions", { flow, screen: name, status: "active" }) }, "Show these users");
    return [
        h("h2", {}, node.label),
        name !== start && name !== end && h("p.caption", {}, h("code", {}, name), `: ${counted(node.visits, "visit")}, ${counted(node.front, "user")} there now.`),
        ...(node.front > 0 ? [h("p", {}, show)] : []),
        ...edgeList("Actions from this screen", leaving, ({ to }) => map.nodes.get(to).label),
        ...edgeList("Actions to this screen", coming, ({ from }) => map.nodes.get(from).label),
    ];
}

function edgeList(title, edges, other) {
    if (!edges.length) return [];
    const row = (edge) => ({ action, count: times, medianSeconds }) => {
        const name = h("span", {}, h("strong", {}, action), h("span.caption", {}, ` ${other(edge)}`));
        if (!times) return h("li", {}, name, h("span.number", {}, "0"), h("span.caption", {}, "not taken"));
        return h("li", {}, name, h("span.number", {}, count(times)), h("span.caption", {}, stay(medianSeconds)));
    };
    return [h("h3", {}, title), h("ul.edge-list", {}, ...edges.flatMap((edge) => edge.actions.map(row(edge))))];
}
