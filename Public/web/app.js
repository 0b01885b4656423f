// The web client: a session on a stage.

import { BusyError, ProblemError, Session, Transport, pathToFront } from "../fairway.js";
import { same } from "../fairway/state.js";
import { h } from "./dom.js";
import { Drafts } from "./drafts.js";
import { BrowserHistory } from "./history.js";
import { jsonView } from "./json.js";
import { Stage } from "./stage.js";
import { storeSession, storedSession } from "./storage.js";
import { perform } from "./toasts.js";

/** Runs one session at a time. */
export class App {
    /** @type {Session | null} */
    session = null;
    idiom = "web";

    /**
     * @param {{stage: HTMLElement, connection: HTMLElement, toasts: import("./toasts.js").Toasts, catalog: any,
     *   onExchange: (exchange: any) => void}} parts
     */
    constructor({ stage, connection, toasts, catalog, onExchange }) {
        this.transport = new Transport({ onExchange });
        this.connection = connection;
        this.toasts = toasts;
        const schemas = new Map(catalog.screens.map((screen) => [screen.name, screen.actions]));
        this.stage = new Stage(stage, (screen) => schemas.get(screen) ?? {}, {
            send: (view, action, params) => this.send(view, action, params),
            typed: (view) => this.drafts.typed(view.id, view.draft),
            back: (view) => this.back(view),
            select: (tab, container) => this.#attempt(() => this.session.select(tab, container)),
        });
        this.drafts = new Drafts(() => this.session);
        this.history = new BrowserHistory({
            back: (depth) => this.#backTo(depth),
            openLink: (link) => this.#attempt(() => this.session.openLink(link)),
        });
        addEventListener("pagehide", () => this.drafts.leave());
        document.addEventListener("visibilitychange", () => {
            // A browser has six connections to a server for all of its tabs: those nobody looks at give theirs back.
            if (document.hidden) {
                this.drafts.leave();
                this.session?.stop();
            } else this.session?.follow();
        });
    }

    /** Takes up the session this browser was in, or begins one, at the link in the address bar when there is one. */
    async open() {
        const { link } = BrowserHistory;
        const flow = new URLSearchParams(location.search).get("flow");
        const stored = flow ? null : storedSession();
        if (!stored) return this.start(link ? { link } : flow ? { flow } : {});
        const session = new Session({ ...stored, transport: this.transport });
        this.#listen(session);
        try {
            await session.load();
        } catch (error) {
            if (!(error instanceof ProblemError)) throw error;
            if (error.code === "superseded") return this.#lost(error);
            return this.start(link ? { link } : {});
        }
        if (session.state.status === "over" && link) return this.start({ link });
        this.#take(session);
        if (link) await this.#attempt(() => session.openLink(link));
    }

    /** @param {import("../fairway/session.js").Start} start */
    async start(start) {
        const device = { idiom: this.idiom, locale: navigator.language };
        this.#take(await Session.start({ ...start, device }, this.transport));
    }

    /** @param {string} code */
    async takeHandoff(code) {
        this.#take(await Session.takeHandoff(code, { idiom: this.idiom, locale: navigator.language }, this.transport));
    }

    /** @param {string} idiom */
    async setIdiom(idiom) {
        this.idiom = idiom;
        await this.session.setDevice({ idiom, locale: navigator.language });
    }

    /** @param {import("./screen.js").ScreenView} view @param {string} action @param {any} [params] */
    async send(view, action, params) {
        if (this.session.isBusy) return;
        const draft = view.draft;
        view.showNotice(null);
        this.drafts.forget(view.id);
        await this.#attempt(
            async () => {
                await this.session.send(action, params, { screen: view.id, draft });
                view.taken();
            },
            (problem) => view.showProblem(action, problem),
        );
    }

    /** @param {import("./screen.js").ScreenView} view */
    async back(view) {
        const draft = view.draft;
        await this.#attempt(() => this.session.goBack({ screen: view.id, draft }), (problem) => view.showNotice(problem.message));
    }

    /** Leaves the screens above a depth, as far as the flow lets one. */
    async #backTo(depth) {
        for (let path = this.#path; path.length > depth && this.session.state.screen?.back; path = this.#path) {
            const view = this.stage.front;
            const target = path[depth - 1];
            const isNear = path.length - depth === 1;
            const draft = view?.draft;
            try {
                await this.session.goBack(isNear ? { screen: path.at(-1), draft } : { to: target, draft });
            } catch (error) {
                if (error.code !== "no-such-screen") return this.#report(error, (problem) => view?.showNotice(problem.message));
                // It lies under a presentation, to which one goes step by step.
                await this.#attempt(() => this.session.goBack({ screen: path.at(-1), draft }));
            }
            if (this.#path.length >= path.length) return;
        }
    }

    get #path() {
        return pathToFront(this.session.state.navigation).map(({ id }) => id);
    }

    #listen(session) {
        this.drafts.leave();
        this.session?.stop();
        this.stage.clear();
        this.session = session;
        const on = (name, react) => {
            // A session that was left for another may still be told something.
            session.addEventListener(name, ({ detail }) => this.session === session && react(detail));
        };
        on("state", ({ state, moves }) => this.#show(state, moves));
        on("effect", (effect) => perform(effect, this.toasts));
        on("lost", (problem) => this.#lost(problem));
        on("connection", ({ isConnected }) => this.#connected(isConnected));
    }

    #take(session) {
        if (this.session !== session) this.#listen(session);
        storeSession(session);
        this.#connected(true);
        this.#show(session.state, []);
        if (!document.hidden) session.follow();
    }

    #show(state, moves) {
        if (state.status === "over") return this.#over(state);
        this.stage.draw(state, moves);
        this.history.follow(state.session, this.#path);
    }

    #over(state) {
        storeSession(null);
        const words = { completed: "Completed", dismissed: "Closed", ended: "Ended", expired: "Expired" };
        const heading = h("h1", { tabindex: "-1" }, words[state.outcome] ?? "Over");
        const again = h("button.primary", { type: "button", onclick: () => this.start({}) }, "Start again");
        const hasResult = state.result !== undefined && state.result !== null && !same(state.result, {});
        const result = hasResult ? [h("p.caption", {}, "Its result"), jsonView(state.result)] : [];
        this.stage.show(h("article.screen.over", { data: { outcome: state.outcome } }, heading, ...result, h("div.buttons", {}, again)));
        document.title = "Over · Fairway";
        heading.focus({ preventScroll: true });
    }

    #lost(problem) {
        storeSession(null);
        const text = problem.code === "superseded" ? "This session goes on on another device." : "This session is not here any more.";
        const again = h("button.primary", { type: "button", onclick: () => this.start({}) }, "Start anew");
        this.stage.show(h("article.screen.over", {}, h("h1", {}, text), h("div.buttons", {}, again)));
    }

    #connected(isConnected) {
        this.connection.hidden = isConnected;
        const isStepWaiting = this.session.state && this.session.isBusy;
        this.connection.textContent = `Reconnecting… ${isStepWaiting ? "Your last step follows." : "What you type is kept."}`;
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
        // The session went on, and the screen that this was about is gone: there is nowhere else to say it.
        const isHere = error instanceof ProblemError && !["stale-screen", "session-over"].includes(error.code);
        if (isHere && onProblem) onProblem(error);
        else this.toasts.show(error.message);
    }
}
