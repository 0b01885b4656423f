// The page of work: pending timers and jobs, and failures by their errors.

import { confirmed } from "../web/dialogs.js";
import { h } from "../web/dom.js";
import { sandboxBar } from "../web/sandboxBar.js";
import { docsLink } from "./docsLink.js";
import { address } from "./filters.js";
import { ListTable, none } from "./listTable.js";
import { serialized } from "./live.js";
import { progressOf } from "./progress.js";
import { redraw } from "./redraw.js";
import { count, moment, shortID } from "./times.js";
import { cancelling, failureGroups, isDue, runNow } from "./work.js";

const states = ["pending", "failed"];
const pageSize = 500;
/** The failures that are read and grouped. Further ones are read after some of these were retried or cancelled. */
const mostFailures = 2_000;
/** The rows of a group that are drawn. */
const shownRows = 20;
/** The minimum time between refreshes, because all failures are read again. */
const intervalMilliseconds = 5_000;
/** The event stream reports only changes of flows, not a failed attempt or work that ends without a change. */
const pollMilliseconds = 5_000;

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function jobsPage(operator, query) {
    const state = states.includes(query.get("state")) ? query.get("state") : "failed";
    const session = query.get("session") ?? "";
    const cursor = query.get("cursor");
    const tab = (name, text) => h("a", { href: address("#/jobs", { state: name, session }), "aria-current": name === state && "page" }, text);
    const tabs = h("nav.choices", { "aria-label": "State" }, tab("pending", "Pending"), tab("failed", "Failed"));
    const list = h("div.work-list");
    const notice = h("p.notice", { role: "alert", hidden: true });
    const progress = h("div.running");
    /** The loaded rows, by their keys. @type {Map<string, import("./work.js").WorkRow>} */
    let rows = new Map();
    /** @type {Map<string, import("./work.js").FailureGroup>} */
    let groups = new Map();
    let shown = "";

    const run = async (work) => {
        notice.hidden = true;
        try {
            await work();
            await refresh();
        } catch (error) {
            notice.textContent = error.message;
            notice.hidden = false;
        }
    };
    const path = (row) => `/jobs/${encodeURIComponent(row.session)}/${encodeURIComponent(row.id)}`;
    const retry = (row) => operator.post(`${path(row)}/retry`);
    const actions = {
        run: async (key) => {
            const row = rows.get(key);
            if (await confirmed({ ...runNow(row, Date.now()), isDestructive: false })) await run(() => retry(row));
        },
        cancel: async (key) => {
            const row = rows.get(key);
            if (await confirmed(cancelling(row))) await run(() => operator.delete(path(row)));
        },
        retryAll: async (key) => {
            const group = groups.get(key);
            const question = `Retry ${count(group.rows.length)} × ${group.name}?`;
            const about = "Runs each of them again now. The count of attempts starts again.";
            if (!(await confirmed({ question, about, verb: "Retry all", isDestructive: false }))) return;
            const onEnd = ({ done, failed, error }) => {
                progress.replaceChildren(h("p.caption", { role: "status" }, `${group.name}: ${count(done)} retried${failed ? `, ${count(failed)} failed: ${error.message}` : ""}.`));
                run(async () => {});
            };
            progress.replaceChildren(progressOf(group.rows, retry, onEnd));
        },
    };
    /** Whether a list has to be drawn again: because it has changed, and once a minute for its times. */
    const isNew = (document) => {
        const text = JSON.stringify([Math.floor(Date.now() / 60_000), document]);
        return text !== shown && ((shown = text), true);
    };
    const offered = operator.can("support") ? actions : null;
    const refresh = serialized(async () => {
        if (state === "failed") {
            const found = await failures(operator, session);
            if (!isNew(found)) return;
            const sorted = failureGroups(found.rows);
            rows = new Map(found.rows.map((row) => [rowKey(row), row]));
            groups = new Map(sorted.map((group) => [group.key, group]));
            const nothing = !sorted.length && h("p.nothing", {}, "No timers or jobs have failed. ", docsLink("operators#retry-failed-work", "What to do when one fails"));
            const limit = found.isCut && h("p.caption", {}, `The newest ${count(mostFailures)} failures are shown.`);
            redraw(list, [...sorted.map((group) => failureSection(group, offered)), nothing, limit]);
        } else {
            const page = await operator.get("/jobs", { state, session, cursor });
            if (!isNew(page)) return;
            rows = new Map(page.jobs.map((row) => [rowKey(row), row]));
            const table = workTable(page.jobs, offered);
            table.showPages(cursor, page.next, (cursor) => address("#/jobs", { state, session, cursor }));
            redraw(list, [page.jobs.length ? table.element : h("p.nothing", {}, "No timers or jobs are pending. ", docsLink("flows/timers-and-jobs#timers", "How flows request them")), table.pages]);
        }
    });
    const [bar] = await Promise.all([session && sandboxPart(operator, session), refresh()]);
    const head = h(
        "header.head",
        {},
        h("h1", { tabindex: "-1" }, "Work", ...(session ? [" of ", h("code", {}, `…${shortID(session)}`)] : [])),
        session && h("a", { href: `#/sessions/${encodeURIComponent(session)}` }, "Back to the session"),
        session && h("a", { href: address("#/jobs", { state }) }, "Work of all sessions"),
    );
    const poll = { milliseconds: pollMilliseconds, isDue: async () => state === "failed" || [...rows.values()].some((row) => isDue(row, Date.now())) };
    return { title: "Work", nodes: [...(bar ? [bar] : []), head, tabs, notice, progress, list], refresh, intervalMilliseconds, poll };
}

