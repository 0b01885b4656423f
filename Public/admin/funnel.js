// The funnel page: how far the runs of a flow get, where they stop, and how long their users stay on each screen.

import { h } from "../web/dom.js";
import { docsLink } from "./docsLink.js";
import { chooser, flowNames } from "./filters.js";
import { beginnings, defaultIdle, defaultPeriod, difference, idles, lossText, numberChanged, percent, periods, pointsChanged, share, stepName, stopped, stops, validOption, worstLoss } from "./funnelMath.js";
import { hasRest, sessionsLink, stopLinks } from "./funnelLinks.js";
import { splitNames, splits, splitSection } from "./funnelSplit.js";
import { ListTable } from "./listTable.js";
import { redraw } from "./redraw.js";
import { count, counted, stay } from "./times.js";

/** @type {[string, string][]} the parts of a screen's bar, in order */
const barParts = [["next", "went on"], ["active", "here now"], ...stops.map((kind) => /** @type {[string, string]} */ ([kind, kind]))];
const shownGroups = 12;
const minuteMilliseconds = 60_000;
/** The counts are up to a minute late. */
const intervalMilliseconds = 15_000;

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function funnelPage(operator, query) {
    const names = await flowNames(operator);
    const flow = query.get("flow") ?? names[0] ?? "";
    const hours = validOption(periods, query.get("hours"), defaultPeriod);
    const idle = validOption(idles, query.get("idle"), defaultIdle);
    const by = validOption(splits, query.get("by"), "");
    const parts = h("div.funnel");
    const refresh = async () => {
        const { since, before } = beginnings(Number(hours), Date.now());
        const [last, both] = await Promise.all([since, before].map((from) => operator.get("/funnel", { flow, since: from, by, idle })));
        // Of a flow with very many runs, only the newest are counted.
        const [isWhole, hasEarlier] = [isSince(last, since), isSince(both, before)];
        const earlier = isWhole && hasEarlier ? difference(both.groups, last.groups) : [];
        const { groups } = last;
        const context = { flow, since: last.since, idle, by, period: periods.find(([value]) => value === hours)[1] };
        const cut = (last.cut || !isWhole) && h("p.caption.cut", {}, cutText(last));
        const sections = groups.slice(0, shownGroups).map((group) => groupSection(group, hasRest(group) ? undefined : earlier.find(({ by }) => by === group.by), context));
        const rest = groups.length - shownGroups;
        const limit = rest > 0 && h("p.caption", {}, `${count(rest)} smaller groups are not shown.`);
        const hasRuns = groups.some(({ starts }) => starts > 0);
        const split = by && splitSection(groups, context);
        redraw(parts, hasRuns ? [cut, split, ...sections, limit] : [h("p.nothing", {}, `No run of ${flow} has started in this period. `, docsLink("operators#see-where-users-stop", "How runs are counted"))]);
    };
    if (flow) await refresh();
    else parts.append(h("p.nothing", {}, "The app has no flows."));
    const choose = chooser("#/funnel", { flow, hours, idle, by });
    const filters = h(
        "div.filters",
        {},
        choose("flow", "Flow", [...new Set([...names, flow])].map((name) => [name, name])),
        choose("hours", "Period", periods.map(([value, text]) => [value, `the last ${text}`])),
        choose("idle", "Abandoned", idles.map(([value, text]) => [value, `abandoned after ${text}`])),
        choose("by", "Split", splits),
    );
    return { title: "Funnel", nodes: [h("header.head", {}, h("h1", { tabindex: "-1" }, "Funnel"), filters), parts], refresh: flow ? refresh : async () => {}, intervalMilliseconds };
}

/** Which runs are counted, if not all: the newest ones, or those that are still kept. */
function cutText({ cut, since }) {
    const beginning = new Date(since).toLocaleString("en-GB");
    if (!cut) return `Only the runs since ${beginning} are counted.`;
    return `Only the newest ${count(cut.counted)} of ${count(cut.total)} runs are counted, those since ${beginning}.`;
}

/** Whether a funnel has all runs since a time. */
function isSince(funnel, time) {
    return Date.parse(funnel.since) - Date.parse(time) < minuteMilliseconds;
}

function groupSection(group, earlier, context) {
    const { by, period, idle } = context;
    const name = by && `${splitNames[by]}: ${hasRest(group) ? "all others" : (group.by ?? "unknown")}`;
    const compared = earlier?.starts ? `Compared with the ${period} before.` : "No runs of the period before are kept.";
    const comparison = hasRest(group) ? "" : compared;
    const idleText = idles.find(([value]) => value === idle)[1];
    return h(
        "section.group",
        { "aria-label": name || "All runs" },
        name && h("h2", {}, name),
        h("div.figures.row", {}, ...figures(group, earlier)),
        h("p.headline", {}, ...headline(group)),
        stepsTable(group, earlier, context),
        h("ul.legend.caption", { "aria-label": "Colours of the bars" }, ...barParts.map(([kind, text]) => h("li", {}, h("span.step-bar", {}, h("span", { data: { kind } })), text))),
        h("p.caption", {}, comparison, ` A run is one start of the flow. It stops on its last screen. It is abandoned when its user has done nothing for ${idleText}.`),
    );
}

