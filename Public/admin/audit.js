// The page of the audit: the calls that changed something, or showed records of users.

import { h } from "../web/dom.js";
import { address, chooser } from "./filters.js";
import { ListTable, none } from "./listTable.js";
import { moment, shortID } from "./times.js";

/** @param {import("./operator.js").Operator} operator @param {URLSearchParams} query */
export async function auditPage(operator, query) {
    const current = Object.fromEntries(["operator", "user", "session"].map((name) => [name, query.get(name) ?? ""]));
    const cursor = query.get("cursor");
    const choose = chooser("#/audit", current);
    const filters = h("div.filters", { role: "search" }, choose("operator", "Operator"), choose("user", "User"), choose("session", "Session"));
    const table = new ListTable("audit", "Audit", ["Call", "Operator", "Session", "User", "Time", "Request"]);
    const refresh = async () => {
        const page = await operator.get("/audit", { ...current, cursor });
        table.show(page.entries.map(entryRow), "No entry matches these filters.");
        table.showPages(cursor, page.next, (cursor) => address("#/audit", { ...current, cursor }));
    };
    await refresh();
    const about = h("p.caption", {}, "An entry is written before its call is carried out. No call removes entries.");
    return { title: "Audit", nodes: [h("header.head", {}, h("h1", { tabindex: "-1" }, "Audit"), filters), about, table.element, table.pages], refresh };
}

function entryRow({ at, operator, call, session, user, request }) {
    const link = session && h("a", { href: `#/sessions/${encodeURIComponent(session)}`, title: session }, h("code", {}, `…${shortID(session)}`));
    return {
        data: { at, request },
        cells: [
            h("code", {}, call),
            operator,
            link || none(),
            user ? h("a", { href: address("#/sessions", { user }) }, user) : none(),
            h("time", { datetime: at }, moment(at)),
            request ? h("code", {}, request) : none(),
        ],
    };
}
