// Saves the user's unsent input on the server, for other devices and after a crash.

import { isRetryable, retryDelay } from "../fairway/retry.js";

const debounceMilliseconds = 400;

/** Sends drafts when the user pauses, one at a time, and retries when the server is back. */
export class Drafts {
    /** @type {Map<string, any>} */
    #pending = new Map();
    /** @type {number | undefined} */
    #timer;
    #isSending = false;
    /** The draft in flight: its screen and its request. @type {{screen: string, request: Promise<any>} | null} */
    #inFlight = null;

    /** @param {() => import("../fairway.js").Session | null} session */
    constructor(session) {
        this.session = session;
    }

    /** @param {string} screen @param {any} draft */
    schedule(screen, draft) {
        this.#pending.set(screen, draft);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.send(), debounceMilliseconds);
    }

    /**
     * Drops the draft of a screen whose action is sent next. Waits for a draft in flight, which would otherwise be saved after the
     * action has deleted it.
     * @param {string} screen
     */
    async discard(screen) {
        this.#pending.delete(screen);
        if (this.#inFlight?.screen !== screen) return;
        await this.#inFlight.request.catch(() => {});
        this.#pending.delete(screen);
    }

    /** Sends the pending drafts. */
    async send() {
        const session = this.session();
        if (this.#isSending || !session) return;
        this.#isSending = true;
        try {
            for (const [screen, draft] of this.#pending) {
                this.#pending.delete(screen);
                const request = session.keepDraft(screen, draft);
                this.#inFlight = { screen, request };
                await request.catch((error) => {
                    // Drop the draft if the server refused it, or if another session was opened, which can have a screen with this id.
                    if (isRetryable(error) && !this.#pending.has(screen) && this.session() === session) this.#pending.set(screen, draft);
                    throw error;
                });
            }
        } catch (error) {
            // Retried after 2 to 4 s, when the connection is back, or after the next input.
            if (this.#pending.size) this.#timer = setTimeout(() => this.send(), retryDelay(5, error));
        } finally {
            this.#isSending = false;
            this.#inFlight = null;
        }
    }

    /** Sends all pending drafts while the page is being closed, without waiting for the answers. */
    flush() {
        for (const [screen, draft] of this.#pending) this.session()?.keepDraft(screen, draft, { keepalive: true }).catch(() => {});
        this.#pending.clear();
    }
}
