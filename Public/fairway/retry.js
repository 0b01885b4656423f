// When to try again. The decision is pure; the waiting is done at the end.

import { HTTPError, NetworkError } from "./problems.js";

const firstWaitMilliseconds = 250;
const longestWaitMilliseconds = 8_000;
const longestRetryAfterSeconds = 60;
/** With the same idempotency key, the flow decides once however often these are tried. */
const passingStatuses = new Set([408, 425, 429, 502, 503, 504]);

/** @param {any} error @returns {boolean} whether the same call may succeed later */
export function isPassing(error) {
    return error instanceof NetworkError || passingStatuses.has(error?.status);
}

/** @param {any} error @returns {boolean} whether nobody is there, rather than somebody who refuses */
export function isUnreachable(error) {
    return error instanceof NetworkError || (error instanceof HTTPError && isPassing(error));
}

/**
 * How long to wait before the next attempt: twice as long each time, less a random half so that clients which lost a
 * server together do not all come back together.
 * @param {number} failures how many attempts have failed, from 1
 * @param {any} error
 * @param {() => number} random
 * @returns {number} milliseconds
 */
export function waitBefore(failures, error, random = Math.random) {
    const asked = Math.min(error?.retryAfterSeconds ?? 0, longestRetryAfterSeconds) * 1000;
    const grown = Math.min(firstWaitMilliseconds * 2 ** (failures - 1), longestWaitMilliseconds);
    return Math.max(asked, grown * (0.5 + random() / 2));
}

/**
 * Waits, but not when the machine says that the network is back, nor when nobody waits any more.
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const end = (settle, value) => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", aborted);
            globalThis.removeEventListener?.("online", online);
            settle(value);
        };
        const aborted = () => end(reject, signal.reason);
        const online = () => end(resolve);
        const timer = setTimeout(end, milliseconds, resolve);
        signal?.addEventListener("abort", aborted);
        globalThis.addEventListener?.("online", online);
    });
}
