// A session: its state, its actions and its event stream.

import { events } from "./events.js";
import { newKey } from "./key.js";
import { BusyError, ProblemError } from "./problems.js";
import { ChangeRunner } from "./changeRunner.js";
import { isRetryable, isUnreachable, pause, retryDelay } from "./retry.js";
import { accept } from "./state.js";
import { Transport, users } from "./transport.js";

/** The number of effect ids that are remembered, to perform each effect once. */
const maxRememberedEffects = 200;

/**
 * @typedef {import("./state.js").StateDocument} StateDocument
 * @typedef {import("./navigation.js").Move} Move
 * @typedef {{flow?: string, input?: any, link?: string, device?: import("../fairway.js").Device}} Start
 * @typedef {{state: StateDocument, moves: Move[], previous: StateDocument | null}} Update
 */

/**
 * One session on a server. `fairway.d.ts` has an example.
 *
 * Events: `state` (an `Update`), `effect` (one effect), `connection` (`{isConnected, error}`),
 * `lost` (a `ProblemError`: the session no longer exists, or the token that opens it is no longer valid).
 */
export class Session extends EventTarget {
    /** @type {StateDocument | null} */
    state = null;
    #isConnected = true;
    /** @type {AbortController | null} */
    #following = null;
    #performed = new Set();
    /** @type {Promise<StateDocument> | null} */
    #signingIn = null;
    /** The reply to the last change, and the revision that the pending change was sent from. */
    #reply;
    #sentFrom;

    /** @param {{id: string, token?: string, transport?: Transport}} identity without a token, the user token opens the session */
    constructor({ id, token, transport = new Transport() }) {
        super();
        this.id = id;
        this.token = token;
        this.transport = transport;
        this.runner = new ChangeRunner({ onWaiting: (error) => this.#setConnected(!isUnreachable(error), error) });
    }

    /**
     * Lists the user's sessions, newest first.
     * @param {{status?: string, cursor?: string}} [query]
     * @param {Transport} [transport]
     * @returns {Promise<{sessions: any[], next: string | null}>}
     */
    static async list(query = {}, transport = new Transport()) {
        return (await users()).list(query, transport);
    }

    /**
     * Starts a session. If the response is lost, the retry returns the same session.
     * @param {Start} [start]
     * @param {Transport} [transport]
     */
    static start(start = {}, transport = new Transport()) {
        return Session.#create("/v1/sessions", start, transport);
    }

    /**
     * Takes over a session from another device, with the code that it shows.
     * @param {string} code
     * @param {any} [device]
     * @param {Transport} [transport]
     */
    static takeHandoff(code, device, transport = new Transport()) {
        return Session.#create("/v1/handoffs", { code, device }, transport);
    }

    static async #create(path, body, transport) {
        const headers = { "Idempotency-Key": newKey() };
        const attempt = (signal) => transport.asUser((token) => transport.call("POST", path, { token, body, headers, signal }));
        const state = await new ChangeRunner().run(attempt);
        const session = new Session({ id: state.session, token: state.token, transport });
        session.#accept(state);
        return session;
    }

    /** Loads the state of a session that was started earlier. */
    async load() {
        this.#accept(await this.runner.run((signal) => this.#call("GET", "", { signal })));
        return this;
    }

    /** Whether a change is pending, and no newer state has arrived meanwhile. */
    get isBusy() {
        return this.runner.isBusy && !this.#isOvertaken;
    }

    get #isOvertaken() {
        return this.#sentFrom !== undefined && this.state.revision > this.#sentFrom;
    }

    get isConnected() {
        return this.#isConnected;
    }

