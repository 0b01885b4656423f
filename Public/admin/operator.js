// The admin API. The token is stored only in the tab's session storage.

import { Transport } from "../fairway.js";

const key = "fairway.operator";

/** Calls the admin API. */
export class Operator {
    #transport = new Transport();

    /** @returns {string | null} */
    get token() {
        return sessionStorage.getItem(key);
    }

    /**
     * Checks a token with the server, and stores it.
     * @param {string} token
     */
    async signIn(token) {
        await this.#transport.call("GET", "/v1/admin/summary", { token });
        sessionStorage.setItem(key, token);
    }

    signOut() {
        sessionStorage.removeItem(key);
    }

    /** @param {string} path below `/v1/admin` @param {Record<string, any>} [query] empty values are omitted */
    get(path, query = {}) {
        const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
        const search = given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
        return this.#transport.call("GET", `/v1/admin${path}${search}`, { token: this.token });
    }

    /** @param {string} path */
    post(path) {
        return this.#transport.call("POST", `/v1/admin${path}`, { token: this.token });
    }

    /** @param {string} path */
    delete(path) {
        return this.#transport.call("DELETE", `/v1/admin${path}`, { token: this.token });
    }

    /** @param {AbortSignal} signal */
    stream(signal) {
        return this.#transport.open("/v1/admin/stream", { token: this.token, signal });
    }
}
