// Keeps the browser's history in step with the session: one history entry for each screen on the path to the front screen.

/** The time-out of `history.go`, which causes no event if the entry does not exist. */
const goTimeoutMilliseconds = 1_000;

/**
 * @typedef {{fairway: string, path: string[]}} Entry the session, and the path to the front screen
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
    #pending = Promise.resolve();
    /** @type {(() => void) | null} */
    #onArrival = null;

    /**
     * @param {{back: (depth: number) => Promise<void>, openLink: (link: string) => void}} delegate
     *   `back` goes back until `depth` screens are left
     */
    constructor(delegate) {
        this.delegate = delegate;
        addEventListener("popstate", (event) => this.#popped(event.state));
    }

    /** The deep link in the address bar, if it has not been opened yet. */
    static get link() {
        return location.hash.startsWith("#/") && !history.state?.fairway ? decodeURI(location.hash.slice(1)) : null;
    }

    /**
     * Updates the history to a new path.
     * @param {string} session
     * @param {string[]} path
     */
    update(session, path) {
        this.#session = session;
        this.#path = path;
        this.#pending = this.#pending.then(() => this.#synchronize()).catch(() => {});
        return this.#pending;
    }

    async #synchronize() {
        const path = this.#path;
        if (!path.length) return;
        const here = history.state?.fairway === this.#session ? history.state.path : null;
        const { back, replace, paths } = historyChanges(here, path);
        if (back) await this.#go(-back);
        paths.forEach((path, index) => {
            const entry = { fairway: this.#session, path };
            if (index === 0 && replace) history.replaceState(entry, "", location.pathname);
            else history.pushState(entry, "", location.pathname);
        });
    }

    /** @param {Entry | null} entry */
    #popped(entry) {
        if (this.#onArrival) return this.#onArrival();
        this.#pending = this.#pending.then(() => this.#handle(entry)).catch(() => {});
    }

    async #handle(entry) {
        const link = BrowserHistory.link;
        if (link) {
            // The browser added an entry for the typed link. Go back from it, because the link's screens get their own entries.
            await this.#go(-1);
            this.delegate.openLink(link);
        } else if (entry?.fairway !== this.#session) {
            await this.#synchronize();
        } else if (entry.path.length < this.#path.length) {
            await this.delegate.back(entry.path.length);
            // If the flow refused, add the entries again that the user went back from.
            await this.#synchronize();
        } else if (entry.path.length > this.#path.length) {
            // The user went forward to a screen that no longer exists. Undo it.
            await this.#go(this.#path.length - entry.path.length);
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
