// The operators' API, simulated in the page, for data that takes days to arise.

/** A moment, which the page replaces: `@-780` is 780 seconds before the page was opened. */
const ago = (hours) => `@${-hours * 3_600}`;
/** The beginning of an hour, which the page replaces: `@hour-3` is three hours before the present one. */
const hour = (index) => `@hour-${index}`;
/** The counts of the last 24 hours as the server sends them: oldest first, also those without a problem. @param {(hoursAgo: number) => number} count */
const hours = (count) => Array.from({ length: 24 }, (_, index) => ({ at: hour(23 - index), count: count(23 - index) }));

const step = (screen, title, runs, next, [dismissed, ended, expired, active, abandoned = 0], [medianSeconds, p90Seconds], refused = 0, within = []) => {
    return { screen, title, visits: runs + 12, runs, next, dismissed, ended, expired, abandoned, active, refused, medianSeconds, p90Seconds, within };
};
const below = (screen, title, runs, [dismissed, ended, expired, active, abandoned], refused = 0) => {
    return { flow: screen.split(".")[0], screen, title, runs, refused, abandoned, active, dismissed, ended, expired };
};

/** Of 400 runs of BookFerry this week, 120 completed, 230 stopped, and 50 are still active. */
const week = {
    by: null, starts: 400, completed: 120, dismissed: 105, ended: 5, expired: 70, abandoned: 50, active: 50,
    steps: [
        step("Ferry.Search", "Where to?", 400, 360, [15, 1, 14, 10], [8.2, 31]),
        step("Ferry.Sailings", "Sailings", 360, 300, [30, 0, 20, 10], [24, 95]),
        step("Ferry.Passengers", "Passengers", 300, 265, [10, 2, 13, 10], [66, 240], 41, [below("CabinDeck.List", "Cabins", 280, [4, 1, 8, 7, 0], 30)]),
        step("Ferry.Payment", "Payment", 265, 120, [50, 2, 23, 20, 50], [92, 610], 64),
        step("Ferry.Confirmation", null, 120, 120, [0, 0, 0, 0], [0.4, 3.1]),
    ],
};
/** The fortnight: the week before had 200 runs, of which 90 completed. */
const fortnight = {
    by: null, starts: 600, completed: 210, dismissed: 155, ended: 5, expired: 130, abandoned: 50, active: 50,
    steps: [
        step("Ferry.Search", "Where to?", 600, 540, [25, 1, 24, 10], [8, 30]),
        step("Ferry.Sailings", "Sailings", 540, 460, [40, 0, 30, 10], [22, 90]),
        step("Ferry.Passengers", "Passengers", 460, 420, [13, 2, 15, 10], [60, 230], 50, [below("CabinDeck.List", "Cabins", 400, [5, 1, 9, 7, 0], 35)]),
        step("Ferry.Payment", "Payment", 420, 210, [77, 2, 61, 20, 50], [90, 600], 80),
        step("Ferry.Confirmation", null, 210, 210, [0, 0, 0, 0], [0.4, 3]),
    ],
};
/** A crowd with two walls, both in sub flows: of 1,000 runs, 250 stopped at the sign-up, and 150 at the choice of a cabin. */
const crowd = {
    by: null, starts: 1_000, completed: 390, dismissed: 120, ended: 0, expired: 0, abandoned: 450, active: 40,
    steps: [
        step("Ferry.Search", "Find a ferry", 1_000, 940, [20, 0, 0, 10, 30], [9, 40]),
        step("Ferry.Sailings", "Sailings", 940, 890, [10, 0, 0, 0, 40], [20, 80]),
        step("Ferry.Passengers", "Passengers", 890, 720, [50, 0, 0, 10, 110], [61, 200], 160, [
            below("CabinDeck.List", "Cabins", 870, [45, 0, 0, 8, 105], 150),
            below("EditPassenger.Form", "Passenger", 890, [0, 0, 0, 0, 5], 10),
        ]),
        step("Ferry.Review", "Your booking", 720, 440, [30, 0, 0, 10, 240], [70, 300], 30, [
            below("Login.SignUp", "Sign up", 520, [25, 0, 0, 4, 225], 25),
            below("Login.Welcome", "Welcome", 600, [3, 0, 0, 2, 5]),
        ]),
        step("Ferry.Payment", "Payment", 440, 390, [10, 0, 0, 10, 30], [92, 610], 64),
        step("Ferry.Confirmation", "Your ticket", 390, 390, [0, 0, 0, 0], [0.4, 3.1]),
    ],
};
const part = (counts, share) => Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Number.isInteger(value) ? Math.round(value * share) : value]));
const split = (by, share) => ({ ...part(week, share), by, steps: week.steps.map((each) => ({ ...part(each, share), within: each.within.map((one) => part(one, share)) })) });
/** Users of pads stop on the payment more often. */
const pad = split("pad", 0.2);
Object.assign(pad.steps[3], { abandoned: pad.steps[3].abandoned + 12, next: pad.steps[3].next - 12 });

