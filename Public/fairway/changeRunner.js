// Runs changes one at a time, and retries them until they are answered.

import { BusyError } from "./problems.js";
import { isRetryable, pause, retryDelay } from "./retry.js";

/** How long a change is retried before it fails. */
const maxRetryMilliseconds = 10 * 60_000;

/**
 * Runs one change at a time. While the server cannot be reached, the change is retried with the same idempotency key, so it is
 * applied once. A second change is refused with `BusyError`. It is not queued, because its screen may be gone when it runs.
 */
export class ChangeRunner {
    /** @type {AbortController | null} */
    #running = null;

    /** @param {{onWaiting?: (error: any) => void, retries?: typeof isRetryable, pause?: typeof pause, now?: () => number}} options */
    constructor({ onWaiting = () => {}, retries = isRetryable, pause: wait = pause, now = Date.now } = {}) {
        this.onWaiting = onWaiting;
        this.retries = retries;
        this.pause = wait;
        this.now = now;
    }

    get isBusy() {
        return this.#running !== null;
    }

    /** Cancels the pending change. The server may have applied it already; the next state shows whether it did. */
    cancel() {
        this.#running?.abort();
    }

    /**
     * @template T
     * @param {(signal: AbortSignal) => Promise<T>} attempt makes the same request each time
     * @returns {Promise<T>}
     */
    async run(attempt) {
        if (this.#running) throw new BusyError();
        const controller = (this.#running = new AbortController());
        const began = this.now();
        try {
            for (let failures = 1; ; failures++) {
                try {
                    return await attempt(controller.signal);
                } catch (error) {
                    if (!this.retries(error) || this.now() - began > maxRetryMilliseconds) throw error;
                    this.onWaiting(error);
                    await this.pause(retryDelay(failures, error), controller.signal);
                }
            }
        } finally {
            this.#running = null;
        }
    }
}
