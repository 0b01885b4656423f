// The page of one problem: what happened, since when, and to which sessions.

import { ProblemError } from "../fairway.js";
import { fact, h } from "../web/dom.js";
import { address } from "./filters.js";
import { ListTable, none } from "./listTable.js";
import { serialized } from "./live.js";
import { badges, causeOf, changeButtons, changeProblem, problemAddress, restoreFocus } from "./problems.js";
import { kinds, lastHours, problemTitle, sessionsText } from "./problemText.js";
import { redraw } from "./redraw.js";
import { timeChart } from "./timeChart.js";
import { ago, count, counted, moment, shortID } from "./times.js";

const pageSize = 50;
const intervalMilliseconds = 3_000;
const pollMilliseconds = 10_000;

/** @param {import("./operator.js").Operator} operator @param {string} id @param {URLSearchParams} query */
export async function problemPage(operator, id, query) {
    const cursor = query.get("cursor");
    const head = h("header.head");
    const notice = h("p.notice", { role: "alert", hidden: true });
    const facts = h("section.card", { "aria-label": "Problem" });
    const chart = h("div");
    const about = h("p.caption");
    const table = new ListTable("problem-sessions", "Sessions with this problem", ["Session", "Screen", "Last action", "Device"]);
    let title = "";
    /** The builds that are marked on the chart. */
    let builds = null;
    const change = async (id, status) => {
        notice.hidden = true;
        try {
            await changeProblem(operator, id, status);
            await refresh();
            restoreFocus([head.querySelector("button"), head.querySelector("h1")]);
        } catch (error) {
            notice.textContent = error.message;
            notice.hidden = false;
        }
    };
    const refresh = serialized(async () => {
        // Builds start rarely.
        builds ??= (await operator.get("/builds")).builds;
        const [problem, page] = await Promise.all([
            operator.get(`/problems/${encodeURIComponent(id)}`),
            operator.get("/sessions", { problem: id, cursor, limit: pageSize }),
        ]);
        title = problemTitle(problem);
        redraw(head, [h("h1", { tabindex: "-1" }, title), ...badges(problem), operator.can("support") && changeButtons(problem, change), h("a", { href: "#/problems" }, "All problems")]);
        redraw(facts, [h("dl.facts", {}, ...problemFacts(problem, operator.can("support")).flat())]);
        chart.replaceChildren(hoursChart(problem, builds));
        about.textContent = sessionsText(problem);
        table.show(page.sessions.map(sessionRow), problem.sessions ? "None of its sessions is stored any more." : "There are no sessions.");
        table.showPages(cursor, page.next, (cursor) => address(problemAddress(id), { cursor }));
    });
    try {
        await refresh();
    } catch (error) {
        if (error instanceof ProblemError && error.code === "no-such-problem") return goneProblem();
        throw error;
    }
    const nodes = [head, notice, h("div.problem-parts", {}, facts, chart), h("h2", {}, "Sessions"), about, table.element, table.pages];
    return { title, nodes, refresh, intervalMilliseconds, poll: { milliseconds: pollMilliseconds } };
}

/** The page of a problem that links of timelines still name. */
function goneProblem() {
    const nodes = [
        h("header.head", {}, h("h1", { tabindex: "-1" }, "Problem"), h("a", { href: "#/problems" }, "All problems")),
        h("p", {}, "This problem is no longer kept. Problems are deleted when they were not seen for as long as the journal is kept, and the oldest when there are too many."),
    ];
    return { title: "Problem", nodes, refresh: async () => {} };
}

function problemFacts(problem, canSeeCause) {
    const { kind, flow, screen, name, code, firstSeen, lastSeen, firstBuild, lastBuild, apps } = problem;
    const at = (time, build) => h("span", {}, h("time", { datetime: time }, moment(time)), ...(build ? [", build ", h("code", {}, build)] : []));
    const cause = causeOf(problem, "span.cause", canSeeCause);
    return [
        ...(cause ? [fact("Cause", cause)] : []),
        fact("Kind", kinds[kind] ?? kind),
        ...[["Flow", flow], ["Screen", screen], ["Name", name]].filter(([, value]) => value).map(([term, value]) => fact(term, value)),
        ...(code ? [fact("Code", h("code", {}, code))] : []),
        fact("First seen", at(firstSeen, firstBuild)),
        fact("Last seen", at(lastSeen, lastBuild)),
        fact("App versions", apps.map(({ app, count: times }) => `${app ?? "unknown"} (${count(times)})`).join(", ") || none()),
    ];
}

function hoursChart({ count: times, hours }, builds) {
    const { starts, values } = lastHours(hours, Date.now());
    return timeChart({
        title: "Last 24 hours", figure: count(values.reduce((sum, value) => sum + value, 0)), about: `of ${counted(times, "time")} in all`, starts,
        marks: builds.map(({ build, firstSeen }) => ({ build, at: Date.parse(firstSeen) })),
        series: [{ name: "Times", values, kind: "bars", look: "bad" }],
    });
}

function sessionRow(session) {
    const { device } = session;
    const at = session.userActedAt ?? session.touchedAt;
    const user = session.user ?? none("anonymous");
    return {
        data: { session: session.session },
        cells: [
            [
                h("a", { href: `#/sessions/${encodeURIComponent(session.session)}` }, user, " ", h("code", {}, `…${shortID(session.session)}`)),
                session.status === "over" && h("span.badge", { data: { status: session.status } }, session.outcome),
            ],
            session.title ?? session.screen ?? none(),
            h("time", { datetime: at, title: new Date(at).toLocaleString("en-GB") }, ago(at)),
            [device.idiom, device.locale, device.app].filter(Boolean).join(" · ") || none(),
        ],
    };
}
