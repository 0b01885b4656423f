// The console's home: problems of sessions, work and store, and the load of this server over time.

import { h } from "../web/dom.js";
import { address } from "./filters.js";
import { binned, total } from "./overview.js";
import { redraw } from "./redraw.js";
import { viewAddress, views } from "./sessions.js";
import { timeChart } from "./timeChart.js";
import { count, duration } from "./times.js";

const pollMilliseconds = 10_000;
const intervalMilliseconds = 5_000;
const chartedFlows = 8;
const ranges = {
    hour: { text: "Last hour", bins: 60, minutesPerBin: 1, span: "in the last hour" },
    day: { text: "24 hours", bins: 96, minutesPerBin: 15, span: "in the last 24 hours" },
};

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function homePage(operator, query) {
    const range = ranges[query.get("range")] ?? ranges.hour;
    const attention = h("ul.attention", { "aria-label": "Needs attention" });
    const charts = h("div.time-charts");
    const flows = h("ul.bars", { "aria-label": "Active flows by name" });
    const since = h("p.caption");
    const tab = ([name, { text }]) => h("a", { href: name === "hour" ? "#/" : `#/?range=${name}`, "aria-current": ranges[name] === range && "page" }, text);
    const refresh = async () => {
        const [overview, summary, ...counts] = await Promise.all([
            operator.get("/overview"),
            operator.get("/summary"),
            ...views.filter(({ isProblem }) => isProblem).map(({ filters }) => operator.get("/sessions/count", filters)),
        ]);
        redraw(attention, attentionItems(overview, counts.map(({ count }) => count)));
        charts.replaceChildren(...chartsOf(binned(overview.samples, { now: Date.now(), ...range }), range));
        redraw(flows, flowBars(summary));
        since.textContent = `Numbers of this server since ${new Date(overview.since).toLocaleString("en-GB")}.`;
    };
    await refresh();
    const nodes = [
        h("header.head", {}, h("h1", { tabindex: "-1" }, "Overview"), h("nav.choices", { "aria-label": "Period" }, ...Object.entries(ranges).map(tab))),
        attention,
        charts,
        since,
        h("section.card", {}, h("div.head", {}, h("h2", {}, "Active flows"), h("a", { href: "#/flows" }, "All flows")), flows),
    ];
    return { title: "Overview", nodes, refresh, intervalMilliseconds, poll: { milliseconds: pollMilliseconds } };
}

function attentionItems({ failedWork, store }, counts) {
    const item = (name, number, text, href, isProblem) =>
        h("li", { data: { name, problem: isProblem } }, h(href ? "a" : "div", href ? { href } : {}, h("strong", {}, number), h("span", {}, text)));
    const problems = views.filter(({ isProblem }) => isProblem);
    return [
        ...problems.map((view, index) => item(view.name, count(counts[index]), counts[index] === 1 ? view.one : view.many, viewAddress(view), counts[index] > 0)),
        item("work", failedWork === null ? "–" : count(failedWork), failedWork === 1 ? "timer or job given up" : "timers and jobs given up", "#/jobs?state=failed", failedWork > 0),
        item("store", storeWord(store), storeText(store), null, store.status !== "ready" || !store.startsSessions),
    ];
}

function storeWord({ status, startsSessions }) {
    return status !== "ready" ? "Down" : startsSessions ? "Ready" : "Full";
}

function storeText({ status, startsSessions, freeBytes, writesWaiting, failedCommits }) {
    const state = status !== "ready" ? "store: it does not answer" : startsSessions ? "store" : "store: no new sessions start, because the disk is nearly full";
    const facts = [
        freeBytes !== null && `${bytes(freeBytes)} free`,
        writesWaiting > 0 && `${count(writesWaiting)} writes wait`,
        failedCommits > 0 && `${count(failedCommits)} commits failed`,
    ];
    return [state, ...facts.filter(Boolean)].join(", ");
}

function bytes(number) {
    return number < 1e9 ? `${count(Math.floor(number / 1e6))} MB` : `${count(Math.floor(number / 1e9))} GB`;
}

function chartsOf(bins, { span }) {
    const starts = bins.map(({ start }) => start);
    const values = (name) => bins.map((bin) => bin[name]);
    const seconds = (value) => duration(Math.round(value * 1_000_000));
    const last = (name) => values(name).findLast((value) => value !== null) ?? null;
    const counted = (name, title, look) => ({ name: title, values: values(name), kind: /** @type {const} */ ("bars"), look });
    const measured = (name, title) => ({ name: title, values: values(name), kind: /** @type {const} */ ("line"), text: seconds });
    const slowest = (name) => (last(name) === null ? "–" : seconds(last(name)));
    const active = last("active");
    return [
        timeChart({
            title: "Active sessions", figure: active === null ? "–" : count(active), about: "now", starts,
            series: [{ name: "Active", values: values("active"), kind: "line" }],
        }),
        timeChart({
            title: "Completed sessions", figure: count(total(bins, "completed")), about: span, starts,
            series: [counted("completed", "Completed", "good")],
        }),
        timeChart({
            title: "Refused changes", figure: count(total(bins, "refused")), about: span, starts,
            series: [counted("refused", "Refused", "soft")],
        }),
        timeChart({
            title: "Failed changes", figure: count(total(bins, "failed")), about: span, starts,
            series: [counted("failed", "Failed", "bad")],
        }),
        timeChart({ title: "Handlers, p95", figure: slowest("handlerP95"), about: "latest", starts, series: [measured("handlerP95", "Handlers")] }),
        timeChart({ title: "Commits, p95", figure: slowest("commitP95"), about: "latest", starts, series: [measured("commitP95", "Commits")] }),
    ];
}

function flowBars({ flows }) {
    const charted = [...flows].sort((a, b) => b.active - a.active).slice(0, chartedFlows);
    const most = Math.max(1, ...charted.map(({ active }) => active));
    if (!charted.length) return [h("li.nothing", {}, "No flow is active.")];
    return charted.map(({ flow, active }) => {
        const track = h("span.bar-track", {}, h("span.bar-fill", { style: { width: `${(active / most) * 100}%` } }));
        const href = address("#/sessions", { status: "active", flow });
        return h("li", { data: { flow } }, h("a", { href }, h("span.name", {}, flow), track, h("span.number", {}, count(active))));
    });
}
