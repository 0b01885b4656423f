import assert from "node:assert/strict";
import { test } from "node:test";
import { NetworkError, ProblemError, Session, Transport } from "../../Public/fairway.js";

const screen = { id: "s1", name: "X", flow: "F" };

/** A state document. */
function state(revision, more = {}) {
    const navigation = { id: "c1", kind: "stack", screens: [screen] };
    return { session: "s", revision, status: "active", moves: [], screen, navigation, effects: [], ...more };
}

const over = (revision) => state(revision, { status: "over", outcome: "completed", screen: null, navigation: null });

function problem(status, code) {
    return Response.json({ code, title: code, status }, { status, headers: { "Content-Type": "application/problem+json" } });
}

function stream(...documents) {
    const events = documents.map((document) => `id: ${document.revision}\nevent: state\ndata: ${JSON.stringify(document)}\n\n`);
    return new Response(`: hello\n\n${events.join("")}`, { headers: { "Content-Type": "text/event-stream" } });
}

const superseded = () => new Response("event: superseded\ndata: {}\n\n", { headers: { "Content-Type": "text/event-stream" } });

/**
 * A transport to a fake server. `answer` gets each call and returns the reply. The function `userToken` supplies “u1”, then “u2” and so on.
 * @param {(call: any, count: number) => any} answer
 */
function server(answer, more = {}) {
    const calls = [];
    let supplied = 0;
    const fetch = async (path, { method = "GET", headers = {}, body }) => {
        const call = { line: `${method} ${path}`, token: headers.Authorization?.replace("Bearer ", ""), key: headers["Idempotency-Key"], body: body && JSON.parse(body) };
        calls.push(call);
        const reply = await answer(call, calls.length);
        if (reply instanceof Error) throw reply;
        return reply instanceof Response ? reply : Response.json(reply);
    };
    const transport = new Transport({ fetch, userToken: async () => `u${++supplied}`, ...more });
    return { transport, calls, tokens: () => calls.map(({ token }) => token) };
}

/** A session on a fake server, and what it dispatched. */
function opened(transport, token) {
    const session = new Session({ id: "s", token, transport });
    session.runner.pause = async () => {};
    const told = [];
    for (const name of ["connection", "lost"]) session.addEventListener(name, ({ detail }) => told.push([name, detail.code ?? detail.isConnected]));
    return { session, told };
}

test("a user's session has no token, and its calls send the user's", async () => {
    const { transport, calls, tokens } = server((_, count) => state(count));
    const session = await Session.start({ flow: "F" }, transport);
    assert.equal(session.token, undefined);
    await session.send("go");
    await session.load();
    assert.deepEqual(tokens(), ["u1", "u1", "u1"]);
    assert.equal(calls[0].line, "POST /v1/sessions");
});

test("a session with a token of its own sends that", async () => {
    const { transport, tokens } = server((_, count) => state(count));
    await opened(transport, "t").session.load();
    assert.deepEqual(tokens(), ["t"]);
});

test("without a signed-in user, a session starts anonymously, and the next one asks for the user again", async () => {
    const supply = [null, undefined, "u"];
    const { transport, tokens } = server(() => state(1, { token: "t" }), { userToken: () => supply.shift() });
    for (let index = 0; index < 3; index++) await Session.start({}, transport);
    assert.deepEqual(tokens(), [undefined, undefined, "u"]);
});

test("a refused token is renewed once, and the call is repeated under its key", async () => {
    const { transport, calls, tokens } = server(({ token }, count) => (token === "u1" ? problem(401, "invalid-token") : state(count)));
    const { session } = opened(transport);
    await session.send("go");
    assert.deepEqual(tokens(), ["u1", "u2"]);
    assert.equal(calls[0].key, calls[1].key);
    await session.load();
    assert.equal(calls[2].token, "u2");
});

test("a second refusal goes to the caller, and the session is lost", async () => {
    const { transport, tokens } = server(() => problem(401, "invalid-token"));
    const { session, told } = opened(transport);
    await assert.rejects(session.send("go"), (error) => error instanceof ProblemError && error.code === "invalid-token");
    assert.deepEqual(tokens(), ["u1", "u2"]);
    assert.deepEqual(told, [["lost", "invalid-token"]]);
});

test("the same token is not sent again after its refusal", async () => {
    const { transport, tokens } = server(() => problem(401, "invalid-token"), { userToken: () => "u" });
    await assert.rejects(opened(transport).session.load(), { code: "invalid-token" });
    assert.deepEqual(tokens(), ["u"]);
});

test("calls that are refused at the same time share one renewal", async () => {
    const { transport, tokens } = server(({ token }) => (token === "u1" ? problem(401, "invalid-token") : state(1)));
    const sessions = [opened(transport).session, opened(transport).session, opened(transport).session];
    await Promise.all(sessions.map((session) => session.load()));
    assert.deepEqual(tokens(), ["u1", "u1", "u1", "u2", "u2", "u2"]);
});

test("a token that arrives after it was forgotten serves only the call that asked for it", async () => {
    const supplied = [];
    const { transport, tokens } = server(() => state(1), { userToken: () => new Promise((resolve) => supplied.push(resolve)) });
    const asked = async (count) => {
        while (supplied.length < count) await new Promise(setImmediate);
    };
    const before = opened(transport).session.load();
    await asked(1);
    transport.forgetUserToken();
    const after = opened(transport).session.load();
    await asked(2);
    supplied[0]("old");
    await before;
    const later = opened(transport).session.load();
    supplied[1]("new");
    await Promise.all([after, later]);
    assert.deepEqual(tokens(), ["old", "new", "new"]);
});

