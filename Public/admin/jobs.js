// Timers and background work that wait or have failed.

import { ProblemError } from "../fairway.js";
import { h } from "../web/dom.js";
import { confirmed } from "./confirm.js";
import { ago } from "./times.js";

const states = ["pending", "failed"];

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function jobsPage(operator, query) {
    const state = states.includes(query.get("state")) ? query.get("state") : "failed";
    const tabs = h("nav.choices", { "aria-label": "State" }, ...states.map((name) => h("a", { href: `#/jobs?state=${name}`, "aria-current": name === state ? "page" : null }, name === "failed" ? "Failed" : "Waiting")));
    const body = h("tbody");
    const columns = ["Work", "Flow", "Session", "Due", "Attempts", "Last error", ""];
    const table = h("table", {}, h("caption", {}, "Jobs"), h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, column)))), body);
    const more = h("nav.pages", { "aria-label": "Pages" });
    const notice = h("p.notice", { role: "alert", hidden: true });
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
    const row = (job) => {
        const path = `/jobs/${encodeURIComponent(job.session)}/${encodeURIComponent(job.id)}`;
        const cell = (label, ...content) => h("td", { data: { label } }, ...content);
        const cancel = async () => {
            if (await confirmed("Cancel this job?", "It is not run again, and its flow is not told.", "Cancel job")) await run(() => operator.delete(path));
        };
        return h(
            "tr",
            {},
            cell("Work", h("strong", {}, job.name), " ", h("span.badge", {}, job.kind)),
            cell("Flow", job.flow),
            cell("Session", h("a", { href: `#/sessions/${encodeURIComponent(job.session)}` }, h("code", {}, job.session.slice(0, 8)))),
            cell("Due", job.dueAt ? h("time", { datetime: job.dueAt, title: new Date(job.dueAt).toLocaleString() }, due(job.dueAt)) : "–"),
            cell("Attempts", String(job.attempts)),
            cell("Last error", job.error ? h("span.error", {}, job.error) : "–"),
            cell("", h("div.buttons", {}, h("button.plain", { type: "button", onclick: () => run(() => operator.post(`${path}/retry`)) }, "Retry"), h("button.destructive", { type: "button", onclick: cancel }, "Cancel"))),
        );
    };
    const refresh = async () => {
        try {
            const page = await operator.get("/jobs", { state, session: query.get("session"), cursor: query.get("cursor") });
            body.replaceChildren(...page.jobs.map(row));
            if (!page.jobs.length) body.append(h("tr", {}, h("td.nothing", { colspan: columns.length }, state === "failed" ? "Nothing has failed." : "Nothing waits.")));
            more.replaceChildren(...(page.next ? [h("a", { href: `#/jobs?${new URLSearchParams({ state, cursor: page.next })}` }, "Next page")] : []));
        } catch (error) {
            if (!(error instanceof ProblemError) || error.code !== "no-such-route") throw error;
            table.hidden = true;
            notice.textContent = "This server does not list its jobs.";
            notice.hidden = false;
        }
    };
    await refresh();
    return { title: "Jobs", nodes: [h("h1", { tabindex: "-1" }, "Jobs"), tabs, notice, table, more], refresh };
}

function due(at) {
    const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
    return seconds > 0 ? `in ${ago(new Date(Date.now() - seconds * 1000).toISOString()).replace(" ago", "").replace("just now", "a moment")}` : ago(at);
}
