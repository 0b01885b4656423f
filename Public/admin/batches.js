// The page of batches: ends or erases all sessions that a filter matches.

import { confirmed } from "../web/dialogs.js";
import { h, newID } from "../web/dom.js";
import { address, batchFilter, filterDocument, filterText, flowNames, givenFilters, isNumber, sessionFilters } from "./filters.js";
import { ListTable, none } from "./listTable.js";
import { serialized } from "./live.js";
import { progressText } from "./progress.js";
import { idioms } from "./sessions.js";
import { count, counted, moment } from "./times.js";

const sessionsPerSecond = 100;
/** The event stream does not report the progress of batches. */
const pollMilliseconds = 1_000;

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function batchesPage(operator, query) {
    let filter = givenFilters(query);
    const cursor = query.get("cursor");
    const notice = h("p.notice", { role: "alert", hidden: true });
    const table = new ListTable("batches", "Batches", ["Batch", "Sessions", "Progress", "Started", "Ended", "Operator", ""]);
    const stop = async (batch) => {
        const about = "Sessions that it has not reached yet stay as they are. A stopped batch cannot be continued.";
        if (!(await confirmed({ question: "Stop this batch?", about, verb: "Stop batch" }))) return;
        await operator.delete(`/batches/${encodeURIComponent(batch.id)}`).catch(show);
        await refresh().catch(show);
    };
    const show = (error) => {
        notice.textContent = error.message;
        notice.hidden = false;
    };
    let isRunning = false;
    let next = null;
    const href = (cursor) => address("#/batches", { ...filter, cursor });
    const drawPages = () => table.showPages(cursor, next, href);
    const onFilter = (given) => {
        filter = given;
        history.replaceState(null, "", href(cursor));
        drawPages();
    };
    const refresh = serialized(async () => {
        const page = await operator.get("/batches", { cursor });
        isRunning = page.batches.some(({ state }) => state === "running");
        table.show(page.batches.map((batch) => batchRow(batch, operator.can("support") ? stop : null)), "No batches have been started.");
        next = page.next;
        drawPages();
    });
    await refresh();
    const form = operator.can("support") ? [await newBatch(operator, filter, { onFilter, refresh })] : [];
    return { title: "Batches", nodes: [h("h1", { tabindex: "-1" }, "Batches"), ...form, notice, table.element, table.pages], refresh, poll: { milliseconds: pollMilliseconds, isDue: async () => isRunning } };
}

