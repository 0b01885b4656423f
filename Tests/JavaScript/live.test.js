import assert from "node:assert/strict";
import { test } from "node:test";
import { follow } from "../../Public/admin/live.js";

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
    try {
        await new Promise((resolve) => {
            const refresh = async () => {
                told.push("refresh");
                if (streams === 3) resolve(undefined);
            };
            follow(/** @type {any} */ (operator), shown.signal, { refresh, intervalMilliseconds: 1 });
        });
    } finally {
        shown.abort();
        delete globalThis.document;
    }
    assert.deepEqual(told, ["stream 1", "refresh", "stream 3", "refresh"]);
});