const edge = (from, action, to, count, medianSeconds) => ({ from, action, to, count, medianSeconds });
const graph = {
    screens: week.steps.map(({ screen, title, visits, active }) => ({ name: screen, flow: "BookFerry", title, visits, front: active })),
    edges: [
        edge(null, "start", "Ferry.Search", 400, 0),
        edge("Ferry.Search", "searchButtonPressed", "Ferry.Sailings", 366, 8.2),
        edge("Ferry.Sailings", "sailingRowSelected", "Ferry.Passengers", 306, 24),
        edge("Ferry.Passengers", "continueButtonPressed", "Ferry.Payment", 270, 66),
        edge("Ferry.Payment", "payButtonPressed", "Ferry.Confirmation", 120, 92),
        edge("Ferry.Confirmation", "doneButtonPressed", null, 120, 0.4),
        edge("Ferry.Sailings", "back", "Ferry.Search", 6, 3),
        edge("Ferry.Passengers", "back", "Ferry.Sailings", 9, 5),
        edge("Ferry.Payment", "back", "Ferry.Passengers", 11, 7),
        edge("Ferry.Payment", "expire", null, 73, 600),
        edge("Ferry.Search", "dismiss", null, 15, 4),
        edge("Ferry.Payment", "dismiss", null, 50, 40),
    ],
};
const declared = {
    screens: [...week.steps.map(({ screen }) => screen), "Ferry.Extras", "Ferry.CabinReleased"],
    edges: [
        { from: "Ferry.Passengers", action: "extrasButtonPressed", to: "Ferry.Extras" },
        { from: "Ferry.Extras", action: "continueButtonPressed", to: "Ferry.Payment" },
    ],
};

const failed = (number, name, error, more = {}) => {
    return { session: `01kb3w1x5m000000000000${number}`, id: `j${number}`, flow: "f2", flowName: "BookFerry", kind: "job", name, state: "failed", dueAt: null, attempts: 8, error, ...more };
};
const jobs = [
    ...[10, 11, 12].map((number) => failed(number, "Ferry.ChargeCard", `Gateway <b>timeout</b> after 3000${number} ms.`)),
    failed(13, "Ferry.SendTicket", "No such mailbox.", { flowName: null }),
    { ...failed(14, "hold", null), kind: "timer", state: "pending", attempts: 0, dueAt: "@9000" },
    { ...failed(15, "Ferry.ChargeCard", "Gateway timeout."), state: "pending", attempts: 2, dueAt: "@12600" },
];

