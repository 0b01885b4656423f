import assert from "node:assert/strict";
import { test } from "node:test";
import { BusyError, NetworkError, ProblemError, Session, Transport } from "../../Public/fairway.js";

const screen = (id) => ({ id, name: "X", flow: "F" });
const navigation = (...ids) => ({ id: "c1", kind: "stack", screens: ids.map(screen) });
const push = (id) => ({ move: "push", container: "c1", screen: id });

/** A state document with these screens. */
function state(revision, ids, more = {}) {
    return { session: "s", revision, status: "active", moves: [], screen: screen(ids.at(-1)), navigation: navigation(...ids), effects: [], ...more };
}

/** A session on a fake server, which returns these answers in order and records the requests. */
function server(...answers) {
    const calls = [];
    const fetch = async (path, { method = "GET", headers = {}, body, signal }) => {
        signal?.throwIfAborted();
        calls.push({ method, path, headers, body: body && JSON.parse(body) });
        const answer = await answers.shift();
        if (answer instanceof Error) throw answer;
        if (answer instanceof Response) return answer;
        return Response.json(answer);
    };
    const session = new Session({ id: "s", token: "t", transport: new Transport({ fetch }) });
    session.runner.pause = async () => {};
    const told = [];
    for (const name of ["state", "effect", "connection", "lost"]) session.addEventListener(name, ({ detail }) => told.push([name, detail]));
    return { session, calls, told, transport: session.transport };
}

function problem(status, code, more = {}) {
    return Response.json({ type: `/problems/${code}`, code, title: code, status, ...more }, { status, headers: { "Content-Type": "application/problem+json" } });
}

