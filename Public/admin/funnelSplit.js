// The groups of a split funnel beside each other, with their differences.

import { h } from "../web/dom.js";
import { hasRest, sessionsLink, stopLinks } from "./funnelLinks.js";
import { percent, pointsChanged, share, shareChanged, splitRows, stopped, widestGap } from "./funnelMath.js";
import { ListTable, none } from "./listTable.js";
import { count } from "./times.js";

export const splits = [["", "not split"], ["app", "by app version"], ["idiom", "by idiom"], ["locale", "by locale"]];
export const splitNames = { app: "App version", idiom: "Idiom", locale: "Locale" };
/** The groups that fit beside each other. */
const besideGroups = 5;

/**
 * @param {import("./funnelMath.js").Group[]} groups largest first
 * @param {import("./funnelLinks.js").Context} context
 */
export function splitSection(groups, context) {
    const shown = groups.filter((group) => !hasRest(group)).slice(0, besideGroups);
    const rows = splitRows(shown);
    const columns = ["Runs that stopped", ...shown.map(groupName)];
    const table = new ListTable("split", `Groups by ${splitNames[context.by]}`, columns);
    table.show([startsRow(shown, context), completedRow(shown, context), ...rows.map((row) => stoppedRow(row, context))]);
    const first = shown[0] && groupName(shown[0]);
    return h(
        "section.group",
        { "aria-label": "Groups beside each other" },
        h("p.headline", {}, ...headline(rows)),
        table.element,
        h("p.caption", {}, `Differences are to ${first}, the largest group. Shares of fewer than 50 runs are not compared.`),
    );
}

function groupName({ by }) {
    return by ?? "unknown";
}

function headline(rows) {
    const gap = widestGap(rows);
    if (!gap) return ["The groups do not differ, or are too small to be compared."];
    const { name, cell, reference, points } = gap;
    const amount = pointsChanged(Math.abs(points), 0).slice(1);
    const [one, other] = [cell, reference].map(({ group }) => h("strong", {}, groupName(group)));
    return ["Runs of ", one, " stop on ", h("strong", {}, name), ` ${amount} ${points > 0 ? "more" : "less"} often than those of `, other, "."];
}

function startsRow(groups, context) {
    return { data: { row: "starts" }, cells: [h("strong", {}, "All runs"), ...groups.map((group) => sessionsLink({ group }, "", count(group.starts), context))] };
}

function completedRow(groups, context) {
    const cell = (group, index) => {
        const parts = [group, groups[0]].map(({ completed, starts }) => ({ stopped: completed, runs: starts }));
        return shareCell(parts[0], index ? shareChanged(parts[0], parts[1]) : "", h("ul.kinds", {}, h("li", {}, sessionsLink({ group }, "completed", `${count(group.completed)} completed`, context))));
    };
    return { data: { row: "completed" }, cells: [h("strong", {}, "Completed"), ...groups.map(cell)] };
}

function stoppedRow({ step, within, name, cells }, context) {
    const cell = ({ group, part, runs, change }) => {
        if (!part) return none();
        // A group's own step has its counts.
        const place = { group, step: group.steps.find(({ screen }) => screen === step.screen), within: within && part };
        return shareCell({ stopped: stopped(part), runs }, change, stopLinks(place, context));
    };
    return { data: { screen: step.screen, within: within?.screen ?? "" }, cells: [h(within ? "span.below" : "strong", {}, name), ...cells.map(cell)] };
}

function shareCell({ stopped, runs }, change, links) {
    return [h("strong", {}, percent(share(stopped, runs))), h("small", {}, ` of ${count(runs)}`), change && h("small.change", {}, `, ${change}`), links];
}
