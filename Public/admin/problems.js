// The page of problems: refusals, failures and declines, grouped by what they have in common.

import { h } from "../web/dom.js";
import { address, chooser, flowNames } from "./filters.js";
import { beginnings, periods, validOption } from "./funnelMath.js";
import { ListTable, none } from "./listTable.js";
import { serialized } from "./live.js";
import { newProblems, problemChanged } from "./newProblems.js";
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
    const notice = h("p.notice", { role: "alert", hidden: true });
    const columns = ["Problem", "Sessions", "First seen", "Last seen", "Last 24 hours", "App versions", "Build", ...(operator.can("support") ? [""] : [])];
    const table = new ListTable("problem-list", "Problems", columns);
    const empty = given.new
        ? "No open problem is new since this build."
        : ["flow", "kind", "hours", "build", "status"].some((name) => given[name])
          ? "No problem matches these filters."
          : "There is no open problem. A problem is listed here when a change is refused or fails, and when a timer or job is given up.";
    const change = async (id, status) => {
        notice.hidden = true;
        try {
            await changeProblem(operator, id, status);
            await refresh();
        } catch (error) {
            notice.textContent = error.message;
            notice.hidden = false;
        }
    };
    const refresh = serialized(async () => {
        const { flow, kind, build, hours } = given;
        const filters = { status: given.status === "all" ? "" : given.status || "open", flow, kind, build, ...(hours && { since: beginnings(Number(hours), Date.now()).since }) };
        const page = given.new ? { problems: await newProblems(operator, filters), next: null } : await operator.get("/problems", { ...filters, cursor, limit: pageSize });
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
        h("header.head", {}, h("h1", { tabindex: "-1" }, "Problems"), filters),
        h("nav.choices", { "aria-label": "Views" }, tab("", "All builds"), tab("true", "New since this build")),
        notice,
        table.element,
        table.pages,
    ];
    return { title: "Problems", nodes, refresh, intervalMilliseconds, poll: { milliseconds: pollMilliseconds } };
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

/** The cause of a problem. A refusal has none. @param {import("./problemText.js").Problem} problem @param {string} tag */
export function causeOf({ kind, cause }, tag) {
    if (cause !== null) return h(tag, {}, cause);
    return kind !== "refused" && kind !== "unsupported" && h("span.caption", {}, "Causes are shown to the role support.");
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
            causeOf(problem, "span.cause"),
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
