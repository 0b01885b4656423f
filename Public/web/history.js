// The browser's back and forward. Every screen on the way back has an entry of its own in the browser's history.

/** How long the browser may take to go somewhere in its history. */
const travelMilliseconds = 1_000;

/**
 * @typedef {{fairway: string, path: string[]}} Entry whose session, and the screens down to the one in front
 */

/**
 * How to get from the entry one is at to a path: go back so many entries, then write the paths: the first in place of
 * the entry arrived at when `replace` is set, the others on top. Pure.
 * @param {string[] | null} from null: an entry that is not ours
 * @param {string[]} to at least one screen
 * @returns {{back: number, replace: boolean, paths: string[][]}}
 */
export function route(from, to) {
    const upTo = (count) => to.slice(0, count);
    const paths = (first) => to.slice(first).map((screen, index) => upTo(first + index + 1));
    if (!from?.length) return { back: 0, replace: true, paths: paths(0) };
    let common = from.findIndex((screen, index) => screen !== to[index]);
    if (common < 0) return { back: 0, replace: false, paths: paths(from.length) };
    // The screen on top was exchanged, or the whole way was: an entry is kept and says something else from now on.
    if (common === from.length - 1 && to.length >= from.length) return { back: 0, replace: true, paths: paths(common) };
    if (common === 0) return { back: from.length - 1, replace: true, paths: paths(0) };
    return { back: from.length - common, replace: true, paths: paths(common - 1) };
}

/** Keeps the browser's history like the session's. */
export class BrowserHistory {
    #session = "";
    /** @type {string[]} */
    #path = [];
    #turn = Promise.resolve();
    /** @type {(() => void) | null} */
    #arrived = null;

    /**
     * @param {{back: (depth: number) => Promise<void>, openLink: (link: string) => void}} delegate
     *   `back` is asked to leave the screens above that depth
     */
    constructor(delegate) {
        this.delegate = delegate;
        addEventListener("popstate", (event) => this.#popped(event.state));
    }

    /** The deep link in the address bar, that has not been opened yet. */
    static get link() {
        return location.hash.startsWith("#/") && !history.state?.fairway ? decodeURI(location.hash.slice(1)) : null;
    }

    /**
     * The session has come to these screens.
     * @param {string} session
     * @param {string[]} path
     */
    follow(session, path) {
        this.#session = session;
        this.#path = path;
        this.#turn = this.#turn.then(() => this.#align()).catch(() => {});
        return this.#turn;
    }

    async #align() {
        const path = this.#path;
        if (!path.length) return;
        const here = history.state?.fairway === this.#session ? history.state.path : null;
        const { back, replace, paths } = route(here, path);
        if (back) await this.#go(-back);
        paths.forEach((path, index) => {
            const entry = { fairway: this.#session, path };
            if (index === 0 && replace) history.replaceState(entry, "", location.pathname);
            else history.pushState(entry, "", location.pathname);
        });
    }

    /** @param {Entry | null} entry */
    #popped(entry) {
        if (this.#arrived) return this.#arrived();
        this.#turn = this.#turn.then(() => this.#follow(entry)).catch(() => {});
    }

    async #follow(entry) {
        const link = BrowserHistory.link;
        if (link) {
            // A link that was typed made an entry on top; what it leads to has entries of its own.
            await this.#go(-1);
            this.delegate.openLink(link);
        } else if (entry?.fairway !== this.#session) {
            await this.#align();
        } else if (entry.path.length < this.#path.length) {
            await this.delegate.back(entry.path.length);
            // Where the flow said no, the entry that was left comes back on top.
            await this.#align();
        } else if (entry.path.length > this.#path.length) {
            // Forward to where the server is no more: there is nothing to show.
            await this.#go(this.#path.length - entry.path.length);
        }
    }

    #go(steps) {
        return new Promise((resolve) => {
            const timer = setTimeout(() => this.#arrived?.(), travelMilliseconds);
            this.#arrived = () => {
                clearTimeout(timer);
                this.#arrived = null;
                resolve();
            };
            history.go(steps);
        });
    }
}
