// An admin API that is simulated in the page, for sessions that cannot be made in the time of a test.

/**
 * Answers calls of the admin API in the pages that are opened from now on. `@-780` in an answer is the moment 780 seconds ago.
 * Calls without an answer go to the server. All calls but GET are recorded in `window.calls`.
 * @param {import("./browser.js").Page} page
 * @param {Record<string, any>} answers by method and path below `/v1/admin`; one with the call's query precedes one without.
 *   An answer with a `code` is a problem with its `status`
 */
export function simulateConsole(page, answers) {
    return page.beforeEachPage(`
        const began = Date.now();
        const text = ${JSON.stringify(JSON.stringify(answers))}.replace(/"@(-?\\d+)"/g, (_, seconds) => JSON.stringify(new Date(began + seconds * 1000)));
        window.answers = JSON.parse(text);
        window.calls = [];
        const original = window.fetch;
        window.fetch = async (path, options) => {
            const [base, search] = String(path).split("?");
            if (!base.startsWith("/v1/admin/")) return original(path, options);
            const method = options?.method ?? "GET";
            const call = method + " " + base.slice("/v1/admin".length);
            const answer = window.answers[call + "?" + search] ?? window.answers[call];
            if (method !== "GET") window.calls.push([call, options.body ? JSON.parse(options.body) : null]);
            if (answer === undefined) return original(path, options);
            if (answer?.code) return Response.json(answer, { status: answer.status });
            return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
        };
    `);
}

const ada = "01hf7yat000c0000000000ada1";
const device = { idiom: "phone", locale: "de", app: "2.1.0" };

/** A row of the list of sessions. */
function sessionRow(more = {}) {
    return {
        session: ada, status: "active", outcome: null, revision: 7, flow: "BookFerry", screen: "Ferry.Search", device, createdAt: "@-1500",
        touchedAt: "@-780", user: "ada", title: "Find a ferry", path: "BookFerry", sandbox: false, refusals: 5, lastProblem: "rejected", openStreams: 0, ...more,
    };
}

function entry(revision, at, more = {}) {
    return { revision, at, kind: "action", flow: "BookFerry", screen: "Ferry.Search", name: "searchButtonPressed", params: null, moves: [], to: "Ferry.Search", micros: 800, ...more };
}

function refusal(at, more = {}) {
    return {
        at, revision: 7, kind: "action", flow: "BookFerry", screen: "Ferry.Search", name: "searchButtonPressed", code: "rejected",
        errors: [{ pointer: "/params/from", code: "rejected" }], cause: null, request: "req-1", ...more,
    };
}

/** A state document with one screen. */
export function stateOf(screen, revision, viewModel, actions) {
    const reference = { id: "s1", name: screen, flow: screen.split(".")[0] };
    return {
        session: ada, revision, status: "active", moves: [], effects: [],
        screen: { ...reference, version: 1, presentation: "push", back: true, viewModel, actions },
        navigation: { id: "c1", kind: "stack", screens: [reference] },
    };
}

/**
 * Ada, who is refused on the field `from`.
 * @param {any} now the present state
 */
export function adasSession(now) {
    const path = `/sessions/${ada}`;
    const row = sessionRow();
    const list = { sessions: [row], next: null };
    return {
        "GET /overview": {
            samples: Array.from({ length: 25 }, (_, index) => ({
                at: `@-${(24 - index) * 3_600}`, active: 40 + (index % 7), completed: index % 3, refused: index % 10 ? 0 : 4, failed: index === 20 ? 2 : 0,
                handlerP95: 0.0012 + (index % 5) / 10_000, commitP95: index % 4 ? 0.004 : null,
            })),
            failedWork: 1,
            store: { status: "ready", startsSessions: true, freeBytes: 52_000_000_000, writesWaiting: 0, failedCommits: 0 },
            since: "@-90000",
        },
        "GET /builds": {
            builds: [
                { build: "2.1.0+86c35f667e14", version: "2.1.0", firstSeen: "@-9000", lastSeen: "@-20", nodes: ["a"], counts: { changes: 2_000, refused: 60, failed: 20, attemptsFailed: 0, started: 40, ended: 30, completed: 10, handlerP50: 0.001, handlerP95: 0.008 } },
                { build: "2.0.3+1b07aa12c9d0", version: "2.0.3", firstSeen: "@-70000", lastSeen: "@-9000", nodes: ["a"], counts: { changes: 9_000, refused: 90, failed: 9, attemptsFailed: 0, started: 400, ended: 380, completed: 200, handlerP50: 0.001, handlerP95: 0.004 } },
            ],
        },
        "GET /problems": { problems: [], next: null },
        "GET /summary": {
            sessions: { active: 44, over: 120 },
            flows: [{ flow: "BookFerry", active: 40, front: 30, screens: [{ screen: "Ferry.Search", front: 20 }] }, { flow: "Counter", active: 4, front: 4, screens: [] }],
            operator: { name: "admin", role: "admin" },
        },
        "GET /sessions/count": { count: 1 },
        "GET /sessions": list,
        [`GET /sessions?q=${ada}&limit=1`]: list,
        [`GET ${path}`]: {
            session: row,
            screens: null,
            state: now,
            tree: { id: "f1", flow: "BookFerry", version: 1, state: { step: 2 }, screens: [{ id: "s1", name: "Ferry.Search" }], children: [] },
            incidents: ["@-720", "@-725", "@-730", "@-740", "@-750"].map((at) => refusal(at)).concat(
                refusal("@-1100", { revision: 5, name: "sailingPressed", code: "flow-failed", errors: [], cause: "The timetable has no sailing 12." }),
            ),
            jobs: [{ session: ada, id: "j1", flow: "f1", flowName: "BookFerry", kind: "timer", name: "hold", state: "pending", dueAt: "@12600", attempts: 0, error: null, request: null }],
            states: [7],
            quarantined: [],
        },
        [`GET ${path}/journal`]: {
            entries: [
                entry(1, "@-1500", { kind: "start", screen: null, name: null }),
                ...[2, 3, 4].map((revision) => entry(revision, `@-${1500 - revision}`)),
                entry(5, "@-1400", { params: { from: "kiel", date: "2026-12-01" }, to: "Ferry.Sailings", moves: [{ move: "push", container: "c1", screen: "s2" }] }),
                entry(6, "@-1000", { kind: "job", name: "Ferry.ReserveCabin", params: { cabin: "12B" }, to: "Ferry.Sailings" }),
                entry(7, "@-780", { kind: "back", name: null, screen: "Ferry.Sailings", moves: [{ move: "pop", container: "c1", screen: "s1" }] }),
            ],
            next: null,
        },
    };
}

/** The path of Ada's session below `/v1/admin`. */
export const adasPath = `/sessions/${ada}`;
