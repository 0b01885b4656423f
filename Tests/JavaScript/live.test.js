import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, openStream, serialized } from "../../Public/admin/live.js";

/** A stream of the admin API that stays open until it is aborted, or ends at once. */
function stream(signal, isOpen) {
    return new ReadableStream({
        start(controller) {
            if (isOpen) signal.addEventListener("abort", () => controller.error(signal.reason));
            else controller.close();
        },
    });
}

test("a page of the console is refreshed after a stream was opened again, not only before", async () => {
    globalThis.document = /** @type {any} */ ({ hidden: false, addEventListener() {} });
    const told = [];
    const shown = new AbortController();
    let streams = 0;
    const operator = {
        stream: async (signal) => {
            streams += 1;
            // The server is restarted after the first stream.
            if (streams === 2) throw new TypeError("refused");
            told.push(`stream ${streams}`);
            return stream(signal, streams > 1);
        },
    };
    let following;
    try {
        const opened = await openStream(/** @type {any} */ (operator), shown.signal);
        await new Promise((resolve) => {
            const refresh = async () => {
                told.push("refresh");
                if (streams === 3) resolve(undefined);
            };
            following = follow(/** @type {any} */ (operator), shown.signal, opened, { refresh, intervalMilliseconds: 1 });
        });
    } finally {
        shown.abort();
        await following;
        delete globalThis.document;
    }
    assert.deepEqual(told, ["stream 1", "refresh", "stream 3", "refresh"]);
});

test("a hidden page closes its stream, and is refreshed when it is visible again", async () => {
    const page = Object.assign(new EventTarget(), { hidden: false });
    const show = (isVisible) => {
        page.hidden = !isVisible;
        page.dispatchEvent(new Event("visibilitychange"));
    };
    globalThis.document = /** @type {any} */ (page);
    const shown = new AbortController();
    const opened = [];
    const operator = /** @type {any} */ ({ stream: async (signal) => (opened.push(signal), stream(signal, true)) });
    let following;
    try {
        const first = await openStream(operator, shown.signal);
        await new Promise((resolve) => {
            following = follow(operator, shown.signal, first, { refresh: async () => resolve(undefined), intervalMilliseconds: 1 });
            show(false);
            assert.equal(opened[0].aborted, true);
            show(true);
        });
    } finally {
        shown.abort();
        await following;
        delete globalThis.document;
    }
    assert.deepEqual(opened.map(({ aborted }) => aborted), [true, true]);
});

test("a refresh that is requested during another one runs after it", async () => {
    const calls = [];
    let shown = "";
    const refresh = serialized(async () => {
        shown = await new Promise((resolve, reject) => calls.push({ resolve, reject }));
    });
    const settled = [];
    const first = refresh();
    const [second, third] = [refresh(), refresh()].map((call, index) => call.then(() => settled.push(index)));
    assert.equal(calls.length, 1, "The second call waits for the answer to the first one.");
    calls[0].reject(new Error("The server is gone."));
    await assert.rejects(first, /gone/);
    assert.equal(calls.length, 2, "Calls during a run share the next one.");
    assert.deepEqual(settled, []);
    calls[1].resolve("new");
    await Promise.all([second, third]);
    assert.equal(shown, "new");
    refresh();
    assert.equal(calls.length, 3);
});
