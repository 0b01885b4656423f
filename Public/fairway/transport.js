// HTTP requests with `fetch`.

import { HTTPError, NetworkError, ProblemError } from "./problems.js";

const timeoutMilliseconds = 30_000;

/**
 * @typedef {{
 *   method: string, path: string, headers: Record<string, string>, body?: any,
 *   status: number, reply?: any, startedAt: number, milliseconds: number
 * }} Exchange a request and its response; status 0 if there was none
 */

/** Loads what only clients with users need. */
export const users = () =>
    import("./users.js").catch((error) => {
        throw new NetworkError(error);
    });

/** Sends requests to one server. */
export class Transport {
    /**
     * @param {{
     *   base?: string, fetch?: typeof fetch, onExchange?: (exchange: Exchange) => void, timeout?: number,
     *   userToken?: () => string | null | Promise<string | null>
     * }} options `onExchange` is called after every request, for debugging; `timeout` is in milliseconds; `userToken` supplies a fresh
     *   token of the user, or null if no user is signed in
     */
    constructor({ base = "", fetch = globalThis.fetch, onExchange = () => {}, timeout = timeoutMilliseconds, userToken } = {}) {
        this.base = base;
        this.timeout = timeout;
        this.fetch = fetch.bind(globalThis);
        this.onExchange = onExchange;
        // Loaded immediately, while the server of this module can be reached.
        const source = userToken && users().then(({ UserTokenSource }) => new UserTokenSource(userToken, timeout));
        /**
         * Makes an attempt with the user token, which is undefined if no user is signed in. If the server refuses the token, makes one
         * more with a fresh token.
         * @type {<T>(attempt: (userToken: string | undefined) => Promise<T>) => Promise<T>}
         */
        this.asUser = async (attempt) => (source ? (await source).attempt(attempt) : attempt(undefined));
        /**
         * Drops the user token. The next call asks for another one.
         * @type {() => void}
         */
        this.forgetUserToken = () => void source?.then((source) => source.forget());
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {{token?: string, body?: any, headers?: Record<string, string>, signal?: AbortSignal, keepalive?: boolean}} options
     * @returns {Promise<any>} the response's JSON; undefined if its body is empty
     */
    async call(method, path, { token, body, headers = {}, signal, keepalive = false } = {}) {
        const startedAt = performance.now();
        const sent = { ...headers, ...authorization(token) };
        if (body !== undefined) sent["Content-Type"] = "application/json";
        let status = 0;
        let reply;
        try {
            const response = await this.fetch(this.base + path, {
                method,
                headers: sent,
                body: body === undefined ? undefined : JSON.stringify(body),
                // @ts-ignore newer than the type checker's library
                signal: anyOf([signal, AbortSignal.timeout(this.timeout)]),
                keepalive,
                cache: "no-store",
            });
            const text = await response.text();
            status = response.status;
            reply = parse(text);
            if (response.ok && (reply !== undefined || !text)) return reply;
            throw reply?.code ? new ProblemError(reply, response.headers) : new HTTPError(status, response.headers);
        } catch (error) {
            signal?.throwIfAborted();
            throw error instanceof ProblemError || error instanceof HTTPError ? error : new NetworkError(error);
        } finally {
            const milliseconds = Math.round(performance.now() - startedAt);
            this.onExchange({ method, path, headers: sent, body, status, reply, startedAt, milliseconds });
        }
    }

    /**
     * Opens an event stream. The time-out ends with the response's header; the stream itself has no limit.
     * @param {string} path
     * @param {{token?: string, headers?: Record<string, string>, signal: AbortSignal}} options
     * @returns {Promise<ReadableStream<Uint8Array>>}
     */
    async open(path, { token, headers = {}, signal }) {
        let response;
        let text;
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(new DOMException("The server did not answer in time.", "TimeoutError")), this.timeout);
        try {
            const sent = { ...headers, ...authorization(token), Accept: "text/event-stream" };
            response = await this.fetch(this.base + path, { headers: sent, signal: anyOf([signal, late.signal]), cache: "no-store" });
            if (response.ok && response.body) return response.body;
            text = await response.text().catch(() => "");
        } catch (error) {
            throw new NetworkError(error);
        } finally {
            clearTimeout(timer);
        }
        const reply = parse(text);
        throw reply?.code ? new ProblemError(reply, response.headers) : new HTTPError(response.status, response.headers);
    }
}

/** @param {string | undefined} token */
function authorization(token) {
    return token ? { Authorization: `Bearer ${token}` } : {};
}

/** @param {string} text */
function parse(text) {
    try {
        return text ? JSON.parse(text) : undefined;
    } catch {
        return undefined;
    }
}

/**
 * `AbortSignal.any`, which older browsers lack.
 * @param {(AbortSignal | undefined)[]} signals
 */
function anyOf(signals) {
    const given = signals.filter(Boolean);
    if (given.length === 1) return given[0];
    // @ts-ignore newer than the type checker's library
    if (AbortSignal.any) return AbortSignal.any(given);
    const controller = new AbortController();
    for (const signal of given) {
        if (signal.aborted) controller.abort(signal.reason);
        signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
    }
    return controller.signal;
}