    get #isOver() {
        return this.state?.status === "over";
    }

    /**
     * Posts an action of the user.
     * @param {string} action
     * @param {any} [params]
     * @param {{screen?: string, draft?: any}} guards `draft` is saved even if the action is refused
     */
    send(action, params, { screen, draft } = {}) {
        return this.#change("POST", "/actions", { action, params, screen, draft });
    }

    /**
     * Goes back, as the user's back gesture does.
     * @param {{screen?: string, to?: string, draft?: any}} [from]
     */
    goBack(from = {}) {
        return this.#change("POST", "/back", from);
    }

    /** @param {string} tab @param {string} [container] */
    select(tab, container) {
        return this.#change("POST", "/select", { container, tab });
    }

    /** @param {string} link */
    openLink(link) {
        return this.#change("POST", "/links", { link });
    }

    refresh() {
        return this.#change("POST", "/refresh", {});
    }

    /** @param {any} device */
    setDevice(device) {
        return this.#change("PUT", "/device", device);
    }

    async end() {
        await this.#commit(async (signal) => {
            // An earlier attempt may have ended it.
            await this.#call("DELETE", "", { signal }).catch((error) => {
                if (error.code !== "session-over") throw error;
            });
            return this.#call("GET", "", { signal });
        });
    }

    /**
     * Assigns this anonymous session to the user. Its token opens nothing afterwards.
     * @returns {Promise<StateDocument>}
     */
    signIn() {
        this.#signingIn ??= this.#signIn().finally(() => (this.#signingIn = null));
        return this.#signingIn;
    }

    async #signIn() {
        if (this.token) await this.#commit(async (signal) => (await users()).signIn(this, signal));
        this.token = undefined;
        return this.state;
    }

    /**
     * Creates a code with which another device can take over this session.
     * @returns {Promise<{code: string, expiresAt: string}>}
     */
    async makeHandoff() {
        const headers = { "Idempotency-Key": newKey() };
        const { onWaiting, pause } = this.runner;
        // Not the session's runner: a code is no change, so it delays none. The limit of codes lasts for minutes.
        const retries = (error) => error.status !== 429 && isRetryable(error);
        const runner = new ChangeRunner({ onWaiting, retries, pause });
        try {
            const code = await runner.run((signal) => this.#call("POST", "/handoff", { headers, signal }));
            this.#setConnected(true);
            return code;
        } catch (error) {
            if (error instanceof ProblemError) this.#setConnected(true);
            throw error;
        }
    }

    /**
     * Saves the user's unsent input. Undefined deletes it.
     * @param {string} screen
     * @param {any} draft
     * @param {{keepalive?: boolean}} options `keepalive` lets the request outlive the page
     */
    keepDraft(screen, draft, { keepalive } = {}) {
        const path = `/screens/${encodeURIComponent(screen)}/draft`;
        return this.#call(draft === undefined ? "DELETE" : "PUT", path, { body: draft, keepalive });
    }

    /** Follows the session's event stream until the session is over, and reconnects when it ends. A second call does nothing. */
    async follow() {
        if (this.#following) return;
        const following = (this.#following = new AbortController());
        for (let failures = 0; !following.signal.aborted && !this.#isOver; ) {
            const controller = new AbortController();
            const stop = () => controller.abort();
            following.signal.addEventListener("abort", stop);
            let failure;
            const token = this.token;
            try {
                for await (const event of await this.#events(controller)) {
                    failures = 0;
                    this.#setConnected(true);
                    if (event.event === "superseded") {
                        const problem = { code: "superseded", status: 401, title: "Another device has taken over." };
                        throw new ProblemError(problem, new Headers());
                    }
                    if (event.event === "state") this.#accept(JSON.parse(event.data));
                }
                // A stream ends when the user token expires.
                if (!token) this.transport.forgetUserToken();
            } catch (error) {
                failure = error;
                // A sign-in supersedes the token of the stream.
                await this.#signingIn?.catch(() => {});
                const isLost = error instanceof ProblemError && !isRetryable(error) && this.token === token;
                if (isLost && !following.signal.aborted) return this.#lose(error);
            } finally {
                following.signal.removeEventListener("abort", stop);
            }
            if (following.signal.aborted || this.#isOver) break;
            failures += 1;
            // Do not report the first failure: a server that restarts ends its streams and is back soon.
            if (failures > 1) this.#setConnected(false, failure);
            await pause(retryDelay(failures, failure), following.signal).catch(() => {});
        }
    }

    /** Stops following, until `follow` is called again. */
    stop() {
        this.#following?.abort();
        this.#following = null;
    }

    async #events(controller) {
        const headers = this.state ? { "Last-Event-ID": String(this.state.revision) } : {};
        const open = (token) => this.transport.open(`${this.#path}/stream`, { token, headers, signal: controller.signal });
        const stream = await this.#authorized(open);
        this.#setConnected(true);
        return events(stream, controller);
    }

    get #path() {
        return `/v1/sessions/${encodeURIComponent(this.id)}`;
    }

    /** Makes an attempt with the token that opens this session. */
    #authorized(attempt) {
        return this.token ? attempt(this.token) : this.transport.asUser(attempt);
    }

    #call(method, path, options = {}) {
        return this.#authorized((token) => this.transport.call(method, this.#path + path, { ...options, token }));
    }

    #change(method, path, body) {
        const headers = { "Idempotency-Key": newKey() };
        return this.#commit((signal) => this.#call(method, path, { body, headers, signal }));
    }

    /** @param {(signal: AbortSignal) => Promise<StateDocument>} attempt */
    async #commit(attempt) {
        if (this.#isOvertaken) {
            const { revision } = this.state;
            const reply = await this.#reply.catch(() => null);
            // The state is older than the pending change, which the user may be repeating.
            if (reply?.revision > revision) throw new BusyError();
        }
        try {
            if (this.runner.isBusy) throw new BusyError();
            this.#sentFrom = this.state?.revision;
            this.#reply = this.runner.run(attempt).finally(() => (this.#sentFrom = undefined));
            const state = await this.#reply;
            this.#setConnected(true);
            this.#accept(state);
            return state;
        } catch (error) {
            if (error instanceof ProblemError) {
                this.#setConnected(true);
                // A refusal contains the current state.
                if (error.state) this.#accept(error.state);
                else if (this.#endsWith(error)) this.#lose(error);
            }
            throw error;
        }
    }

    /** Whether the session cannot be continued with the token that opened it. */
    #endsWith({ code, status }) {
        // The session of a refused sign-in stays anonymous.
        if (code === "invalid-token") return !this.token;
        return code === "no-such-session" || (status === 401 && code !== "sign-in-required");
    }

    /** @param {StateDocument} document */
    #accept(document) {
        const previous = this.state;
        const accepted = accept(previous, document);
        if (accepted) {
            this.state = accepted.state;
            this.#dispatch("state", { ...accepted, previous });
        }
        for (const effect of document.effects ?? []) {
            if (this.#performed.has(effect.id)) continue;
            this.#performed.add(effect.id);
            if (this.#performed.size > maxRememberedEffects) this.#performed.delete(this.#performed.values().next().value);
            this.#dispatch("effect", effect);
        }
    }

    #lose(error) {
        this.stop();
        this.#dispatch("lost", error);
    }

    #setConnected(isConnected, error) {
        if (this.#isConnected === isConnected) return;
        this.#isConnected = isConnected;
        this.#dispatch("connection", { isConnected, error });
    }

    #dispatch(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }
}
