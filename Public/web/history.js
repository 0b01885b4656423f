// Keeps the browser's history in step with the session: one history entry for each screen on the path to the front screen.

import { deepLink } from "./address.js";

/** The time-out of `history.go`, which causes no event if the entry does not exist. A busy browser may need seconds to go back. */
const goTimeoutMilliseconds = 10_000;

/**
 * @typedef {{fairway: string, path: string[], link?: string}} Entry the session, the path to the front screen, and the deep link that
 *   led to that screen
 */

/**
 * The changes that lead from the current entry to a path: go back `back` entries, then push an entry for each of `paths`. If
 * `replace` is set, the first of them replaces the current entry. Pure.
 * @param {string[] | null} from null if the current entry is not one of the session's
 * @param {string[]} to at least one screen
 * @returns {{back: number, replace: boolean, paths: string[][]}}
 */
export function historyChanges(from, to) {
    const upTo = (count) => to.slice(0, count);
    const paths = (first) => to.slice(first).map((screen, index) => upTo(first + index + 1));
    if (!from?.length) return { back: 0, replace: true, paths: paths(0) };
    let common = from.findIndex((screen, index) => screen !== to[index]);
    if (common < 0) return { back: 0, replace: false, paths: paths(from.length) };
    // Only the last screen of the old path was replaced: reuse its entry.
    if (common === from.length - 1 && to.length >= from.length) return { back: 0, replace: true, paths: paths(common) };
    if (common === 0) return { back: from.length - 1, replace: true, paths: paths(0) };
    return { back: from.length - common, replace: true, paths: paths(common - 1) };
}

/** Updates the browser's history from the session, and the session from the browser's history. */
export class BrowserHistory {
    #session = "";
    /** @type {string[]} */
    #path = [];
    /** The deep links by the screens that they led to. @type {Map<string, string>} */
    #links = new Map();
    #pending = Promise.resolve();
    /** @type {(() => void) | null} */
    #onArrival = null;

    /** @param {import("./app.js").App} app */
    constructor(app) {
        this.app = app;
        addEventListener("popstate", (event) => this.#popped(event.state));
    }

    /** Whether the address bar shows a screen of this session, so that its link has been opened. @param {string} session */
    static shows(session) {
        return history.state?.fairway === session;
    }

    /**
     * Updates the history to a new path.
     * @param {string} session
     * @param {string[]} path
     * @param {string} [link] the deep link that led to this path. The address bar shows it while its screen is in front, so it can be shared
     */
    update(session, path, link) {
        if (session !== this.#session) this.#links.clear();
        this.#session = session;
        this.#path = path;
        if (link && path.length) this.#links.set(path.at(-1), link);
        this.#pending = this.#pending.then(() => this.#synchronize()).catch(() => {});
        return this.#pending;
    }

    async #synchronize() {
        const path = this.#path;
        if (!path.length) return;
        const here = BrowserHistory.shows(this.#session) ? history.state.path : null;
        const { back, replace, paths } = historyChanges(here, path);
        if (back) await this.#go(-back);
        this.#restoreLink();
        paths.forEach((path, index) => this.#write(path, index === 0 && replace));
        // A link can lead to the screen that was in front before.
        if (history.state.link !== this.#links.get(path.at(-1))) this.#write(path, true);
    }

    /** After a reload, only the history entry has the link. */
    #restoreLink() {
        const { path, link } = history.state ?? {};
        if (BrowserHistory.shows(this.#session) && link && !this.#links.has(path.at(-1))) this.#links.set(path.at(-1), link);
    }

    #write(path, isReplacement) {
        const link = this.#links.get(path.at(-1));
        /** @type {Entry} */
        const entry = { fairway: this.#session, path, link };
        // An escape that `decodeURI` has left in the link must not be escaped again.
        const address = location.pathname + (link ? `#${encodeURI(link).replaceAll("%25", "%")}` : "");
        if (isReplacement) history.replaceState(entry, "", address);
        else history.pushState(entry, "", address);
    }

    /** @param {Entry | null} entry */
    #popped(entry) {
        if (this.#onArrival) return this.#onArrival();
        this.#pending = this.#pending.then(() => this.#handle(entry)).catch(() => {});
    }

    async #handle(entry) {
        const link = entry?.fairway ? null : deepLink();
        if (link) {
            // The browser added an entry for the typed link. Go back from it, because the link's screens get their own entries.
            await this.#go(-1);
            // Without a session, the page shows the problem of an earlier address.
            this.app.attempt(() => this.app.openLink(link), this.app.session ? undefined : this.app.showNowhere);
        } else if (entry?.fairway !== this.#session) {
            await this.#synchronize();
        } else if (entry.path.length < this.#path.length) {
            await this.#backTo(entry.path.length);
            // If the flow refused, add the entries again that the user went back from.
            await this.#synchronize();
        } else if (entry.path.length > this.#path.length) {
            // The user went forward to a screen that no longer exists. Undo it.
            await this.#go(this.#path.length - entry.path.length);
        }
    }

    /** Goes back until only `depth` screens are left, or the flow refuses. */
    async #backTo(depth) {
        const { app } = this;
        for (let path = app.path; path.length > depth && app.session.state.screen?.back; path = app.path) {
            const view = app.view.front;
            const target = path[depth - 1];
            const isOneStep = path.length - depth === 1;
            const draft = view?.draft;
            try {
                await app.session.goBack(isOneStep ? { screen: path.at(-1), draft } : { to: target, draft });
            } catch (error) {
                if (error.code !== "no-such-screen") return app.report(error, (problem) => view?.showNotice(problem.message));
                // The target is under a presented container, which has to be dismissed first.
                await app.attempt(() => app.session.goBack({ screen: path.at(-1), draft }));
            }
            if (app.path.length >= path.length) return;
        }
    }

    #go(steps) {
        return new Promise((resolve) => {
            const timer = setTimeout(() => this.#onArrival?.(), goTimeoutMilliseconds);
            this.#onArrival = () => {
                clearTimeout(timer);
                this.#onArrival = null;
                resolve();
            };
            history.go(steps);
        });
    }
}
