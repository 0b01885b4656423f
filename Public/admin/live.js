// Refreshes a page when the server's event stream reports a change.

import { events } from "../fairway/events.js";
import { pause, retryDelay } from "../fairway/retry.js";

/** The minimum time between refreshes, because a busy server changes continuously. */
const defaultIntervalMilliseconds = 1_000;

/**
 * @typedef {{refresh: () => Promise<void>, isRelevant?: (event: any) => boolean, intervalMilliseconds?: number,
 *   poll?: {milliseconds: number, isDue?: () => Promise<boolean>}}} Follower
 *   `isRelevant` selects the events that cause a refresh; by default all do. With `poll`, the page is also refreshed
 *   at that interval whenever `isDue` returns true
 */

/**
 * Refreshes after changes until aborted, except while the page is hidden.
 * @param {import("./operator.js").Operator} operator
 * @param {AbortSignal} signal
 * @param {Follower} follower
 */
export async function follow(operator, signal, { refresh, isRelevant = () => true, intervalMilliseconds = defaultIntervalMilliseconds, poll }) {
    let isDue = false;
    let isRunning = false;
    const requestRefresh = async () => {
        isDue = true;
        if (isRunning) return;
        isRunning = true;
        while (isDue && !document.hidden && !signal.aborted) {
            isDue = false;
            await refresh();
            await pause(intervalMilliseconds, signal).catch(() => {});
        }
        isRunning = false;
    };
    document.addEventListener("visibilitychange", () => isDue && requestRefresh(), { signal });
    if (poll) pollRegularly(poll, signal, requestRefresh);
    for (let failures = 0; !signal.aborted; ) {
        const controller = new AbortController();
        const stop = () => controller.abort();
        signal.addEventListener("abort", stop);
        let isOpen = false;
        try {
            const stream = await operator.stream(controller.signal);
            isOpen = true;
            // Changes while no stream was open were not reported.
            if (failures > 0) requestRefresh();
            for await (const event of events(stream, controller)) {
                failures = 0;
                if (event.event === "missed" || isRelevant(JSON.parse(event.data))) requestRefresh();
            }
        } catch {
            // The stream is opened again below.
        } finally {
            signal.removeEventListener("abort", stop);
        }
        failures += 1;
        await pause(retryDelay(failures), signal).catch(() => {});
        // The refresh reports why the server does not answer.
        if (!isOpen) requestRefresh();
    }
}

async function pollRegularly({ milliseconds, isDue = async () => true }, signal, requestRefresh) {
    while (!signal.aborted) {
        await pause(milliseconds, signal).catch(() => {});
        if (signal.aborted || document.hidden) continue;
        // The refresh reports why the server does not answer.
        if (await isDue().catch(() => true)) requestRefresh();
    }
}
