// The list of sessions: saved views, filters, one row a session.

import { h } from "../web/dom.js";
import { address, givenFilters, sessionFilters } from "./filters.js";
import { validOption } from "./funnelMath.js";
import { ListTable, none } from "./listTable.js";
import { ago, count, counted, shortID, span } from "./times.js";

const pageSize = 50;
/** The minimum time between refreshes, because the list is also counted. Runs are counted from many rows. */
const intervalMilliseconds = 3_000;
const runsMilliseconds = 15_000;
const daySeconds = 86_400;
export const idioms = ["phone", "pad", "desktop", "web", "tv", "terminal"];

/**
 * The saved views. `isProblem` marks those that the home counts, with the words for `one` session and for `many`.
 * @type {{name: string, filters: Record<string, string>, isProblem?: boolean, one?: string, many?: string}[]}
 */
export const views = [
    { name: "All", filters: {} },
    { name: "Active", filters: { status: "active" } },
    {
        name: "Stuck over 10 minutes",
        filters: { stuck: "600" },
        isProblem: true,
        one: "session stuck over 10 minutes",
        many: "sessions stuck over 10 minutes",
    },
    {
        name: "Failed today",
        filters: { failed: String(daySeconds) },
        isProblem: true,
        one: "session with a failure in 24 hours",
        many: "sessions with a failure in 24 hours",
    },
    { name: "Sandboxes", filters: { sandbox: "true" } },
];

/** The filters by a run of a flow, which a batch cannot have. */
const runFilters = ["run", "step", "within", "withinFlow", "left", "since", "by", "is", "idle"];
/** Searches, which a batch cannot have. The one for a person is written to the audit. */
const searches = { person: "Part of a user’s id, name or claim", request: "Request id", key: "Key" };
const ownFilters = [...runFilters, ...Object.keys(searches)];
/** The orders of the list by a column, each with the one that its heading leads to. The first one is the first that it leads to. */
const startOrders = { newest: "oldest", oldest: "newest" };
const changeOrders = { touched: "untouched", untouched: "touched" };
const descending = ["newest", "touched"];
/** The filters of lists that the server can sort by the last change. */
const changeFilters = ["status", "user"];
/** Incidents and failed attempts are not events. */
const pollMilliseconds = 5_000;

/** @param {{filters: Record<string, string>}} view */
export function viewAddress({ filters }) {
    return address("#/sessions", filters);
}

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function sessionsPage(operator, query) {
    const given = givenFilters(query, [...Object.keys(sessionFilters), ...ownFilters]);
    const cursor = query.get("cursor");
    const hasChangeOrders = Object.keys(given).every((name) => changeFilters.includes(name));
    const orders = [...Object.keys(startOrders), ...(hasChangeOrders ? Object.keys(changeOrders) : [])];
    const order = validOption(orders.map((name) => [name]), query.get("order"), "newest");
    /** @returns {import("./listTable.js").Sorting} */
    const sorting = (text, own) => {
        const [first] = Object.keys(own);
        const sort = order in own ? (descending.includes(order) ? "descending" : "ascending") : null;
        return { text, href: address("#/sessions", { ...given, order: own[order] ?? first }), sort };
    };
    const filters = h("form.filters", { role: "search", onsubmit: (event) => event.preventDefault() });
    const total = h("p.caption", { role: "status" });
    const lastChange = hasChangeOrders ? sorting("Last change", changeOrders) : "Last change";
    const table = new ListTable("sessions", "Sessions", ["Session", "Screen", lastChange, "Incidents", "Device", sorting("Started", startOrders)]);
    let isRead = false;
    const refresh = async () => {
        // Searches read many rows, and each search for a person is an entry of the audit.
        if (Object.keys(searches).some((name) => given[name]) && isRead) return;
        const [page, { count: number }, summary] = await Promise.all([
            operator.get("/sessions", { ...given, order, cursor, limit: pageSize }),
            operator.get("/sessions/count", given),
            filters.children.length ? null : operator.get("/summary"),
        ]);
        if (summary) filters.append(...filterFields(summary, query, given));
        table.show(page.sessions.map(row), "No session matches these filters.");
        total.textContent = counted(number, "session");
        table.showPages(cursor, page.next, (cursor) => address("#/sessions", { ...given, order: order === "newest" ? "" : order, cursor }));
        isRead = true;
    };
    await refresh();
    const chosen = (view) => same(view.filters, given);
    const chips = views.map((view) => h("a", { href: viewAddress(view), "aria-current": chosen(view) && "page" }, view.name));
    const names = Object.keys(given);
    const canBatch = operator.can("support") && names.length > 0 && !names.some((name) => ownFilters.includes(name));
    const nodes = [
        h(
            "header.head",
            {},
            h("h1", { tabindex: "-1" }, "Sessions"),
            canBatch && h("a", { href: address("#/batches", given) }, "End or erase these sessions"),
            h("a", { href: "#/flows" }, "Flows of all sessions"),
        ),
        h("nav.choices", { "aria-label": "Views" }, ...chips),
        filters,
        h("div.line", {}, total, ...(views.some(chosen) ? [] : filterChips(given))),
        given.run && h("p.caption", {}, "The funnel may count more runs: a session with several of the runs is listed once, and runs are kept longer than their sessions. Of very many runs, the sessions of the newest 40,000 are listed."),
        table.element,
        table.pages,
    ];
    const poll = given.failed || given.stuck ? { milliseconds: pollMilliseconds } : undefined;
    return { title: "Sessions", nodes, refresh, intervalMilliseconds: given.run ? runsMilliseconds : intervalMilliseconds, poll };
}

