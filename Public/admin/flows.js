// The page of active flows: totals, filters and a list.

import { h } from "../web/dom.js";
import { address, pageLinks } from "./filters.js";
import { ago, count, shortID } from "./times.js";

const pageSize = 50;
const chartedFlows = 8;
const idleChoices = [["", "any time"], ["60", "1 minute"], ["600", "10 minutes"], ["3600", "1 hour"], ["86400", "1 day"]];

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function flowsPage(operator, query) {
    const summaryPart = h("section.summary", { "aria-label": "Summary" });
    const filters = h("form.filters", { role: "search", onsubmit: (event) => event.preventDefault() });
    const body = h("tbody");
    const more = h("nav.pages", { "aria-label": "Pages of the list" });
    const columns = ["Flow", "Screen", "Session", "Device", "Started", "Last change"];
    const heads = columns.map((column) => h("th", { scope: "col" }, column));
    const table = h("table.flows", {}, h("caption", {}, "Active flows"), h("thead", {}, h("tr", {}, ...heads)), body);
    const refresh = async () => {
        const [summary, page] = await Promise.all([
            operator.get("/summary"),
            operator.get("/flows", { ...Object.fromEntries(query), limit: pageSize }),
        ]);
        summaryPart.replaceChildren(...summaryCards(summary));
        if (!filters.children.length) filters.append(...filterFields(summary, query));
        const focused = body.contains(document.activeElement) && document.activeElement.getAttribute("href");
        body.replaceChildren(...page.flows.map(row));
        const none = "No active flow matches these filters.";
        if (!page.flows.length) body.append(h("tr", {}, h("td.nothing", { colspan: columns.length }, none)));
        if (focused) body.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
        more.replaceChildren(...pageLinks(query.get("cursor"), page.next, (cursor) => address("#/flows", { ...Object.fromEntries(query), cursor })));
    };
    await refresh();
    return { title: "Flows", nodes: [h("h1", { tabindex: "-1" }, "Flows"), summaryPart, filters, table, more], refresh };
}

function summaryCards({ sessions, flows }) {
    const charted = [...flows].sort((a, b) => b.active - a.active).slice(0, chartedFlows);
    const most = Math.max(1, ...charted.map(({ active }) => active));
    const figure = (value, label) => h("div.figure", {}, h("strong", {}, count(value)), h("span.caption", {}, label));
    const bar = ({ flow, active, front }) => {
        const track = h("span.bar-track", {}, h("span.bar-fill", { style: { width: `${(active / most) * 100}%` } }));
        const link = { href: address("#/flows", { flow }), title: `${count(front)} in front` };
        return h("li", {}, h("a", link, h("span.name", {}, flow), track, h("span.number", {}, count(active))));
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
    const cell = (label, ...content) => h("td", { data: { label } }, ...content);
    const link = h("a", { href: `#/sessions/${encodeURIComponent(flow.session)}` }, flow.flow);
    return h(
        "tr",
        {},
        cell("Flow", link, flow.parent && h("span.path.caption", {}, flow.path.replaceAll("/", " › "))),
        cell("Screen", flow.screen ?? h("span.nothing", {}, "–"), flow.front && h("span.badge", {}, "in front")),
        cell("Session", h("code", {}, `…${shortID(flow.session)}`)),
        cell("Device", flow.device.idiom ?? h("span.nothing", {}, "–")),
        cell("Started", at(flow.startedAt)),
        cell("Last change", at(flow.touchedAt)),
    );
}
