// Says when something has changed: by the server's stream where it has one, by asking from time to time otherwise.

import { ProblemError } from "../fairway.js";
import { events } from "../fairway/events.js";
import { pause, waitBefore } from "../fairway/retry.js";

const askEveryMilliseconds = 5_000;
/** A busy server changes all the time; nobody can read faster than this. */
const restMilliseconds = 1_000;

/**
 * Calls `changed` after changes, until aborted.
 * @param {import("./operator.js").Operator} operator
 * @param {AbortSignal} signal
 * @param {() => Promise<void> | void} changed
 */
export async function follow(operator, signal, changed) {
    let isDue = false;
    let isResting = false;
    const announce = async () => {
        isDue = true;
        if (isResting) return;
        isResting = true;
        while (isDue && !signal.aborted) {
            isDue = false;
            if (!document.hidden) await changed();
            await pause(restMilliseconds, signal).catch(() => {});
        }
        isResting = false;
    };
    for (let failures = 0; !signal.aborted; ) {
        const controller = new AbortController();
        const stop = () => controller.abort();
        signal.addEventListener("abort", stop);
        try {
            for await (const _ of events(await operator.stream(controller.signal), controller)) {
                failures = 0;
                announce();
            }
            failures += 1;
        } catch (error) {
            if (error instanceof ProblemError && error.status === 404) return poll(signal, announce);
            failures += 1;
        } finally {
            signal.removeEventListener("abort", stop);
        }
        await pause(waitBefore(Math.max(failures, 1)), signal).catch(() => {});
        announce();
    }
}

async function poll(signal, announce) {
    while (!signal.aborted) {
        await pause(askEveryMilliseconds, signal).catch(() => {});
        announce();
    }
}