/** The card for a new batch: its filter, its action, and the number of sessions, which the operator types to confirm it. */
async function newBatch(operator, given, { onFilter, refresh }) {
    const [names, ids] = [await flowNames(operator), { typed: newID("typed"), about: newID("about") }];
    const error = h("p.error", { role: "alert" });
    const number = h("strong");
    const about = h("p", { id: ids.about, role: "status" });
    const typed = h("input", { id: ids.typed, inputmode: "numeric", autocomplete: "off", "aria-describedby": ids.about });
    const start = h("button.destructive.filled", { type: "submit", disabled: true }, "Start");
    const actions = ["end", ...(operator.can("admin") ? ["erase"] : [])];
    const action = h("select", { name: "action", "aria-label": "Action" }, ...actions.map((value) => h("option", { value }, value === "end" ? "End the sessions" : "Erase the sessions")));
    const fields = filterFields(given, names);
    /** @type {number | null} */
    let matched = null;
    /** The batch's filter; null if it means no sessions. @type {Record<string, string> | null} */
    let filter = null;

    const update = () => {
        const seconds = Math.ceil((matched ?? 0) / sessionsPerSecond);
        const effect = action.value === "end" ? "Their users are told that they have ended." : "Everything that is kept of them is deleted.";
        const sessions = `${action.value === "end" ? "active " : ""}session${matched === 1 ? "" : "s"}`;
        if (!Object.keys(given).length) about.replaceChildren("Choose a filter. A batch cannot match all sessions.");
        else if (!filter) about.replaceChildren("Sessions that are over cannot be ended.");
        else if (matched === null) about.replaceChildren("Counting…");
        else about.replaceChildren(number, ` ${sessions} match${matched === 1 ? "es" : ""}. ${effect} This takes about ${seconds} s. Sessions that start later are not affected.`);
        number.textContent = count(matched ?? 0);
        start.textContent = `${action.value === "end" ? "End" : "Erase"} ${matched ? counted(matched, "session") : "sessions"}`;
        start.disabled = !matched || typed.value.replaceAll(/[\s,.]/g, "") !== String(matched);
        typed.disabled = !matched;
    };
    const recount = async () => {
        filter = batchFilter(given, action.value);
        [matched, typed.value, error.textContent] = [null, "", ""];
        update();
        const asked = filter;
        if (!asked) return;
        try {
            const answer = await operator.get("/sessions/count", asked);
            // The filter may have changed since.
            if (asked === filter) matched = answer.count;
        } catch (problem) {
            error.textContent = problem.message;
        }
        update();
    };
    const change = () => {
        given = Object.fromEntries(fields.map(({ control }) => [control.name, control.value.trim()]).filter(([, value]) => value));
        onFilter(given);
        return recount();
    };
    const onsubmit = async (event) => {
        event.preventDefault();
        if (start.disabled) return;
        start.disabled = true;
        try {
            await operator.post("/batches", { action: action.value, filter: filterDocument(filter), count: matched });
            [matched, typed.value] = [null, ""];
            await refresh();
            await recount();
        } catch (problem) {
            error.textContent = problem.message;
            update();
        }
    };
    for (const { control } of fields) control.addEventListener("change", change);
    action.addEventListener("change", recount);
    typed.addEventListener("input", update);
    recount();
    return h(
        "form.card.new-batch",
        { onsubmit, novalidate: true, "aria-label": "New batch" },
        h("h2", {}, "New batch"),
        h("div.filters", {}, ...fields.map(({ label }) => label), h("label", {}, h("span", {}, "Action"), action)),
        about,
        h("div.buttons", {}, h("label", { for: ids.typed }, "Type the number of sessions to confirm:"), typed, start),
        error,
    );
}

function filterFields(filter, names) {
    const choices = {
        status: [["", "any"], ["active", "active"], ["over", "over"]],
        idiom: [["", "any"], ...idioms.map((idiom) => [idiom, idiom])],
        sandbox: [["", "no sandboxes"], ["true", "sandboxes only"]],
        flow: [["", "any"], ...names.map((name) => [name, name])],
    };
    return Object.entries(sessionFilters).map(([name, text]) => {
        const value = filter[name] ?? "";
        const options = choices[name]?.map(([option, shown]) => h("option", { value: option, selected: option === value }, shown));
        const control = options
            ? h("select", { name }, ...options)
            : h("input", { name, value, type: isNumber(name) ? "number" : "text", min: isNumber(name) && "0", autocomplete: "off", spellcheck: "false" });
        return { control, label: h("label", {}, h("span", {}, text), control) };
    });
}

function batchRow(batch, stop) {
    const at = (time) => (time ? h("time", { datetime: time }, moment(time)) : none());
    const bar = h("progress", { max: Math.max(1, batch.total), value: batch.done + batch.failed, "aria-label": `Progress of ${batch.id}` });
    const isRunning = batch.state === "running";
    return {
        data: { batch: batch.id },
        cells: [
            [h("strong", {}, batch.action === "erase" ? "Erase" : "End"), " ", h("span.badge", { data: { state: batch.state } }, batch.state)],
            filterText(batch.filter),
            [bar, h("span.caption", {}, progressText(batch.done, batch.failed, batch.total))],
            at(batch.createdAt),
            at(batch.endedAt),
            batch.operator,
            isRunning && stop && h("button.destructive", { type: "button", onclick: () => stop(batch) }, "Stop"),
        ],
    };
}