function figures(group, earlier) {
    const figure = (value, label, change) => h("div.figure", {}, h("strong", {}, value), h("span.caption", {}, label), h("span.caption.change", {}, change));
    const shareOf = (part, whole) => (whole ? share(part(whole), whole.starts) : null);
    const rate = (label, part) => figure(percent(shareOf(part, group)), label, pointsChanged(shareOf(part, group), shareOf(part, earlier)));
    return [
        figure(count(group.starts), "runs", earlier ? numberChanged(group.starts, earlier.starts) : ""),
        rate("completed", ({ completed }) => completed),
        rate("stopped", stopped),
        figure(count(group.active), "still active", ""),
    ];
}

/** Where most runs stop, as a sentence. */
function headline(group) {
    const worst = worstLoss(group);
    if (!worst) return ["No run has stopped in this period."];
    const { medianSeconds } = worst.step;
    const stays = worst.within || medianSeconds === null ? "" : ` Users stay there for ${stay(medianSeconds)} (median).`;
    return ["Most runs stop on ", h("strong", {}, worst.name), `: ${lossText(worst)}.${stays}`];
}

function stepsTable(group, earlier, context) {
    const columns = ["Screen", "Runs", "Went on", "Stopped", "Here now", "Refused", "Median stay", "90 % stay at most"];
    const most = Math.max(1, ...group.steps.map(({ runs }) => runs));
    const rows = group.steps.map((step) => stepRow(group, step, earlier?.steps.find(({ screen }) => screen === step.screen), most, context));
    return new ListTable("steps", "Screens of the flow", columns).show(rows).element;
}

function stepRow(group, step, earlier, most, context) {
    const worse = pointsChanged(share(stopped(step), step.runs), earlier ? share(stopped(earlier), earlier.runs) : null);
    return {
        data: { screen: step.screen },
        cells: [
            [h("strong", {}, stepName(step)), h("span.path.caption", {}, step.screen), stepBar(step, most), withinPart(group, step, context)],
            sessionsLink({ group, step }, "", count(step.runs), context),
            [step.next ? sessionsLink({ group, step }, "next", count(step.next), context) : "0", " ", h("small", {}, percent(share(step.next, step.runs)))],
            [`${count(stopped(step))} `, h("small", {}, percent(share(stopped(step), step.runs)), worse && `, ${worse}`), stopLinks({ group, step }, context)],
            step.active ? sessionsLink({ group, step }, "active", count(step.active), context) : "0",
            count(step.refused),
            stay(step.medianSeconds),
            stay(step.p90Seconds),
        ],
    };
}

/** A bar of the runs that saw a screen, divided by their next step. The cells of the row have the same numbers. */
function stepBar(step, most) {
    const parts = barParts.filter(([kind]) => step[kind] > 0);
    const fill = ([kind, text]) => h("span", { data: { kind }, style: { width: `${(step[kind] / most) * 100}%` }, title: `${count(step[kind])} ${text}` });
    return h("span.step-bar", { "aria-hidden": "true" }, ...parts.map(fill));
}

/** The screens of the sub flows that a step has started. It is open if the largest loss is one of them. */
function withinPart(group, step, context) {
    if (!step.within.length) return null;
    const worst = worstLoss(group);
    const sorted = [...step.within].sort((a, b) => stopped(b) - stopped(a) || b.runs - a.runs);
    const lost = sorted.reduce((sum, within) => sum + stopped(within), 0);
    const item = (within) => {
        const facts = [`${count(within.runs)} runs`, within.refused > 0 && `${count(within.refused)} refused`].filter(Boolean).join(", ");
        const active = within.active > 0 ? h("li", {}, sessionsLink({ group, step, within }, "active", `${count(within.active)} here now`, context)) : null;
        return h(
            "li",
            { data: { screen: within.screen, flow: within.flow } },
            h("span", {}, h("strong", {}, `${stepName(step)} → ${stepName(within)}`), " ", h("strong.number", {}, count(stopped(within)))),
            h("span.path.caption", {}, `${within.screen}: ${facts}`),
            stopLinks({ group, step, within }, context, active),
        );
    };
    return h(
        "details.within",
        { open: worst?.within != null && worst.step === step },
        h("summary", {}, `In sub flows: ${counted(step.within.length, "screen")}, ${count(lost)} stopped`),
        h("ul", {}, ...sorted.map(item)),
    );
}