const counts = (changes, refused, failed, started, [ended, completed], [handlerP50, handlerP95]) => ({ changes, refused, failed, attemptsFailed: 0, started, ended, completed, handlerP50, handlerP95 });
const builds = [
    { build: "2.1.0+86c35f667e14", version: "2.1.0", firstSeen: "@-9000", lastSeen: "@-20", nodes: ["a", "b"], counts: counts(3_620, 320, 60, 40, [60, 12], [0.0011, 0.009]) },
    { build: "2.0.3+1b07aa12c9d0", version: "2.0.3", firstSeen: "@-70000", lastSeen: "@-8900", nodes: ["a", "b"], counts: counts(24_495, 500, 5, 900, [900, 450], [0.0024, 0.004]) },
];
const problem = (id, kind, name, code, cause, more = {}) => ({
    id, kind, flow: "BookFerry", screen: "Ferry.Payment", name, code, cause, sessions: 120, count: 150, firstSeen: ago(30), lastSeen: ago(0.2),
    firstBuild: builds[1].build, lastBuild: builds[0].build, apps: [{ app: "2.1.0", count: 120 }, { app: "1.9.0", count: 30 }], isNew: false, status: "open",
    resolvedIn: null, hours: hours((ago) => (ago % 2 ? 0 : 1 + (((ago / 2) * 7) % 11))), ...more,
});
/** A problem of a job, which has no screen. */
const workProblem = (id, kind, name, cause, more = {}) => problem(id, kind, name, "flow-failed", cause, { screen: null, ...more });
const problems = [
    problem("p1", "failed", "payButtonPressed", "flow-failed", "The gateway answered … to order ….", {
        firstSeen: "@-8000", firstBuild: builds[0].build, isNew: true, sessions: 60, count: 61, hours: hours((ago) => [21, 40][ago] ?? 0),
    }),
    workProblem("p2", "given-up", "ChargeCard", "Your card was declined."),
    problem("p3", "refused", "searchButtonPressed", "invalid-params", null, { screen: "Ferry.Search", resolvedIn: builds[1].build }),
    problem("p4", "unsupported", null, "unsupported-screen", null, { screen: "Ferry.Extras", apps: [{ app: null, count: 2 }], sessions: 2, count: 2 }),
    workProblem("p5", "attempt-failed", "SendTicket", "No such mailbox: ….", { status: "muted" }),
    problem("p6", "failed", "chooseButtonPressed", "flow-failed", "The file … is damaged.", { status: "resolved", resolvedIn: builds[1].build, screen: "CabinDeck.Detail" }),
];

const sessions = [{
    session: "01kb3w1x5m00000000000010", status: "active", outcome: null, revision: 7, flow: "BookFerry", screen: "Ferry.Payment", title: "Payment",
    device: { idiom: "phone", locale: "de", app: "2.1.0" }, createdAt: ago(1), touchedAt: ago(0.2), userActedAt: ago(0.3), user: "mary", path: "BookFerry", sandbox: false,
    refusals: 0, lastProblem: null,
}];

const noFilter = { user: null, status: null, flow: null, screen: null, idiom: null, app: null, q: null, stuck: null, failed: null, sandbox: null };
const batch = (id, action, filter, state, done, total) => {
    return { id, operator: "ada", action, filter: { ...noFilter, ...filter }, state, total, done, failed: 0, createdAt: ago(2), endedAt: state === "running" ? null : ago(1) };
};
const batches = [batch("b1", "end", { flow: "Counter", stuck: 600 }, "done", 40, 40)];
const entry = (hours, operator, call, more) => ({ at: ago(hours), operator, call, session: null, user: null, request: "req-1", ...more });
const audit = [
    entry(0.1, "ada", "GET /v1/admin/sessions/{session}", { session: "01kb3w1x5m00000000000010" }),
    entry(1, "sam", "DELETE /v1/admin/users/{user}", { user: "grace" }),
    entry(30, "sam", "POST /v1/admin/batches", {}),
];

export const operatorData = { week, fortnight, crowd, builds, problems, sessions, groups: { idiom: [split("phone", 0.75), pad, split(null, 0.05)] }, graph, declared, jobs, batches, noFilter, audit, matched: 120 };

/**
 * Answers the operators' calls in the page from `window.data`. Other calls than GET are recorded in `window.calls`, and change the data
 * of batches, jobs and problems. The server answers the calls without data.
 * @param {import("./browser.js").Page} page
 * @param {{name?: string, role?: string, data?: any}} options
 */
export function simulateOperatorCalls(page, { name = "ada", role = "admin", data = operatorData } = {}) {
    return page.beforeEachPage(`(${answerInPage})(${JSON.stringify(JSON.stringify({ ...data, operator: { name, role } }))})`);
}

