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
 * Opens the server's event stream. A page that is loaded afterwards misses no change.
 * @param {import("./operator.js").Operator} operator
 * @param {AbortSignal} signal
 * @param {number} [withinMilliseconds] gives up after this time; by default, the time-out of `Transport` applies
 * @returns {Promise<AsyncGenerator<import("../fairway/events.js").ServerEvent> | null>} null if it cannot be opened, or the page is hidden
 */
export async function openStream(operator, signal, withinMilliseconds) {
    if (signal.aborted || document.hidden) return null;
    const controller = new AbortController();
    const close = () => controller.abort();
    signal.addEventListener("abort", close, { signal: controller.signal });
    // Over HTTP/1.1, all tabs share six connections to a server, so a hidden page closes its stream.
    document.addEventListener("visibilitychange", close, { signal: controller.signal });
    const timer = withinMilliseconds && setTimeout(close, withinMilliseconds);
    try {
        return closing(events(await operator.stream(controller.signal), controller), close);
    } catch {
        close();
        return null;
    } finally {
        clearTimeout(timer);
    }
}

async function* closing(stream, close) {
    try {
        yield* stream;
    } finally {
        close();
    }
}

/**
 * Refreshes after changes until aborted, except while the page is hidden.
 * @param {import("./operator.js").Operator} operator
 * @param {AbortSignal} signal
 * @param {AsyncGenerator<import("../fairway/events.js").ServerEvent> | null} stream the stream that was opened before the page was loaded, or null
 * @param {Follower} follower
 */
export async function follow(operator, signal, stream, { refresh, isRelevant = () => true, intervalMilliseconds = defaultIntervalMilliseconds, poll }) {
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
    if (poll) pollRegularly(poll, signal, requestRefresh);
    for (let failures = 0; !signal.aborted; stream = await openStream(operator, signal)) {
        // Changes while no stream was open were not reported. If the server does not answer, the refresh reports why.
        if (failures > 0) requestRefresh();
        try {
            for await (const event of stream ?? []) {
                failures = 0;
                if (event.event === "missed" || isRelevant(JSON.parse(event.data))) requestRefresh();
            }
        } catch {
            // The stream is opened again.
        }
        failures = document.hidden ? 1 : failures + 1;
        await pause(retryDelay(failures), signal).catch(() => {});
        await untilVisible(signal);
    }
}

async function untilVisible(signal) {
    while (document.hidden && !signal.aborted) {
        const waiting = new AbortController();
        await new Promise((resolve) => {
            document.addEventListener("visibilitychange", resolve, { signal: waiting.signal });
            signal.addEventListener("abort", resolve, { signal: waiting.signal });
        });
        waiting.abort();
    }
}

/**
 * Runs one refresh at a time, so that an older answer cannot replace a newer one. Calls during a run share one further run. Use it
 * for pages that also refresh after the operator's own changes.
 * @param {() => Promise<void>} refresh
 * @returns {() => Promise<void>}
 */
export function serialized(refresh) {
    /** @type {Promise<void> | null} */
    let running = null;
    /** @type {Promise<void> | null} */
    let next = null;
    const run = () => (running = refresh().finally(() => (running = null)));
    const runNext = () => {
        next = null;
        return run();
    };
    return () => {
        if (next) return next;
        return running ? (next = running.then(runNext, runNext)) : run();
    };
}

async function pollRegularly({ milliseconds, isDue = async () => true }, signal, requestRefresh) {
    while (!signal.aborted) {
        await pause(milliseconds, signal).catch(() => {});
        if (signal.aborted || document.hidden) continue;
        // The refresh reports why the server does not answer.
        if (await isDue().catch(() => true)) requestRefresh();
    }
}