function stream(...chunks) {
    const body = new ReadableStream({
        start(controller) {
            for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
            controller.close();
        },
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

test("a retried call starts one session", async () => {
    const { transport, calls } = server(new TypeError("refused"), state(1, ["A"], { token: "secret" }));
    const session = await Session.start({ flow: "F" }, transport);
    assert.equal(session.id, "s");
    assert.equal(session.token, "secret");
    assert.equal(calls.length, 2);
    assert.equal(calls[0].headers["Idempotency-Key"], calls[1].headers["Idempotency-Key"]);
    assert.match(calls[0].headers["Idempotency-Key"], /^[0-9a-f]{32}$/);
});

test("an unanswered action is retried with its key, and another action has another key", async () => {
    const { session, calls, told } = server(state(1, ["A"]), new TypeError("reset"), problem(503, "overloaded"), state(2, ["A", "B"], { moves: [push("B")] }), state(3, ["A"]));
    await session.load();
    await session.send("go", { to: 1 }, { screen: "A" });
    await session.send("back");
    const keys = calls.slice(1).map(({ headers }) => headers["Idempotency-Key"]);
    assert.equal(new Set(keys.slice(0, 3)).size, 1);
    assert.notEqual(keys[3], keys[0]);
    assert.deepEqual(calls[1].body, { action: "go", params: { to: 1 }, screen: "A" });
    assert.equal(calls[1].headers.Authorization, "Bearer t");
    const moves = told.filter(([name]) => name === "state").map(([, { moves }]) => moves[0].move);
    assert.deepEqual(moves, ["reset", "push", "reset"]);
    assert.deepEqual(told.filter(([name]) => name === "connection").map(([, { isConnected }]) => isConnected), [false, true]);
});

test("a refusal is an error with its fields, and its state is applied", async () => {
    const errors = [{ pointer: "/params/name", code: "empty", detail: "Give a name." }];
    const { session } = server(state(1, ["A"]), problem(422, "rejected", { errors, state: state(4, ["A", "C"]) }));
    await session.load();
    await assert.rejects(session.send("save"), (error) => error instanceof ProblemError && error.code === "rejected" && error.errors[0].pointer === "/params/name");
    assert.equal(session.state.revision, 4);
});

test("a response without a problem document is an HTTP error", async () => {
    const { session } = server(state(1, ["A"]), new Response("<h1>Forbidden</h1>", { status: 403 }));
    await session.load();
    await assert.rejects(session.send("go"), { name: "HTTPError", status: 403 });
});

test("an unreachable server is a network error", async () => {
    const { session } = server(new TypeError("refused"));
    await assert.rejects(session.keepDraft("s1", "A"), NetworkError);
});

test("a second change is refused while one is in flight", async () => {
    const { session } = server(state(1, ["A"]), state(2, ["A"]));
    await session.load();
    const first = session.send("one");
    await assert.rejects(session.send("two"), BusyError);
    await first;
});

/** A session whose first change waits for `reply`, while the stream has brought revision 2. */
async function overtaken(...answers) {
    let reply;
    const late = new Promise((resolve) => (reply = resolve));
    const event = `id: 2\nevent: state\ndata: ${JSON.stringify(state(2, ["A", "B"], { moves: [push("B")] }))}\n\n`;
    const { session, calls } = server(state(1, ["A"]), late, stream(event), ...answers);
    await session.load();
    const first = session.send("open", undefined, { screen: "A" });
    const moved = new Promise((resolve) => session.addEventListener("state", resolve, { once: true }));
    const following = session.follow();
    await moved;
    session.stop();
    await following;
    const actions = () => calls.filter(({ method }) => method === "POST").map(({ body }) => body.action);
    return { session, first, reply, actions };
}

test("a change of a state that the stream brought before its reply waits for that reply", async () => {
    const { session, first, reply, actions } = await overtaken(state(3, ["A"]));
    assert.equal(session.isBusy, false);
    const second = session.send("close", undefined, { screen: "B" });
    const third = session.send("close", undefined, { screen: "B" });
    assert.deepEqual(actions(), ["open"]);
    reply(state(2, ["A", "B"]));
    await first;
    await assert.rejects(third, BusyError);
    assert.equal((await second).revision, 3);
    assert.deepEqual(actions(), ["open", "close"]);
});

test("a change of a state that does not contain the pending change is refused", async () => {
    const { session, first, reply, actions } = await overtaken(state(4, ["A", "B", "C"]));
    const second = session.send("open", undefined, { screen: "A" });
    reply(state(3, ["A", "B", "C"]));
    await first;
    await assert.rejects(second, BusyError);
    assert.deepEqual(actions(), ["open"]);
});

test("a session is busy while it is loaded after a change", async () => {
    const { session } = server(state(1, ["A"]), state(2, ["A"]), state(2, ["A"]));
    await session.load();
    await session.send("one");
    const loading = session.load();
    assert.equal(session.isBusy, true);
    await loading;
    assert.equal(session.isBusy, false);
});

test("an effect runs once although reply and stream both contain it", async () => {
    const effects = [{ effect: "toast", id: "e1", text: "Saved" }];
    const over = state(3, [], { effects, status: "over", screen: null, navigation: null });
    const { session, told } = server(state(1, ["A"]), state(2, ["A"], { effects }), stream(`id: 3\nevent: state\ndata: ${JSON.stringify(over)}\n\n`));
    await session.load();
    await session.send("save");
    await session.follow();
    assert.equal(told.filter(([name]) => name === "effect").length, 1);
});

test("an ended stream resumes after the last known revision", async () => {
    const second = state(2, ["A", "B"], { moves: [push("B")] });
    const over = state(3, [], { status: "over", screen: null, navigation: null, outcome: "completed" });
    const event = (document) => `id: ${document.revision}\nevent: state\ndata: ${JSON.stringify(document)}\n\n`;
    const { session, calls } = server(state(1, ["A"]), stream(event(second)), stream(": hello\n\n", event(over)));
    await session.load();
    await session.follow();
    assert.equal(session.state.outcome, "completed");
    assert.deepEqual(calls.slice(1).map(({ headers }) => headers["Last-Event-ID"]), ["1", "2"]);
});

test("a superseded client stops following", async () => {
    const { session, told } = server(state(1, ["A"]), stream("event: superseded\ndata: {}\n\n"));
    await session.load();
    await session.follow();
    const [, error] = told.find(([name]) => name === "lost");
    assert.equal(error.code, "superseded");
});

test("a session resumes as soon as the server is reachable", async () => {
    const { session, calls, told } = server(new TypeError("refused"), problem(503, "shutting-down"), state(4, ["A"]));
    await session.load();
    assert.equal(session.state.revision, 4);
    assert.equal(calls.length, 3);
    assert.equal(told[0][0], "connection");
});

test("a draft is stored and deleted", async () => {
    const none = () => new Response(null, { status: 204 });
    const { session, calls } = server(none(), none());
    await session.keepDraft("s/1", { name: "Ad" });
    await session.keepDraft("s/1", undefined);
    assert.deepEqual(calls.map(({ method, path, body }) => [method, path, body]), [
        ["PUT", "/v1/sessions/s/screens/s%2F1/draft", { name: "Ad" }],
        ["DELETE", "/v1/sessions/s/screens/s%2F1/draft", undefined],
    ]);
});

test("ending a session is retried, and succeeds if an earlier attempt has ended it", async () => {
    const over = state(2, [], { status: "over", screen: null, navigation: null, outcome: "ended" });
    const refusal = problem(410, "session-over", { state: over });
    const { session, calls, told } = server(state(1, ["A"]), new TypeError("reset"), refusal, problem(503, "overloaded"), refusal.clone(), over);
    await session.load();
    await session.end();
    assert.equal(session.state.outcome, "ended");
    assert.deepEqual(calls.slice(1).map(({ method }) => method), ["DELETE", "DELETE", "GET", "DELETE", "GET"]);
    assert.deepEqual(told.filter(([name]) => name === "connection").map(([, { isConnected }]) => isConnected), [false, true]);
});

test("a session is loaded after its end, and a refused end is an error", async () => {
    const over = state(2, [], { status: "over", screen: null, navigation: null, outcome: "ended" });
    const { session, calls } = server(state(1, ["A"]), problem(403, "forbidden"), new Response(null, { status: 204 }), over);
    await session.load();
    await assert.rejects(session.end(), { code: "forbidden" });
    assert.equal(session.state.status, "active");
    await session.end();
    assert.equal(session.state.status, "over");
    assert.equal(calls.length, 4);
});

test("an unanswered request for a handoff code is retried with its key", async () => {
    const handoff = { code: "c", expiresAt: "2026-01-01T00:00:00.000Z" };
    const { session, calls, told } = server(new TypeError("reset"), handoff, problem(410, "session-over"));
    assert.deepEqual(await session.makeHandoff(), handoff);
    await assert.rejects(session.makeHandoff(), { code: "session-over" });
    const keys = calls.map(({ headers }) => headers["Idempotency-Key"]);
    assert.match(keys[0], /^[0-9a-f]{32}$/);
    assert.equal(keys[1], keys[0]);
    assert.notEqual(keys[2], keys[0]);
    assert.deepEqual(told.map(([, { isConnected }]) => isConnected), [false, true]);
});

test("a request for a handoff code delays no change, and no change delays it", async () => {
    const handoff = { code: "c", expiresAt: "2026-01-01T00:00:00.000Z" };
    let answer;
    const pending = new Promise((resolve) => (answer = resolve));
    const { session } = server(state(1, ["A"]), pending, state(2, ["A", "B"], { moves: [push("B")] }), handoff);
    await session.load();
    const first = session.makeHandoff();
    assert.equal(session.isBusy, false);
    await session.send("go");
    assert.deepEqual(await session.makeHandoff(), handoff);
    answer(handoff);
    assert.deepEqual(await first, handoff);
});

test("a refused request for a handoff code is not retried, and shows that the server can be reached", async () => {
    const { session, calls, told } = server(new TypeError("reset"), problem(429, "too-many-requests", { retryAfterSeconds: 200 }));
    await assert.rejects(session.makeHandoff(), { code: "too-many-requests" });
    assert.equal(calls.length, 2);
    assert.deepEqual(told.map(([, { isConnected }]) => isConnected), [false, true]);
});
