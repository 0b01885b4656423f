// User tokens, and the calls of signed-in users. Only clients that have users load this module.

import { ChangeRunner } from "./changeRunner.js";
import { NetworkError } from "./problems.js";

/** The user token. It is kept until the server refuses it. */
export class UserTokenSource {
    /** @type {string | undefined} */
    #kept;
    /** @type {Promise<string | undefined> | null} */
    #renewal = null;

    /** @param {() => string | null | Promise<string | null>} supply @param {number} timeout */
    constructor(supply, timeout) {
        this.supply = supply;
        this.timeout = timeout;
    }

    /** Makes an attempt with the token, and one more with a fresh token if the server refuses it. */
    async attempt(attempt) {
        const token = this.#kept ?? (await this.#renew());
        try {
            return await attempt(token);
        } catch (error) {
            if (error?.code !== "invalid-token" || !token) throw error;
            // Another call may have renewed the token in the meantime.
            const isStale = this.#kept === undefined || this.#kept === token;
            const renewed = isStale ? await this.#renew() : this.#kept;
            if (!renewed || renewed === token) throw error;
            return attempt(renewed);
        }
    }

    forget() {
        this.#kept = undefined;
        this.#renewal = null;
    }

    /** Asks for a fresh token. Simultaneous callers share the answer. It is not kept if `forget` is called in the meantime. */
    #renew() {
        if (this.#renewal) return this.#renewal;
        const renewal = this.#supplied()
            .then((token) => {
                if (this.#renewal === renewal) this.#kept = token;
                return token;
            })
            .finally(() => {
                if (this.#renewal === renewal) this.#renewal = null;
            });
        this.#renewal = renewal;
        return renewal;
    }

    async #supplied() {
        let timer;
        const late = new Promise((_, reject) => {
            const error = new NetworkError(new DOMException("The user token was not supplied in time.", "TimeoutError"));
            timer = setTimeout(reject, this.timeout, error);
        });
        try {
            return (await Promise.race([this.supply(), late])) ?? undefined;
        } finally {
            clearTimeout(timer);
        }
    }
}

/**
 * Lists the user's sessions.
 * @param {{status?: string, cursor?: string}} query
 * @param {import("./transport.js").Transport} transport
 * @returns {Promise<{sessions: any[], next: string | null}>}
 */
export function list(query, transport) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const path = given.length ? `/v1/sessions?${new URLSearchParams(given)}` : "/v1/sessions";
    return new ChangeRunner().run((signal) => transport.asUser((token) => transport.call("GET", path, { token, signal })));
}

/**
 * Makes an anonymous session the user's.
 * @param {import("./session.js").Session} session
 * @param {AbortSignal} signal
 */
export function signIn({ id, token, transport }, signal) {
    return transport.asUser((user) => {
        if (!user) throw new TypeError("signIn needs a Transport with a userToken, and a user who is signed in.");
        return transport.call("PUT", `/v1/sessions/${encodeURIComponent(id)}/user`, { token, body: { token: user }, signal });
    });
}