/** The bar of a sandbox; null for another session. The list is read first, because each read of a session's document is audited. */
async function sandboxPart(operator, session) {
    const { sessions } = await operator.get("/sessions", { q: session, sandbox: true, limit: 1 });
    if (!sessions.some((row) => row.session === session)) return null;
    const { origin, deletedAt } = await operator.get(`/sessions/${encodeURIComponent(session)}`);
    return sandboxBar({ origin, deletedAt }, { isInConsole: true });
}

/** All failed work, up to a limit. */
async function failures(operator, session) {
    const rows = [];
    for (let cursor = ""; rows.length < mostFailures; ) {
        const page = await operator.get("/jobs", { state: "failed", session, cursor, limit: pageSize });
        rows.push(...page.jobs);
        if (!page.next) return { rows, isCut: false };
        cursor = page.next;
    }
    return { rows, isCut: true };
}

function rowKey({ session, id }) {
    return `${session}/${id}`;
}

function failureSection(group, actions) {
    const hidden = group.rows.length - shownRows;
    const details = h(
        "details",
        {},
        h("summary", {}, group.rows.length === 1 ? "Its session" : "Their sessions"),
        failuresTable(group, actions).element,
        hidden > 0 && h("p.caption", {}, `${count(hidden)} more.`),
    );
    const error = group.error === null ? h("span.nothing", {}, "Errors are shown to the role support.") : h("span.error", {}, group.error);
    return h(
        "section.card.failure",
        { "aria-label": group.name, data: { group: group.key } },
        h(
            "header.head",
            {},
            h("h2", {}, `${count(group.rows.length)} × ${group.name} `, h("span.badge", {}, group.kind)),
            actions && h("button.plain", { type: "button", onclick: () => actions.retryAll(group.key) }, group.rows.length === 1 ? "Retry" : "Retry all"),
        ),
        h("p", {}, error),
        group.flows.length > 0 && h("p.caption", {}, `Flow: ${group.flows.join(", ")}`),
        details,
    );
}

/** The rows of a group. They have the same name, and errors that differ only in numbers. */
function failuresTable({ rows }, actions) {
    const columns = ["Session", "Flow", ...(actions ? [""] : [])];
    const cells = (row) => [sessionLink(row), flowName(row), ...(actions ? [workButtons(row, actions)] : [])];
    return new ListTable("work-table", "Timers and jobs", columns).show(rows.slice(0, shownRows).map((row) => ({ data: { work: rowKey(row) }, cells: cells(row) })));
}

function workTable(rows, actions) {
    const columns = ["Name", "Flow", "Session", "Due", "Attempts", "Last error", ...(actions ? [""] : [])];
    return new ListTable("work-table", "Timers and jobs", columns).show(rows.map((row) => workRow(row, actions)));
}

function workRow(row, actions) {
    return {
        data: { work: rowKey(row) },
        cells: [
            [h("strong", {}, row.name), " ", h("span.badge", {}, row.kind)],
            flowName(row),
            sessionLink(row),
            row.dueAt ? h("time", { datetime: row.dueAt }, moment(row.dueAt)) : none(),
            String(row.attempts),
            row.error ? h("span.error", {}, row.error) : none(),
            ...(actions ? [workButtons(row, actions)] : []),
        ],
    };
}

function flowName({ flowName: name }) {
    return name ?? none("has left");
}

function sessionLink({ session }) {
    return h("a", { href: `#/sessions/${encodeURIComponent(session)}` }, h("code", {}, `…${shortID(session)}`));
}

function workButtons(row, actions) {
    const button = (style, text, act) => h(`button.${style}`, { type: "button", onclick: () => act(rowKey(row)), "aria-label": `${text}: ${row.name}` }, text);
    const run = row.state === "failed" ? "Retry" : "Run now";
    return h("div.buttons", {}, ...(row.state === "running" ? [] : [button("plain", run, actions.run), button("destructive", "Cancel", actions.cancel)]));
}
