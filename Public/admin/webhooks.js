// The page of webhooks: the systems that receive events, and how far they have come.

import { formDialog } from "../web/dialogs.js";
import { h, newID } from "../web/dom.js";
import { address } from "./filters.js";
import { ListTable, none } from "./listTable.js";
import { serialized } from "./live.js";
import { count, moment, span, until } from "./times.js";

/** The event stream does not report requests to webhooks. */
const pollMilliseconds = 2_000;

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function webhooksPage(operator, query) {
    const cursor = query.get("cursor");
    const table = new ListTable("webhooks", "Webhooks", ["Webhook", "State", "Receives", "Lag", "Failures", "Next attempt", "Last delivery", ""]);
    const redeliver = operator.can("admin") ? (webhook) => askForCursor(operator, webhook, refresh) : null;
    const refresh = serialized(async () => {
        const page = await operator.get("/webhooks", { cursor });
        table.show(page.webhooks.map((webhook) => webhookRow(webhook, redeliver)), "The server sends events to no other system. Start it with --webhooks FILE.");
        table.showPages(cursor, page.next, (cursor) => address("#/webhooks", { cursor }));
    });
    await refresh();
    const about = h("p.caption", {}, "Each webhook gets the events in order, from its own cursor. A request that fails is repeated, with growing delays up to a day.");
    return { title: "Webhooks", nodes: [h("h1", { tabindex: "-1" }, "Webhooks"), about, table.element, table.pages], refresh, poll: { milliseconds: pollMilliseconds, isDue: async () => true } };
}

function webhookRow(webhook, redeliver) {
    const { id, host, state, lag, failures, lastError, lastErrorAt, nextAttempt, deliveredAt } = webhook;
    const at = (time) => (time ? h("time", { datetime: time, title: moment(time) }, until(time)) : none());
    const error = lastError && h("p.error", {}, lastError, " ", h("span.caption", {}, at(lastErrorAt)));
    return {
        data: { webhook: id },
        cells: [
            [h("strong", {}, host), " ", h("code", {}, id)],
            [h("span.badge", { data: { state: state === "active" ? "" : "failed" } }, state), error],
            receives(webhook),
            lag > 0 ? span(lag) : none(),
            failures ? count(failures) : none(),
            at(nextAttempt),
            at(deliveredAt),
            redeliver && h("button.plain", { type: "button", onclick: () => redeliver(webhook) }, "Redeliver from…"),
        ],
    };
}

function receives({ kinds, flows, body }) {
    const events = [kinds?.join(", ") ?? "all", flows && `of ${flows.join(", ")}`].filter(Boolean).join(" ");
    return body === "thin" ? `${events}, thin` : events;
}

/** Asks for a cursor, and sends the events after it again. */
function askForCursor(operator, { id, host, cursor }, refresh) {
    const [field, about] = [newID("cursor"), newID("about")];
    const input = h("input", { id: field, name: "after", value: cursor ?? "", required: true, autocomplete: "off", spellcheck: "false", "aria-describedby": about });
    const error = h("p.error", { role: "alert" });
    const onsubmit = async (event) => {
        event.preventDefault();
        error.textContent = "";
        try {
            await operator.post(`/webhooks/${encodeURIComponent(id)}/redeliver`, { after: input.value.trim() });
            dialog.close();
            await refresh();
        } catch (problem) {
            error.textContent = problem.message;
        }
    };
    const help = "The events after this cursor are sent again, and later ones follow. The present cursor sends nothing twice. It enables a webhook that has answered 410. Other cursors are in /v1/admin/events.";
    const form = h(
        "form.redeliver",
        { onsubmit, novalidate: true },
        h("p.caption", { id: about }, help),
        h("label", { for: field }, "After cursor"),
        input,
        error,
        h("div.buttons", {}, h("button.primary", { type: "submit" }, "Redeliver")),
    );
    const dialog = formDialog(`Redeliver to ${host}`, form);
}
