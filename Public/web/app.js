// The web client: runs a session and displays it.

import { BusyError, ProblemError, Session, Transport, pathToFront } from "../fairway.js";
import { same } from "../fairway/state.js";
import { h } from "./dom.js";
import { Drafts } from "./drafts.js";
import { BrowserHistory } from "./history.js";
import { jsonView } from "./json.js";
import { fittingLocale } from "./labels.js";
import { phrase } from "./language.js";
import { NavigationView } from "./navigationView.js";
import { storeSession, storedSession } from "./storage.js";
import { perform } from "./toasts.js";

/** Runs one session at a time. */
export class App {
    /** @type {Session | null} */
    session = null;
    idiom = "web";

    /**
     * @param {{content: HTMLElement, connection: HTMLElement, toasts: import("./toasts.js").Toasts, catalog: any,
     *   onExchange: (exchange: any) => void}} parts
     */
    constructor({ content, connection, toasts, catalog, onExchange }) {
        this.transport = new Transport({ onExchange });
        this.connection = connection;
        this.toasts = toasts;
        const screens = new Map(catalog.screens.map((screen) => [screen.name, screen]));
        this.view = new NavigationView(content, (screen) => screens.get(screen) ?? { actions: {} }, {
            send: (view, action, params) => this.send(view, action, params),
            typed: (view) => this.drafts.schedule(view.id, view.draft),
            back: (view) => this.back(view),
            select: (tab, container) => this.#attempt(() => this.session.select(tab, container)),
        });
        this.drafts = new Drafts(() => this.session);
        this.history = new BrowserHistory({
            back: (depth) => this.#backTo(depth),
            openLink: (link) => this.#attempt(() => this.session.openLink(link)),
        });
        addEventListener("pagehide", () => this.drafts.flush());
        document.addEventListener("visibilitychange", () => {
            // Over HTTP/1.1, all tabs of a browser share six connections to a server. Hidden tabs therefore close theirs.
            if (document.hidden) {
                this.drafts.flush();
                this.session?.stop();
            } else this.session?.follow();
        });
    }

    /** Continues the stored session, or starts one. Opens the deep link in the address bar, if there is one. */
    async open() {
        const { link } = BrowserHistory;
        const flow = new URLSearchParams(location.search).get("flow");
        const stored = flow ? null : storedSession();
        if (!stored) return this.start(link ? { link } : flow ? { flow } : {});
        const session = new Session({ ...stored, transport: this.transport });
        this.#observe(session);
        try {
            await session.load();
        } catch (error) {
            if (!(error instanceof ProblemError)) throw error;
            if (error.code === "superseded") return this.#lost(error);
            return this.start(link ? { link } : {});
        }
        if (session.state.status === "over" && link) return this.start({ link });
        this.#use(session);
        if (link) await this.#attempt(() => session.openLink(link));
    }

    /** @param {import("../fairway/session.js").Start} start */
    async start(start) {
        const device = { idiom: this.idiom, locale: fittingLocale(navigator.language) };
        this.#use(await Session.start({ ...start, device }, this.transport));
    }

    /** @param {string} code */
    async takeHandoff(code) {
        this.#use(await Session.takeHandoff(code, { idiom: this.idiom, locale: fittingLocale(navigator.language) }, this.transport));
    }

    /** @param {string} idiom */
    async setIdiom(idiom) {
        this.idiom = idiom;
        await this.session.setDevice({ idiom, locale: fittingLocale(navigator.language) });
    }

