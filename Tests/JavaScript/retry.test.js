import assert from "node:assert/strict";
import { test } from "node:test";
import { HTTPError, NetworkError, ProblemError } from "../../Public/fairway/problems.js";
import { ChangeRunner } from "../../Public/fairway/changeRunner.js";
import { isRetryable, pause, retryDelay } from "../../Public/fairway/retry.js";

const none = new Headers();
const problem = (status, headers = none) => new ProblemError({ code: "x", title: "X", status }, headers);

test("temporary failures are retried, refusals are not", () => {
    for (const error of [new NetworkError(), new HTTPError(502, none), new HTTPError(504, none), problem(503), problem(429)]) {
        assert.equal(isRetryable(error), true, error.status);
    }
    const unavailable = new ProblemError({ code: "step-unavailable", title: "X", status: 503 }, none);
    const timeout = new ProblemError({ code: "flow-timeout", title: "X", status: 504 }, none);
    for (const error of [unavailable, timeout, problem(504), problem(409), problem(412), problem(422), problem(500), new HTTPError(404, none), new TypeError()]) {
        assert.equal(isRetryable(error), false, error.status);
    }
});

test("delays double up to a limit and respect Retry-After", () => {
    const waits = [1, 2, 3, 10].map((failures) => retryDelay(failures, new NetworkError(), () => 1));
    assert.deepEqual(waits, [250, 500, 1000, 8000]);
    assert.equal(retryDelay(1, new NetworkError(), () => 0), 125);
    assert.equal(retryDelay(1, problem(503, new Headers({ "Retry-After": "3" })), () => 1), 3000);
    assert.equal(retryDelay(1, problem(503, new Headers({ "Retry-After": "86400" })), () => 1), 60_000);
});

test("a change is retried until it is answered", async () => {
    const waits = [];
    const runner = new ChangeRunner({ pause: async (wait) => void waits.push(wait), onWaiting: (error) => seen.push(error) });
    const seen = [];
    let attempts = 0;
    const answer = await runner.run(async () => {
        if (++attempts < 4) throw new NetworkError();
        return "done";
    });
    assert.equal(answer, "done");
    assert.equal(waits.length, 3);
    assert.equal(seen.length, 3);
    assert.equal(runner.isBusy, false);
});

test("a change fails after the maximum time of retrying", async () => {
    let now = 0;
    const runner = new ChangeRunner({ pause: async () => void (now += 3 * 60_000), now: () => now });
    await assert.rejects(runner.run(async () => { throw new NetworkError(); }), NetworkError);
    assert.equal(now, 12 * 60_000);
});

test("a second change is refused during a retry, and cancelling allows it", async () => {
    const runner = new ChangeRunner();
    const first = runner.run(async () => { throw new NetworkError(); });
    await assert.rejects(runner.run(async () => 1), { name: "BusyError" });
    runner.cancel();
    await assert.rejects(first, { name: "AbortError" });
    assert.equal(await runner.run(async () => 2), 2);
});

test("a refusal ends retries immediately", async () => {
    const runner = new ChangeRunner({ pause: () => assert.fail("waited") });
    await assert.rejects(runner.run(async () => { throw problem(422); }), { code: "x" });
});

test("a delay ends when the network returns", async () => {
    globalThis.addEventListener ??= () => {};
    const target = new EventTarget();
    const { addEventListener, removeEventListener } = globalThis;
    Object.assign(globalThis, {
        addEventListener: target.addEventListener.bind(target),
        removeEventListener: target.removeEventListener.bind(target),
    });
    try {
        const paused = pause(1_000_000);
        target.dispatchEvent(new Event("online"));
        await paused;
    } finally {
        Object.assign(globalThis, { addEventListener, removeEventListener });
    }
});
