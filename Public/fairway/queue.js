// One change at a time, tried until it is answered.

import { BusyError } from "./problems.js";
import { isPassing, pause, waitBefore } from "./retry.js";

/** How long a change waits for the server before it is given up. */
const patienceMilliseconds = 10 * 60_000;

/**
 * Holds one change. While the server cannot be reached it waits here, with its idempotency key, and is made once when
 * the server is back; a second one is refused, so that nothing is done that the user no longer sees a reason for.
 */
export class ChangeQueue {
    /** @type {AbortController | null} */
    #running = null;

    /** @param {{onWaiting?: (error: any) => void, pause?: typeof pause, now?: () => number}} options */
    constructor({ onWaiting = () => {}, pause: wait = pause, now = Date.now } = {}) {
        this.onWaiting = onWaiting;
        this.pause = wait;
        this.now = now;
    }

    get isBusy() {
        return this.#running !== null;
    }

    /** Gives up the change that waits. It may have been made all the same: the next state tells. */
    cancel() {
        this.#running?.abort();
    }

    /**
     * @template T
     * @param {(signal: AbortSignal) => Promise<T>} attempt makes the same call each time
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
                    if (!isPassing(error) || this.now() - began > patienceMilliseconds) throw error;
                    this.onWaiting(error);
                    await this.pause(waitBefore(failures, error), controller.signal);
                }
            }
        } finally {
            this.#running = null;
        }
    }
}