    /** @param {import("./screen.js").ScreenView} view @param {string} action @param {any} [params] */
    async send(view, action, params) {
        if (this.session.isBusy) return;
        const draft = view.draft;
        view.showNotice(null);
        await this.drafts.discard(view.id);
        if (this.session.isBusy) return;
        await this.#attempt(
            async () => {
                await this.session.send(action, params, { screen: view.id, draft });
                view.markSent(action);
            },
            (problem) => view.showProblem(action, problem),
        );
    }

    /** @param {import("./screen.js").ScreenView} view */
    async back(view) {
        const draft = view.draft;
        await this.#attempt(() => this.session.goBack({ screen: view.id, draft }), (problem) => view.showNotice(problem.message));
    }

    /** Goes back until only `depth` screens are left, or the flow refuses. */
    async #backTo(depth) {
        for (let path = this.#path; path.length > depth && this.session.state.screen?.back; path = this.#path) {
            const view = this.view.front;
            const target = path[depth - 1];
            const isOneStep = path.length - depth === 1;
            const draft = view?.draft;
            try {
                await this.session.goBack(isOneStep ? { screen: path.at(-1), draft } : { to: target, draft });
            } catch (error) {
                if (error.code !== "no-such-screen") return this.#report(error, (problem) => view?.showNotice(problem.message));
                // The target is under a presented container, which has to be dismissed first.
                await this.#attempt(() => this.session.goBack({ screen: path.at(-1), draft }));
            }
            if (this.#path.length >= path.length) return;
        }
    }

    get #path() {
        return pathToFront(this.session.state.navigation).map(({ id }) => id);
    }

    #observe(session) {
        this.drafts.flush();
        this.session?.stop();
        this.view.clear();
        this.session = session;
        const on = (name, handler) => {
            // Ignore events of a session that was replaced by another.
            session.addEventListener(name, ({ detail }) => this.session === session && handler(detail));
        };
        on("state", ({ state, moves }) => this.#show(state, moves));
        on("effect", (effect) => perform(effect, this.toasts));
        on("lost", (problem) => this.#lost(problem));
        on("connection", ({ isConnected }) => this.#connected(isConnected));
    }

    #use(session) {
        if (this.session !== session) this.#observe(session);
        storeSession(session);
        this.#connected(true);
        this.#show(session.state, []);
        if (!document.hidden) session.follow();
    }

    #show(state, moves) {
        if (state.status === "over") return this.#over(state);
        this.view.draw(state, moves);
        this.history.update(state.session, this.#path);
    }

    #over(state) {
        storeSession(null);
        const words = { completed: "Completed", dismissed: "Closed", ended: "Ended", expired: "Expired" };
        const heading = h("h1", { tabindex: "-1" }, phrase(words[state.outcome] ?? "Ended"));
        const startButton = h("button.primary", { type: "button", onclick: () => this.start({}) }, phrase("Start again"));
        const hasResult = state.result !== undefined && state.result !== null && !same(state.result, {});
        const result = hasResult ? [h("details.result", {}, h("summary", {}, phrase("Result")), jsonView(state.result))] : [];
        this.view.show(h("article.screen.over", { data: { outcome: state.outcome } }, heading, ...result, h("div.buttons", {}, startButton)));
        document.title = `${heading.textContent} · Fairway`;
        heading.focus({ preventScroll: true });
    }

    #lost(problem) {
        storeSession(null);
        const text = problem.code === "superseded" ? "This session continues on another device." : "This session no longer exists.";
        const startButton = h("button.primary", { type: "button", onclick: () => this.start({}) }, "Start again");
        this.view.show(h("article.screen.over", {}, h("h1", {}, text), h("div.buttons", {}, startButton)));
    }

    #connected(isConnected) {
        this.connection.hidden = isConnected;
        const isChangePending = this.session.state && this.session.isBusy;
        this.connection.textContent = `Reconnecting… ${isChangePending ? "Your last action will be sent." : "Your input is kept."}`;
        if (isConnected) this.drafts.send();
    }

    async #attempt(work, onProblem) {
        try {
            document.body.dataset.busy = "";
            await work();
        } catch (error) {
            this.#report(error, onProblem);
        } finally {
            delete document.body.dataset.busy;
        }
    }

    #report(error, onProblem) {
        if (error instanceof BusyError || error.name === "AbortError") return;
        // If the action's screen is gone, show the message in a toast.
        const isScreenVisible = error instanceof ProblemError && !["stale-screen", "session-over"].includes(error.code);
        if (isScreenVisible && onProblem) onProblem(error);
        else this.toasts.show(error.message);
    }
}
