// When to retry a request.

import { HTTPError, NetworkError } from "./problems.js";

const firstDelayMilliseconds = 250;
const maxDelayMilliseconds = 8_000;
const maxRetryAfterSeconds = 60;
/** The statuses after which a request is retried. */
const retryableStatuses = new Set([408, 425, 429, 502, 503, 504]);

/** @param {any} error @returns {boolean} whether the same request may succeed later */
export function isRetryable(error) {
    // The 504 of a proxy has no code.
    if (error?.code && error.status === 504) return false;
    return error instanceof NetworkError || (retryableStatuses.has(error?.status) && error.code !== "step-unavailable");
}

/** @param {any} error @returns {boolean} whether no server answered, as opposed to a server that refused */
export function isUnreachable(error) {
    return error instanceof NetworkError || (error instanceof HTTPError && isRetryable(error));
}

/**
 * The delay before the next attempt: exponential backoff with jitter, or the server's `Retry-After` if that is longer.
 * @param {number} failures the number of failed attempts, at least 1
 * @param {any} error
 * @param {() => number} random
 * @returns {number} milliseconds
 */
export function retryDelay(failures, error, random = Math.random) {
    const requested = Math.min(error?.retryAfterSeconds ?? 0, maxRetryAfterSeconds) * 1000;
    const backoff = Math.min(firstDelayMilliseconds * 2 ** (failures - 1), maxDelayMilliseconds);
    return Math.max(requested, backoff * (0.5 + random() / 2));
}

/**
 * Waits. Returns early when the browser reports that the network is back, and throws when the signal is aborted.
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
