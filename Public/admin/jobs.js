// The page of pending and failed timers and jobs.

import { ProblemError } from "../fairway.js";
import { h } from "../web/dom.js";
import { confirmed } from "../web/dialogs.js";
import { until } from "./times.js";

const states = ["pending", "failed"];

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function jobsPage(operator, query) {
    const state = states.includes(query.get("state")) ? query.get("state") : "failed";
    const tab = (name, text) => h("a", { href: `#/jobs?state=${name}`, "aria-current": name === state && "page" }, text);
    const tabs = h("nav.choices", { "aria-label": "State" }, tab("pending", "Pending"), tab("failed", "Failed"));
    const body = h("tbody");
    const columns = ["Job", "Flow", "Session", "Due", "Attempts", "Last error", ""];
    const heads = columns.map((column) => h("th", { scope: "col" }, column));
    const table = h("table", {}, h("caption", {}, "Jobs"), h("thead", {}, h("tr", {}, ...heads)), body);
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
        const retry = () => run(() => operator.post(`${path}/retry`));
        const cancel = async () => {
            const about = "It will not run again, and its flow receives no result.";
            const isConfirmed = await confirmed({ question: "Cancel this job?", about, verb: "Cancel job" });
            if (isConfirmed) await run(() => operator.delete(path));
        };
        const session = h("a", { href: `#/sessions/${encodeURIComponent(job.session)}` }, h("code", {}, job.session.slice(0, 8)));
        return h(
            "tr",
            {},
            cell("Job", h("strong", {}, job.name), " ", h("span.badge", {}, job.kind)),
            cell("Flow", job.flow),
            cell("Session", session),
            cell("Due", job.dueAt ? due(job.dueAt) : "–"),
            cell("Attempts", String(job.attempts)),
            cell("Last error", job.error ? h("span.error", {}, job.error) : "–"),
            cell(
                "",
                h(
                    "div.buttons",
                    {},
                    h("button.plain", { type: "button", onclick: retry }, "Retry"),
                    h("button.destructive", { type: "button", onclick: cancel }, "Cancel"),
                ),
            ),
        );
    };
    const refresh = async () => {
        try {
            const page = await operator.get("/jobs", { state, session: query.get("session"), cursor: query.get("cursor") });
            body.replaceChildren(...page.jobs.map(row));
            const none = state === "failed" ? "No failed jobs." : "No pending jobs.";
            if (!page.jobs.length) body.append(h("tr", {}, h("td.nothing", { colspan: columns.length }, none)));
            const next = `#/jobs?${new URLSearchParams({ state, cursor: page.next })}`;
            more.replaceChildren(...(page.next ? [h("a", { href: next }, "Next page")] : []));
        } catch (error) {
            if (!(error instanceof ProblemError) || error.code !== "no-such-route") throw error;
            table.hidden = true;
            notice.textContent = "This server does not provide a list of jobs.";
            notice.hidden = false;
        }
    };
    await refresh();
    return { title: "Jobs", nodes: [h("h1", { tabindex: "-1" }, "Jobs"), tabs, notice, table, more], refresh };
}

function due(at) {
    return h("time", { datetime: at, title: new Date(at).toLocaleString() }, until(at));
}