function same(a, b) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => a[name] === b[name]);
}

function filterFields(summary, query, given) {
    const value = (name) => query.get(name) ?? "";
    const go = () => {
        const typed = Object.fromEntries(fields.map((field) => field.querySelector("[name]")).map(({ name, value }) => [name, value.trim()]));
        location.hash = address("#/sessions", { ...given, ...typed });
    };
    const option = (current) => ([value, text]) => h("option", { value, selected: value === current }, text);
    const select = (name, label, options) => {
        const control = h("select", { name, "aria-label": label, onchange: go }, ...options.map(option(value(name))));
        return h("label", {}, h("span", {}, label), control);
    };
    const text = (name, label, placeholder, style = "") => {
        const plain = { autocomplete: "off", spellcheck: "false", placeholder, "aria-label": label };
        const control = h("input", { name, type: "search", value: value(name), onchange: go, ...plain });
        return h(`label${style}`, {}, h("span", {}, label), control);
    };
    const names = summary.flows.map(({ flow }) => flow);
    const screens = summary.flows.flatMap(({ screens }) => screens.map(({ screen }) => screen));
    // Keep the current value as an option, even if no session matches it any more.
    const options = (all, list, name) => [["", all], ...[...new Set([...list, value(name)])].filter(Boolean).sort().map((one) => [one, one])];
    const fields = [
        text("q", "Find", "User or session id", ".wide"),
        select("status", "Status", [["", "any"], ["active", "active"], ["over", "over"]]),
        select("flow", "Flow", options("all flows", names, "flow")),
        select("screen", "Front screen", options("all screens", screens, "screen")),
        select("stuck", "Stuck for", [["", "any time"], ["60", "1 minute"], ["600", "10 minutes"], ["3600", "1 hour"], [String(daySeconds), "1 day"]]),
        select("idiom", "Idiom", [["", "all"], ...idioms.map((idiom) => [idiom, idiom])]),
        text("app", "App version", "2.1.0"),
    ];
    return fields;
}

/** The filters that have no field, each with a link that removes it. */
function filterChips(given) {
    const { user, failed, sandbox, run, step, within, left, since, by, is } = given;
    const moment = since && new Date(since).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    const place = [step, within].filter(Boolean).join(" → ");
    const stop = { active: "that are now on", next: "that went on from" }[left] ?? (left ? `that were ${left} on` : "that reached");
    const split = by && `with ${by} ${is ?? "unknown"}`;
    const chip = (names, text) => {
        const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
        return h("a.filter-chip", { href: address("#/sessions", rest), "aria-label": `Remove the filter: ${text}` }, text, " ", h("span", { "aria-hidden": "true" }, "×"));
    };
    return [
        user && chip(["user"], `User ${user}`),
        failed && chip(["failed"], `Failed within ${span(Number(failed))}`),
        sandbox && chip(["sandbox"], "Sandboxes"),
        ...Object.entries(searches).map(([name, label]) => given[name] && chip([name], `${label}: ${given[name]}`)),
        run && chip(runFilters, [`Runs of ${run}`, since && `since ${moment}`, split, place ? `${stop} ${place}` : left && `that were ${left}`].filter(Boolean).join(" ")),
    ].filter(Boolean);
}

function row(session) {
    const { device, refusals, lastProblem, status, outcome } = session;
    const at = (time) => h("time", { datetime: time, title: new Date(time).toLocaleString() }, ago(time));
    const user = session.user ?? none("anonymous");
    const link = h("a", { href: `#/sessions/${encodeURIComponent(session.session)}` }, user, " ", h("code", {}, `…${shortID(session.session)}`));
    const path = (session.path ?? session.flow).replaceAll("/", " › ");
    const described = [device.idiom, device.locale, device.app].filter(Boolean).join(" · ");
    return {
        data: { session: session.session },
        cells: [
            [link, session.sandbox && h("span.badge", {}, "sandbox"), status === "over" && h("span.badge", { data: { status } }, outcome)],
            [h("span", {}, session.title ?? session.screen ?? "–"), h("span.path.caption", {}, path)],
            at(session.touchedAt),
            [refusals ? h("strong.problems", {}, count(refusals)) : none(), lastProblem && h("code.path", {}, lastProblem)],
            described || none(),
            at(session.createdAt),
        ],
    };
}
