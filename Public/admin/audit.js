// The page of the audit: the calls that changed something, or showed records of users.

import { h } from "../web/dom.js";
import { address, chooser, pageLinks } from "./filters.js";
import { moment, shortID } from "./times.js";

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function auditPage(operator, query) {
    const current = Object.fromEntries(["operator", "user", "session"].map((name) => [name, query.get(name) ?? ""]));
    const cursor = query.get("cursor");
    const choose = chooser("#/audit", current);
    const filters = h("div.filters", { role: "search" }, choose("operator", "Operator"), choose("user", "User"), choose("session", "Session"));
    const columns = ["Call", "Operator", "Session", "User", "Time", "Request"];
    const heads = columns.map((column) => h("th", { scope: "col" }, column));
    const body = h("tbody");
    const more = h("nav.pages", { "aria-label": "Pages of the list" });
    const table = h("table.audit", {}, h("caption", {}, "Audit"), h("thead", {}, h("tr", {}, ...heads)), body);
    const refresh = async () => {
        const page = await operator.get("/audit", { ...current, cursor });
        body.replaceChildren(...page.entries.map(entryRow));
        if (!page.entries.length) body.append(h("tr", {}, h("td.nothing", { colspan: columns.length }, "No entry matches these filters.")));
        more.replaceChildren(...pageLinks(cursor, page.next, (cursor) => address("#/audit", { ...current, cursor })));
    };
    await refresh();
    const about = h("p.caption", {}, "An entry is written before its call is carried out. No call removes entries.");
    return { title: "Audit", nodes: [h("header.head", {}, h("h1", { tabindex: "-1" }, "Audit"), filters), about, table, more], refresh };
}

function entryRow({ at, operator, call, session, user, request }) {
    const cell = (label, ...content) => h("td", { data: { label } }, h("div", {}, ...content));
    const none = () => h("span.nothing", {}, "–");
    const link = session && h("a", { href: `#/sessions/${encodeURIComponent(session)}`, title: session }, h("code", {}, `…${shortID(session)}`));
    return h(
        "tr",
        {},
        cell("Call", h("code", {}, call)),
        cell("Operator", operator),
        cell("Session", link || none()),
        cell("User", user ? h("a", { href: address("#/sessions", { user }) }, user) : none()),
        cell("Time", h("time", { datetime: at }, moment(at))),
        cell("Request", request ? h("code", {}, request) : none()),
    );
}
