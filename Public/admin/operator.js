// The admin API, and the operator who is signed in. All tabs of the browser share the sign-in.

import { ProblemError, Transport } from "../fairway.js";

const key = "fairway.operator";
/** From the least to the greatest. Each role may do what the roles before it may. */
const roles = ["view", "support", "admin"];

/** Calls the admin API. */
export class Operator {
    #transport = new Transport();

    /** @returns {{token: string, name: string, role: string} | null} */
    get #stored() {
        try {
            return JSON.parse(localStorage.getItem(key));
        } catch {
            return null;
        }
    }

    /** @returns {string | null} */
    get token() {
        return this.#stored?.token ?? null;
    }

    get name() {
        return this.#stored?.name ?? "";
    }

    get role() {
        return this.#stored?.role ?? "";
    }

    /**
     * Whether the operator's role includes another role.
     * @param {"view" | "support" | "admin"} role
     */
    can(role) {
        return roles.indexOf(this.role) >= roles.indexOf(role);
    }

    /**
     * Checks a token with the server, and stores it with the operator's name and role.
     * @param {string} token
     */
    async signIn(token) {
        const { operator } = await this.#transport.call("GET", "/v1/admin/summary", { token });
        this.#store(token, operator);
    }

    #store(token, { name, role }) {
        localStorage.setItem(key, JSON.stringify({ token, name, role }));
    }

    /**
     * Exchanges the code of a sign-in link for a token, and signs in. A code can be used once.
     * @param {string} code
     */
    async useLink(code) {
        const { token } = await this.#transport.call("POST", "/v1/admin/sign-in", { body: { code } });
        await this.signIn(token);
    }

    /**
     * Whether a call was refused because the server does not know the token any more. Otherwise the operator's role may have
     * changed, so it is read again.
     * @param {unknown} error
     */
    async isSignedOut(error) {
        const { token } = this;
        if (!token || !isRefused(error)) return !token;
        try {
            const { operator } = await this.#transport.call("GET", "/v1/admin/summary", { token });
            // Another tab may have signed out meanwhile.
            if (this.token === token) this.#store(token, operator);
            return false;
        } catch (problem) {
            return isRefused(problem);
        }
    }

    /** Ends the sign-in of all tabs. */
    signOut() {
        localStorage.removeItem(key);
    }

    /**
     * Reports that another tab has signed in or out.
     * @param {() => void} listener
     */
    onChange(listener) {
        // The key is null if the whole storage was cleared. Events come from other tabs only.
        addEventListener("storage", (event) => [key, null].includes(event.key) && listener());
    }

    /** @param {string} path below `/v1/admin` @param {Record<string, any>} [query] empty values are omitted */
    get(path, query = {}) {
        const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
        const search = given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
        return this.#transport.call("GET", `/v1/admin${path}${search}`, { token: this.token });
    }

    /** @param {string} path @param {any} [body] */
    post(path, body) {
        return this.#transport.call("POST", `/v1/admin${path}`, { token: this.token, body });
    }

    /** @param {string} path @param {any} body */
    put(path, body) {
        return this.#transport.call("PUT", `/v1/admin${path}`, { token: this.token, body });
    }

    /** @param {string} path */
    delete(path) {
        return this.#transport.call("DELETE", `/v1/admin${path}`, { token: this.token });
    }

    /** The app's flows, screens and links. */
    catalog() {
        return this.#transport.call("GET", "/v1/catalog");
    }

    /** @param {AbortSignal} signal */
    stream(signal) {
        return this.#transport.open("/v1/admin/stream", { token: this.token, signal });
    }
}

/**
 * Whether the server does not know a token, or its operator's role is too small for the call.
 * @param {unknown} error
 */
export function isRefused(error) {
    return error instanceof ProblemError && [401, 403].includes(error.status);
}