/** Runs in the page. */
function answerInPage(text) {
    const began = Date.now();
    const data = (window["data"] = JSON.parse(text
        .replace(/"@hour-(\d+)"/g, (_, hours) => JSON.stringify(new Date((Math.floor(began / 3_600_000) - hours) * 3_600_000)))
        .replace(/"@(-?[\d.]+)"/g, (_, seconds) => JSON.stringify(new Date(began + seconds * 1_000)))));
    const original = window.fetch;
    const forbidden = (needs) => {
        const [code, title, detail] = ["forbidden", "That token does not allow this call.", `The role of this operator is ${data.operator.role}, but the call needs ${needs}.`];
        return Response.json({ type: `/problems/${code}`, code, title, status: 403, detail, needs }, { status: 403 });
    };
    const isFirst = (since) => Date.now() - Date.parse(since) > 8 * 24 * 3_600_000;
    const calls = (window["calls"] = []);
    const gets = {
        "/builds": () => ({ builds: data.builds }),
        "/problems": (query) => {
            const matches = (problem) => ["status", "flow", "kind"].every((name) => [null, problem[name]].includes(query.get(name)))
                && [null, problem.firstBuild, problem.lastBuild].includes(query.get("build"));
            const [found, limit] = [data.problems.filter(matches), Number(query.get("limit") ?? 50)];
            return { problems: found.slice(0, limit), next: found.length > limit ? String(limit) : null };
        },
        "/summary": () => ({ operator: data.operator, sessions: { active: 50, over: 350 }, flows: [{ flow: "BookFerry", active: 50, front: 50, screens: [] }] }),
        "/funnel": (query) => ({ flow: query.get("flow"), since: query.get("since"), idle: Number(query.get("idle")), cut: data.cut ?? null, groups: data.groups[query.get("by")] ?? [isFirst(query.get("since")) ? data.fortnight : data.week] }),
        "/graph": () => ({ ...data.graph, cut: data.cut ?? null }),
        "/declared": () => data.declared,
        "/jobs": (query) => ({ jobs: data.jobs.filter(({ state }) => (state === "failed") === (query.get("state") === "failed")), next: null }),
        "/batches": () => ({ batches: data.batches, next: null }),
        "/audit": (query) => ({ entries: data.audit.filter(({ operator }) => [null, operator].includes(query.get("operator"))), next: null }),
        "/sessions": (query) => ({ sessions: query.get("problem") ? data.sessions : [], next: null }),
        "/sessions/count": () => ({ count: data.matched }),
    };
    window.fetch = async (path, options) => {
        const url = new URL(String(path), location.href);
        if (!url.pathname.startsWith("/v1/admin")) return original(path, options);
        const call = url.pathname.slice("/v1/admin".length);
        const isReading = (options.method ?? "GET") === "GET";
        if (isReading && gets[call]) {
            if (call === "/audit" && data.operator.role !== "admin") return forbidden("admin");
            return Response.json(gets[call](url.searchParams));
        }
        const one = data.problems.find(({ id }) => call === `/problems/${id}`);
        if (isReading && one) return Response.json(one);
        if (isReading) return original(path, options);
        calls.push([options.method, call, options.body ? JSON.parse(options.body) : null]);
        if (call === "/batches") {
            const { action, filter, count } = JSON.parse(options.body);
            const id = `b${data.batches.length + 1}`;
            if (data.operator.role === "view") return forbidden("support");
            data.batches.unshift({ id, operator: data.operator.name, action, filter: { ...data.noFilter, ...filter }, state: "running", total: count, done: 30, failed: 0, createdAt: new Date().toISOString(), endedAt: null });
            return Response.json({ batch: data.batches[0] }, { status: 202 });
        }
        if (one) {
            one.status = JSON.parse(options.body).status;
            return Response.json(one);
        }
        for (const batch of data.batches) if (call === `/batches/${batch.id}`) Object.assign(batch, { state: "stopped", endedAt: new Date().toISOString() });
        data.jobs = data.jobs.filter(({ id }) => !call.split("/").includes(id));
        return new Response(null, { status: 204 });
    };
}
