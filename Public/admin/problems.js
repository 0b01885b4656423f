// The page of problems: refusals, failures and declines, grouped by what they have in common.

import { h } from "../web/dom.js";
import { address, chooser, flowNames } from "./filters.js";
import { beginnings, periods, validOption } from "./funnelMath.js";
import { ListTable, none } from "./listTable.js";
import { serialized } from "./live.js";
import { newestBuild, newProblems, newProblemsMilliseconds, problemChanged, searchedProblems } from "./newProblems.js";
import { appsText, buildsText, kinds, lastHours, problemBadges, problemChanges, problemPlace, problemTitle } from "./problemText.js";
import { sparkline } from "./timeChart.js";
import { ago, count, counted } from "./times.js";

const pageSize = 50;
const statuses = [["", "open"], ["muted", "muted"], ["resolved", "resolved"], ["all", "all"]];
const seen = [["", "any time"], ...periods.map(([value, text]) => [value, `the last ${text}`])];
/** A problem is written within a second, and the list has all of them. */
const intervalMilliseconds = 3_000;
/** The event stream reports changes of sessions, but no refusals. */
const pollMilliseconds = 10_000;
/** The address of a problem's page. @param {string} id */
export function problemAddress(id) {
    return `#/problems/${encodeURIComponent(id)}`;
}

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function problemsPage(operator, query) {
    const given = {
        status: validOption(statuses, query.get("status"), ""),
        flow: query.get("flow") ?? "",
        kind: query.get("kind") ?? "",
        hours: validOption(seen, query.get("hours"), ""),
        build: query.get("build") ?? "",
        new: query.get("new") ?? "",
    };
    const cursor = query.get("cursor");
    const heading = h("h1", { tabindex: "-1" }, "Problems");
    const notice = h("p.notice", { role: "alert", hidden: true });
    const limit = h("p.caption", { hidden: true }, `The ${searchedProblems} problems of this build that were seen last are searched for new ones.`);
    const columns = ["Problem", "Sessions", "First seen", "Last seen", "Last 24 hours", "App versions", "Build", ...(operator.can("support") ? [""] : [])];
    const table = new ListTable("problem-list", "Problems", columns);
    const empty = given.new
        ? "No open problem is new since this build."
        : ["flow", "kind", "hours", "build", "status"].some((name) => given[name])
          ? "No problem matches these filters."
          : "There is no open problem. A problem is listed here when a change is refused or fails, and when a timer or job is given up.";
    const buttonOf = (row) => row?.querySelector("button");
    const change = async (id, status) => {
        notice.hidden = true;
        const row = table.row({ problem: id });
        const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.dataset.problem;
        try {
            await changeProblem(operator, id, status);
            await refresh();
            restoreFocus([buttonOf(table.row({ problem: id })), next && buttonOf(table.row({ problem: next })), heading]);
        } catch (error) {
            notice.textContent = error.message;
            notice.hidden = false;
        }
    };
    const refresh = serialized(async () => {
        const { flow, kind, build, hours } = given;
        const filters = { status: given.status === "all" ? "" : given.status || "open", flow, kind, build, ...(hours && { since: beginnings(Number(hours), Date.now()).since }) };
        const found = given.new ? await newProblems(operator, await newestBuild(operator), filters) : null;
        const page = found ? { ...found, next: null } : await operator.get("/problems", { ...filters, cursor, limit: pageSize });
        limit.hidden = !found?.isCut;
        table.show(page.problems.map((problem) => problemRow(problem, operator.can("support") ? change : null)), empty);
        table.showPages(cursor, page.next, (cursor) => address("#/problems", { ...given, cursor }));
    });
    const [names] = await Promise.all([flowNames(operator), refresh()]);
    const choose = chooser("#/problems", given);
    const tab = (value, text) => h("a", { href: address("#/problems", { ...given, new: value }), "aria-current": given.new === value && "page" }, text);
    const filters = h(
        "div.filters",
        {},
        choose("status", "Status", statuses),
        choose("flow", "Flow", [["", "all flows"], ...[...new Set([...names, given.flow])].filter(Boolean).map((name) => [name, name])]),
        choose("kind", "Kind", [["", "all kinds"], ...Object.entries(kinds)]),
        choose("hours", "Seen in", seen),
    );
    const nodes = [
        h("header.head", {}, heading, filters),
        h("nav.choices", { "aria-label": "Views" }, tab("", "All builds"), tab("true", "New since this build")),
        notice,
        limit,
        table.element,
        table.pages,
    ];
    const [interval, milliseconds] = given.new ? [newProblemsMilliseconds, newProblemsMilliseconds] : [intervalMilliseconds, pollMilliseconds];
    return { title: "Problems", nodes, refresh, intervalMilliseconds: interval, poll: { milliseconds } };
}

/** Focuses the first of these elements that exists, if the focused element was removed. @param {(HTMLElement | null | undefined | "")[]} elements */
export function restoreFocus(elements) {
    if (document.activeElement === document.body) elements.find(Boolean)?.focus({ preventScroll: true });
}

/** Sets the status of a problem. @param {import("./operator.js").Operator} operator @param {string} id @param {string} status */
export async function changeProblem(operator, id, status) {
    await operator.put(`/problems/${encodeURIComponent(id)}`, { status });
    dispatchEvent(new Event(problemChanged));
}

/** The badges of a problem. @param {import("./problemText.js").Problem} problem */
export function badges(problem) {
    return problemBadges(problem).map(({ status, text }) => h("span.badge", { data: { status } }, text));
}

/**
 * The buttons that change a problem's status.
 * @param {import("./problemText.js").Problem} problem
 * @param {(id: string, status: string) => void} change
 */
export function changeButtons(problem, change) {
    const button = ([status, text]) => h("button.plain", { type: "button", onclick: () => change(problem.id, status), "aria-label": `${text}: ${problemTitle(problem)}` }, text);
    return h("div.buttons", { data: { id: problem.id } }, ...problemChanges(problem).map(button));
}

/**
 * The cause of a problem. A refusal has none, and other problems may have none.
 * @param {import("./problemText.js").Problem} problem @param {string} tag @param {boolean} canSee whether the operator's role shows causes
 */
export function causeOf({ kind, cause }, tag, canSee) {
    if (cause !== null) return h(tag, {}, cause);
    return !canSee && kind !== "refused" && kind !== "unsupported" && h("span.caption", {}, "Causes are shown to the role support.");
}

function problemRow(problem, change) {
    const at = (time) => h("time", { datetime: time, title: new Date(time).toLocaleString("en-GB") }, ago(time));
    const cells = [
        [
            h("a", { href: problemAddress(problem.id) }, problemTitle(problem)),
            " ",
            ...badges(problem),
            h("span.path.caption", {}, problemPlace(problem)),
            problem.code && h("code.path.code", {}, problem.code),
            // Those who may change problems also see causes.
            causeOf(problem, "span.cause", change !== null),
        ],
        [h("strong", {}, count(problem.sessions)), h("span.path.caption", {}, counted(problem.count, "time"))],
        at(problem.firstSeen),
        at(problem.lastSeen),
        sparkline({ ...lastHours(problem.hours, Date.now()), name: "By hour" }),
        appsText(problem) || none(),
        h("span.builds", {}, buildsText(problem) || none()),
    ];
    return { data: { problem: problem.id }, cells: change ? [...cells, changeButtons(problem, change)] : cells };
}
