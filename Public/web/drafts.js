// What the user types is kept on the server, so that it is there on the next device and after a crash.

import { isRetryable } from "../fairway/retry.js";

const restMilliseconds = 400;

/** Sends drafts when the user pauses, one at a time, and again when the server is back. */
export class Drafts {
    /** @type {Map<string, any>} */
    #waiting = new Map();
    /** @type {number | undefined} */
    #timer;
    #isSending = false;

    /** @param {() => import("../fairway/session.js").Session | null} session */
    constructor(session) {
        this.session = session;
    }

    /** @param {string} screen @param {any} draft */
    typed(screen, draft) {
        this.#waiting.set(screen, draft);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.send(), restMilliseconds);
    }

    /**
     * What was typed there has been sent with an action.
     * @param {string} screen
     */
    forget(screen) {
        this.#waiting.delete(screen);
    }

    /** Sends what waits. */
    async send() {
        const session = this.session();
        if (this.#isSending || !session) return;
        this.#isSending = true;
        try {
            for (const [screen, draft] of this.#waiting) {
                this.#waiting.delete(screen);
                await session.keepDraft(screen, draft).catch((error) => {
                    // A screen that is gone needs no draft.
                    if (isRetryable(error) && !this.#waiting.has(screen)) this.#waiting.set(screen, draft);
                    throw error;
                });
            }
        } catch {
            // It is sent when the connection is back, or with the next key.
        } finally {
            this.#isSending = false;
        }
    }

    /** The page is being left: what waits is sent without waiting for it. */
    leave() {
        for (const [screen, draft] of this.#waiting) this.session()?.keepDraft(screen, draft, { keepalive: true }).catch(() => {});
        this.#waiting.clear();
    }
}
