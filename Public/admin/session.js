// The page of one session: its flow tree, state and journal.

import { h } from "../web/dom.js";
import { jsonView } from "../web/json.js";
import { confirmed } from "../web/dialogs.js";
import { journalEntry } from "./journal.js";
import { ago, count } from "./times.js";
import { tree } from "./tree.js";

const pageSize = 50;

/** @param {import("./operator.js").Operator} operator @param {string} id */
export async function sessionPage(operator, id) {
    const path = `/sessions/${encodeURIComponent(id)}`;
    const facts = h("dl.facts");
    const treePart = h("div.tree-part");
    const state = h("div");
    const timeline = h("ol.timeline");
    const earlier = h("button.link", { type: "button", hidden: true }, "Earlier entries");
    const end = h("button.destructive", { type: "button" }, "End session");
    let oldest = 0;

    const entries = async (after, limit) => (await operator.get(`${path}/journal`, { after, limit })).entries.reverse();
    const refresh = async () => {
        const { session, state: document, tree: root } = await operator.get(path);
        facts.replaceChildren(...sessionFacts(session));
        end.hidden = session.status === "over";
        const front = document.screen?.id;
        treePart.replaceChildren(root ? tree(root, front) : h("p.nothing", {}, "The session is over."));
        state.replaceChildren(jsonView(document));
        const after = Math.max(0, session.revision - pageSize);
        const latest = await entries(after, pageSize);
        // Keep the older entries that were loaded.
        const loaded = [...timeline.children].filter((item) => Number(item.dataset.revision) <= after);
        timeline.replaceChildren(...latest.map(journalEntry), ...loaded);
        oldest = Number(timeline.lastElementChild?.dataset.revision ?? 1);
        earlier.hidden = oldest <= 1;
    };
    earlier.addEventListener("click", async () => {
        const after = Math.max(0, oldest - 1 - pageSize);
        timeline.append(...(await entries(after, oldest - 1 - after)).map(journalEntry));
        oldest = after + 1;
        earlier.hidden = oldest <= 1;
    });
    end.addEventListener("click", async () => {
        const about = "Its user is told that it has ended. It cannot be continued.";
        if (!(await confirmed({ question: "End this session?", about, verb: "End session" }))) return;
        await operator.delete(path);
        await refresh();
    });
    await refresh();
    const heading = h("h1", { tabindex: "-1" }, "Session ", h("code", {}, id));
    const nodes = [
        h("header.head", {}, heading, end),
        facts,
        h(
            "div.columns",
            {},
            h("section.card", {}, h("h2", {}, "Flows"), treePart, h("details", {}, h("summary", {}, "State document"), state)),
            h("section.card", {}, h("h2", {}, "Journal"), timeline, earlier),
        ),
    ];
    return { title: "Session", nodes, refresh, isRelevant: (event) => event.flow?.session === id };
}

function sessionFacts(session) {
    const time = (at) => h("time", { datetime: at, title: new Date(at).toLocaleString() }, ago(at));
    const facts = {
        Status: h("span.badge", { data: { status: session.status } }, session.outcome ?? session.status),
        "Root flow": session.flow,
        Screen: session.screen ?? "–",
        Revision: count(session.revision),
        Device: [session.device.idiom, session.device.locale, session.device.app].filter(Boolean).join(", ") || "–",
        Started: time(session.createdAt),
        "Last change": time(session.touchedAt),
    };
    return Object.entries(facts).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
}
