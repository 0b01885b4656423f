// The page of active flows: totals, filters and a list.

import { h } from "../web/dom.js";
import { address } from "./filters.js";
import { ListTable, none } from "./listTable.js";
import { redraw } from "./redraw.js";
import { ago, count, shortID } from "./times.js";

const pageSize = 50;
const chartedFlows = 8;
const idleChoices = [["", "any time"], ["60", "1 minute"], ["600", "10 minutes"], ["3600", "1 hour"], ["86400", "1 day"]];

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function flowsPage(operator, query) {
    const summaryPart = h("section.summary", { "aria-label": "Summary" });
    const filters = h("form.filters", { role: "search", onsubmit: (event) => event.preventDefault() });
    const table = new ListTable("flows", "Active flows", ["Flow", "Screen", "Session", "Idiom", "Started", "Last change"]);
    const refresh = async () => {
        const [summary, page] = await Promise.all([
            operator.get("/summary"),
            operator.get("/flows", { ...Object.fromEntries(query), limit: pageSize }),
        ]);
        redraw(summaryPart, summaryCards(summary));
        if (!filters.children.length) filters.append(...filterFields(summary, query));
        table.show(page.flows.map(row), "No active flow matches these filters.");
        table.showPages(query.get("cursor"), page.next, (cursor) => address("#/flows", { ...Object.fromEntries(query), cursor }));
    };
    await refresh();
    return { title: "Flows", nodes: [h("h1", { tabindex: "-1" }, "Flows"), summaryPart, filters, table.element, table.pages], refresh };
}

function summaryCards({ sessions, flows }) {
    const charted = [...flows].sort((a, b) => b.active - a.active).slice(0, chartedFlows);
    const most = Math.max(1, ...charted.map(({ active }) => active));
    const figure = (value, label) => h("div.figure", {}, h("strong", {}, count(value)), h("span.caption", {}, label));
    const bar = ({ flow, active, front }) => {
        const track = h("span.bar-track", {}, h("span.bar-fill", { style: { width: `${(active / most) * 100}%` } }));
        const number = h("span.number", { title: `${count(front)} in front` }, count(active));
        return h("li", { data: { flow } }, h("a", { href: address("#/flows", { flow }) }, h("span.name", {}, flow), track, number));
    };
    const activeFlows = flows.reduce((sum, flow) => sum + flow.active, 0);
    return [
        h(
            "div.figures",
            {},
            figure(sessions.active, "active sessions"),
            figure(activeFlows, "active flows"),
            figure(sessions.over, "sessions over"),
        ),
        h("ul.bars", { "aria-label": "Active flows by name" }, ...charted.map(bar)),
    ];
}

function filterFields(summary, query) {
    const go = () => (location.hash = address("#/flows", Object.fromEntries(controls.map((control) => [control.name, control.value.trim()]))));
    const option = (current) => ([value, text]) => h("option", { value, selected: value === current }, text);
    const select = (name, label, options) => {
        const control = h("select", { name, "aria-label": label, onchange: go }, ...options.map(option(query.get(name) ?? "")));
        return h("label", {}, h("span", {}, label), control);
    };
    const names = summary.flows.map(({ flow }) => flow).sort();
    const screens = [...new Set(summary.flows.flatMap(({ screens }) => screens.map(({ screen }) => screen)))].sort();
    // Keep the current value as an option, even if no flow matches it any more.
    const withCurrent = (list, name) => {
        return [...new Set([...list, ...[query.get(name)].filter(Boolean)])].map((value) => [value, value]);
    };
    const plain = { autocomplete: "off", spellcheck: "false", placeholder: "Session id", "aria-label": "Session" };
    const search = h("input", { name: "session", type: "search", value: query.get("session"), onchange: go, ...plain });
    const fields = [
        h("label.wide", {}, h("span", {}, "Session"), search),
        select("flow", "Flow", [["", "all flows"], ...withCurrent(names, "flow")]),
        select("screen", "Screen", [["", "all screens"], ...withCurrent(screens, "screen")]),
        select("idle", "Unchanged for", idleChoices),
        select("order", "Order", [["", "newest first"], ["oldest", "oldest first"]]),
    ];
    const controls = fields.map((field) => field.querySelector("[name]"));
    return fields;
}

function row(flow) {
    const at = (time) => h("time", { datetime: time, title: new Date(time).toLocaleString() }, ago(time));
    const link = h("a", { href: `#/sessions/${encodeURIComponent(flow.session)}` }, flow.flow);
    return {
        data: { session: flow.session, flow: flow.id },
        cells: [
            [link, flow.parent && h("span.path.caption", {}, flow.path.replaceAll("/", " › "))],
            [flow.screen ?? none(), flow.front && h("span.badge", {}, "in front")],
            h("code", {}, `…${shortID(flow.session)}`),
            flow.device.idiom ?? none(),
            at(flow.startedAt),
            at(flow.touchedAt),
        ],
    };
}
