import assert from "node:assert/strict";
import { test } from "node:test";
import { NetworkError, ProblemError } from "../../Public/fairway.js";
import { Drafts } from "../../Public/web/drafts.js";

const turn = () => new Promise(setImmediate);

/** Drafts of a session that answers each request with the next of these results, and records it. `change` opens another session. */
function drafts(...results) {
    const sent = [];
    const keepDraft = async (screen, draft) => {
        sent.push([screen, draft]);
        const result = await results.shift();
        if (result instanceof Error) throw result;
    };
    let session = /** @type {any} */ ({ keepDraft });
    return { sent, drafts: new Drafts(() => session), change: () => (session = { keepDraft }) };
}

test("a draft is sent when the user pauses", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { drafts: kept, sent } = drafts();
    kept.schedule("s1", { name: "A" });
    mock.timers.tick(300);
    kept.schedule("s1", { name: "Ad" });
    mock.timers.tick(300);
    assert.deepEqual(sent, []);
    mock.timers.tick(100);
    await turn();
    assert.deepEqual(sent, [["s1", { name: "Ad" }]]);
});

test("a draft whose request fails after the connection is back is sent again", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let fail;
    const { drafts: kept, sent } = drafts(new Promise((resolve) => (fail = resolve)));
    kept.schedule("s1", { name: "Ada" });
    mock.timers.tick(400);
    // The connection is back.
    await kept.send();
    fail(new NetworkError());
    await turn();
    assert.equal(sent.length, 1);
    mock.timers.tick(4_000);
    await turn();
    assert.deepEqual(sent, [["s1", { name: "Ada" }], ["s1", { name: "Ada" }]]);
});

test("a refused draft is dropped, and those of other screens are sent", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const refusal = new ProblemError({ code: "no-such-screen", title: "", status: 404 }, new Headers());
    const { drafts: kept, sent } = drafts(refusal);
    kept.schedule("s1", 1);
    kept.schedule("s2", 2);
    mock.timers.tick(400);
    await turn();
    mock.timers.tick(4_000);
    await turn();
    mock.timers.tick(10_000);
    await turn();
    assert.deepEqual(sent, [["s1", 1], ["s2", 2]]);
});

test("a retry waits as long as the server asks", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const overload = new ProblemError({ code: "overloaded", title: "", status: 503 }, new Headers({ "Retry-After": "20" }));
    const { drafts: kept, sent } = drafts(overload);
    kept.schedule("s1", 1);
    mock.timers.tick(400);
    await turn();
    mock.timers.tick(19_000);
    await turn();
    assert.equal(sent.length, 1);
    mock.timers.tick(1_000);
    await turn();
    assert.equal(sent.length, 2);
});

test("a draft whose request fails after another session was opened is not sent there", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let fail;
    const { drafts: kept, sent, change } = drafts(new Promise((resolve) => (fail = resolve)));
    kept.schedule("s1", 1);
    mock.timers.tick(400);
    kept.flush();
    change();
    fail(new NetworkError());
    await turn();
    mock.timers.tick(4_000);
    await turn();
    assert.deepEqual(sent, [["s1", 1]]);
});
