// Says when something has changed: by the server's stream where it has one, by asking from time to time otherwise.

import { ProblemError } from "../fairway.js";
import { events } from "../fairway/events.js";
import { pause, retryDelay } from "../fairway/retry.js";

const askEveryMilliseconds = 5_000;
/** A busy server changes all the time; nobody can read faster than this. */
const restMilliseconds = 1_000;

/**
 * @typedef {{refresh: () => Promise<void>, concerns?: (event: any) => boolean, restMilliseconds?: number}} Follower
 *   `concerns` tells which events are of interest; all are unless it is given
 */

/**
 * Refreshes after changes, until aborted; not while nobody looks.
 * @param {import("./operator.js").Operator} operator
 * @param {AbortSignal} signal
 * @param {Follower} follower
 */
export async function follow(operator, signal, { refresh, concerns = () => true, restMilliseconds: rest = restMilliseconds }) {
    let isDue = false;
    let isRunning = false;
    const announce = async () => {
        isDue = true;
        if (isRunning) return;
        isRunning = true;
        while (isDue && !document.hidden && !signal.aborted) {
            isDue = false;
            await refresh();
            await pause(rest, signal).catch(() => {});
        }
        isRunning = false;
    };
    document.addEventListener("visibilitychange", () => isDue && announce(), { signal });
    for (let failures = 0; !signal.aborted; ) {
        const controller = new AbortController();
        const stop = () => controller.abort();
        signal.addEventListener("abort", stop);
        try {
            for await (const event of events(await operator.stream(controller.signal), controller)) {
                failures = 0;
                if (event.event === "missed" || concerns(JSON.parse(event.data))) announce();
            }
        } catch (error) {
            if (error instanceof ProblemError && error.status === 404) return poll(signal, announce);
        } finally {
            signal.removeEventListener("abort", stop);
        }
        failures += 1;
        await pause(retryDelay(failures), signal).catch(() => {});
        // What happened meanwhile is told by nobody.
        announce();
    }
}

async function poll(signal, announce) {
    while (!signal.aborted) {
        await pause(askEveryMilliseconds, signal).catch(() => {});
        announce();
    }
}
