// The console's home: problems of sessions, work and store, what the newest build has changed, and the load of the last 24 hours.

import { h } from "../web/dom.js";
import { address, flowNames } from "./filters.js";
import { beginnings, defaultIdle, defaultPeriod, lossText, worstLoss } from "./funnelMath.js";
import { newProblems, newProblemsMilliseconds, newProblemsText } from "./newProblems.js";
import { hourly, total } from "./overview.js";
import { redraw } from "./redraw.js";
import { compared } from "./releases.js";
import { viewAddress, views } from "./sessions.js";
import { timeChart } from "./timeChart.js";
import { ago, count, duration } from "./times.js";

/** A refresh reads counts of the whole store. */
const refreshMilliseconds = newProblemsMilliseconds;
/** The funnel's counts are up to a minute late. */
const stopsMilliseconds = 60_000;
const chartedFlows = 8;
const span = "in the last 24 hours";

/** @param {import("./operator.js").Operator} operator */
export async function homePage(operator) {
    const attention = h("ul.attention", { "aria-label": "Needs attention" });
    const release = h("section.card.release", { "aria-label": "This build" });
    const stops = h("section.card.stops", { "aria-label": "Where users stop" });
    const charts = h("div.time-charts");
    const flows = h("ul.bars", { "aria-label": "Active flows by name" });
    const since = h("p.caption");
    /** The builds that are marked on the charts, by name. @type {Map<string, import("./timeChart.js").Mark>} */
    const marks = new Map();
    let stopsReadAt = 0;
    const refreshStops = async () => {
        if (Date.now() - stopsReadAt < stopsMilliseconds) return;
        stopsReadAt = Date.now();
        redraw(stops, await stopsParts(operator));
    };
    const refresh = async () => {
        // Only the first read marks the earlier builds, too.
        const { builds } = await operator.get("/builds", { limit: marks.size ? 2 : null });
        for (const { build, firstSeen } of builds) marks.set(build, { build, at: Date.parse(firstSeen) });
        const [overview, summary, found, , ...counts] = await Promise.all([
            operator.get("/overview"),
            operator.get("/summary"),
            newProblems(operator, builds[0]?.build ?? null),
            refreshStops(),
            ...views.filter(({ isProblem }) => isProblem).map(({ filters }) => operator.get("/sessions/count", filters)),
        ]);
        redraw(attention, attentionItems(overview, counts.map(({ count }) => count)));
        redraw(release, releaseParts(builds, found));
        const bins = hourly(overview.samples, Date.now());
        charts.replaceChildren(...chartsOf(bins, [...marks.values()]));
        redraw(flows, flowBars(summary));
        since.textContent = `Numbers of all servers since ${new Date(bins[0].start).toLocaleString("en-GB")}. A vertical line marks the first start of a build.`;
    };
    await refresh();
    const nodes = [
        h("h1", { tabindex: "-1" }, "Overview"),
        attention,
        h("div.overview-cards", {}, release, stops),
        charts,
        since,
        h("section.card", {}, h("div.head", {}, h("h2", {}, "Active flows"), h("a", { href: "#/flows" }, "All flows")), flows),
    ];
    return { title: "Overview", nodes, refresh, intervalMilliseconds: refreshMilliseconds, poll: { milliseconds: refreshMilliseconds } };
}

/** What the newest build has changed: its new problems, and its rates beside those of the build before. */
function releaseParts(builds, found) {
    const [now, before] = builds;
    if (!now) return [h("h2", {}, "This build"), h("p.nothing", {}, "No build has been recorded yet.")];
    return [
        h("div.head", {}, h("h2", {}, "This build"), h("a", { href: "#/problems?new=true" }, newText(found))),
        h("p.caption", {}, h("code", {}, now.build), `, first started ${ago(now.firstSeen)}`, ...(before ? [", compared with ", h("code", {}, before.build)] : [". There is no earlier build to compare it with."])),
        now.nodes.length === 0 && h("p.nothing", {}, "No server runs it."),
        before && comparisonTable(compared(now, before)),
    ];
}

/** @param {import("./newProblems.js").NewProblems} found */
function newText(found) {
    const { problems: { length }, isCut } = found;
    if (!length) return isCut ? "Problems that are new since this build" : "No problem is new since this build";
    return `${newProblemsText(found)} ${length === 1 && !isCut ? "problem" : "problems"} new since this build`;
}

function comparisonTable(rows) {
    const cell = (label, properties, ...content) => h("td", { data: { label }, ...properties }, h("div", {}, ...content));
    const row = ({ name, now, before, change, isWorse }) => {
        const words = h(isWorse ? "strong.worse" : "span", {}, change || "–", isWorse && h("span.hidden", {}, " (worse)"));
        return h("tr", { data: { name } }, h("th", { scope: "row" }, name), cell("This build", {}, now), cell("The one before", {}, before), cell("Difference", {}, words));
    };
    const heads = ["This build", "The one before", "Difference"].map((text) => h("th", { scope: "col" }, text));
    return h("table.comparison", {}, h("caption", {}, "This build compared with the one before"), h("thead", {}, h("tr", {}, h("td"), ...heads)), h("tbody", {}, ...rows.map(row)));
}

/** The largest loss of the busiest flow. */
async function stopsParts(operator) {
    const [flow] = await flowNames(operator);
    const heading = (href) => h("div.head", {}, h("h2", {}, "Where users stop"), h("a", { href }, "Funnel"));
    if (!flow) return [heading("#/funnel"), h("p.nothing", {}, "The app has no flows.")];
    const [group] = (await operator.get("/funnel", { flow, since: beginnings(Number(defaultPeriod), Date.now()).since, idle: defaultIdle })).groups;
    const loss = group && worstLoss(group);
    const sentence = loss ? ["Most runs stop on ", h("strong", {}, loss.name), `: ${lossText(loss)}.`] : ["No run has stopped."];
    return [heading(address("#/funnel", { flow })), h("p.headline", {}, ...sentence), h("p.caption", {}, `Runs of ${flow} that started in the last ${Number(defaultPeriod) / 24} days.`)];
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

function chartsOf(bins, marks) {
    const starts = bins.map(({ start }) => start);
    const chart = (title, figure, about, series) => timeChart({ title, figure, about, starts, marks, series: [series] });
    const values = (name) => bins.map((bin) => bin[name]);
    const seconds = (value) => duration(Math.round(value * 1_000_000));
    const last = (name) => values(name).findLast((value) => value !== null) ?? null;
    const bars = (name, title, look) => ({ name: title, values: values(name), kind: /** @type {const} */ ("bars"), look });
    const measured = (name, title) => ({ name: title, values: values(name), kind: /** @type {const} */ ("line"), text: seconds });
    const slowest = (name) => (last(name) === null ? "–" : seconds(last(name)));
    const active = last("active");
    return [
        chart("Active sessions", active === null ? "–" : count(active), "now", { name: "Active", values: values("active"), kind: "line" }),
        chart("Completed sessions", count(total(bins, "completed")), span, bars("completed", "Completed", "good")),
        chart("Refused changes", count(total(bins, "refused")), span, bars("refused", "Refused", "soft")),
        chart("Failed changes", count(total(bins, "failed")), span, bars("failed", "Failed", "bad")),
        chart("Handlers, p95", slowest("handlerP95"), "latest", measured("handlerP95", "Handlers")),
        chart("Commits, p95", slowest("commitP95"), "latest", measured("commitP95", "Commits")),
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