test("a call that is refused after its token was forgotten is repeated with a fresh one", async () => {
    const { transport, tokens } = server(({ token }) => {
        if (token === "u2") return state(1);
        transport.forgetUserToken();
        return problem(401, "invalid-token");
    });
    await opened(transport).session.load();
    assert.deepEqual(tokens(), ["u1", "u2"]);
});

test("an error of the function that supplies the token goes to the caller, and the next call asks again", async () => {
    const failure = new Error("The user closed the window.");
    let isClosed = true;
    const userToken = async () => {
        if (isClosed) throw failure;
        return "u";
    };
    const { transport, tokens } = server(() => state(1), { userToken });
    await assert.rejects(opened(transport).session.load(), failure);
    isClosed = false;
    await opened(transport).session.load();
    assert.deepEqual(tokens(), ["u"]);
});

test("a token that is not supplied in time is a network error", async () => {
    const { transport, calls } = server(() => state(1), { userToken: () => new Promise(() => {}), timeout: 1 });
    await assert.rejects(opened(transport).session.keepDraft("s1", "A"), NetworkError);
    assert.deepEqual(calls, []);
});

test("a stream that ends at the token's expiry is followed again with a fresh token, after the last revision", async () => {
    const answers = [state(1), stream(state(2)), problem(401, "invalid-token"), stream(over(3))];
    const { transport, tokens } = server(() => answers.shift());
    const { session, told } = opened(transport);
    await session.load();
    await session.follow();
    assert.equal(session.state.outcome, "completed");
    // The refused token was supplied, but is not valid at this server any more.
    assert.deepEqual(tokens(), ["u1", "u1", "u2", "u3"]);
    assert.deepEqual(told, []);
});

test("following ends if the user token cannot be renewed", async () => {
    const answers = [state(1), stream(state(2)), problem(401, "invalid-token"), problem(401, "invalid-token")];
    const { transport } = server(() => answers.shift());
    const { session, told } = opened(transport);
    await session.load();
    await session.follow();
    assert.deepEqual(told, [["lost", "invalid-token"]]);
});

test("a flow that needs a user does not end the session", async () => {
    const { transport } = server(() => problem(401, "sign-in-required"), { userToken: undefined });
    const { session, told } = opened(transport, "t");
    await assert.rejects(session.openLink("/mine"), { code: "sign-in-required" });
    assert.deepEqual(told, []);
});

test("a sign-in makes the session the user's", async () => {
    const { transport, calls, tokens } = server((_, count) => state(count));
    const { session } = opened(transport, "t");
    await session.load();
    await session.signIn();
    assert.equal(session.token, undefined);
    assert.equal(session.state.revision, 2);
    await session.send("go");
    assert.deepEqual([calls[1].line, calls[1].body], ["PUT /v1/sessions/s/user", { token: "u1" }]);
    assert.deepEqual(tokens(), ["t", "t", "u1"]);
});

test("a sign-in is repeated after a lost reply, and with a fresh token after a refusal", async () => {
    const answers = [new TypeError("reset"), problem(401, "invalid-token"), state(2)];
    const { transport, calls, tokens } = server(() => answers.shift());
    const { session } = opened(transport, "t");
    await session.signIn();
    assert.deepEqual(calls.map(({ body }) => body.token), ["u1", "u1", "u2"]);
    assert.deepEqual(tokens(), ["t", "t", "t"]);
});

test("a refused sign-in leaves the session anonymous", async () => {
    const { transport } = server(() => problem(401, "invalid-token"));
    const { session, told } = opened(transport, "t");
    await assert.rejects(session.signIn(), { code: "invalid-token" });
    assert.equal(session.token, "t");
    assert.deepEqual(told, []);
});

test("a sign-in without a user is an error of the app", async () => {
    const { transport, calls } = server(() => state(1), { userToken: undefined });
    await assert.rejects(opened(transport, "t").session.signIn(), TypeError);
    assert.deepEqual(calls, []);
});

test("a sign-in of a user's session makes no call", async () => {
    const { transport, calls } = server(() => state(1));
    await opened(transport).session.signIn();
    assert.deepEqual(calls, []);
});

for (const [name, end] of [["its stream", superseded], ["a reconnecting stream", () => problem(401, "superseded")]]) {
    test(`a sign-in supersedes ${name}, which is opened again with the user token`, async () => {
        let streamed;
        const isStreaming = new Promise((resolve) => (streamed = resolve));
        let signedIn;
        const isSignedIn = new Promise((resolve) => (signedIn = resolve));
        const { transport, calls } = server(async ({ line, token }) => {
            if (line.endsWith("/user")) return isSignedIn;
            if (!line.endsWith("/stream")) return state(1);
            if (token === "u1") return stream(over(3));
            streamed();
            // The stream ends before the reply to the sign-in arrives.
            setTimeout(() => signedIn(Response.json(state(2))));
            return end();
        });
        const { session, told } = opened(transport, "t");
        await session.load();
        const following = session.follow();
        const signIn = session.signIn();
        await isStreaming;
        await Promise.all([following, signIn]);
        assert.equal(session.state.outcome, "completed");
        assert.deepEqual(told, []);
        assert.equal(calls.at(-1).token, "u1");
    });
}

test("the user's sessions are listed page by page", async () => {
    const page = { sessions: [{ session: "s", revision: 3, status: "active", title: "Review" }], next: "c" };
    const { transport, calls } = server(() => page);
    assert.deepEqual(await Session.list({}, transport), page);
    await Session.list({ status: "active", cursor: "c" }, transport);
    assert.deepEqual(calls.map(({ line, token }) => [line, token]), [["GET /v1/sessions", "u1"], ["GET /v1/sessions?status=active&cursor=c", "u1"]]);
});
