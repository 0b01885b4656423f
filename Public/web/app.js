// The web client: runs a session and displays it.

import { BusyError, ProblemError, Session, Transport, pathToFront } from "../fairway.js";
import { deepLink } from "./address.js";
import { h } from "./dom.js";
import { Drafts } from "./drafts.js";
import { flowTitles, spokenLocale } from "./labels.js";
import { chooseLanguage, phrase, preferredLanguages, variantOf } from "./language.js";
import { NavigationView } from "./navigationView.js";
import { reason } from "./reason.js";
import { loadRenderers } from "./renderers.js";
import { isFramed, isOwn, storeSession, storedSession } from "./storage.js";
import { perform } from "./toasts.js";

/** Runs one session at a time. */
export class App {
    /** @type {Session | null} */
    session = null;
    /** @type {import("../fairway.js").Device["idiom"]} */
    idiom = isFramed ? "phone" : "web";
    /** The parameters of “Start again”. @type {import("../fairway/session.js").Start} */
    #first = {};
    /** The last state that was passed to `onState`. @type {import("../fairway/state.js").StateDocument | null} */
    #reported = null;

    /**
     * @param {{content: HTMLElement, connection: HTMLElement, toasts: import("./toasts.js").Toasts, catalog: any,
     *   tools: import("./tools.js").Tools | null, onState: (update: import("../fairway/session.js").Update) => void,
     *   showNowhere: (problem: ProblemError) => void}} parts `tools` is null in a frame; `showNowhere` shows why the address opens no session
     */
    constructor({ content, connection, toasts, catalog, tools, onState, showNowhere }) {
        this.tools = tools;
        this.identity = tools?.identity ?? null;
        const userToken = this.identity ? () => this.identity.token() : undefined;
        this.transport = new Transport({ onExchange: (exchange) => tools?.inspector.addCall(exchange), userToken });
        this.onState = onState;
        this.showNowhere = showNowhere;
        this.connection = connection;
        this.toasts = toasts;
        this.locale = spokenLocale(catalog.languages, preferredLanguages());
        const screens = new Map(catalog.screens.map((screen) => [screen.name, screen]));
        this.view = new NavigationView(content, (screen) => screens.get(screen) ?? { actions: {} }, flowTitles(catalog.flows), {
            send: (view, action, params) => this.send(view, action, params),
            typed: (view) => this.drafts.schedule(view.id, view.draft),
            back: (view) => this.back(view),
            select: (tab, container) => this.attempt(() => this.session.select(tab, container)),
        });
        this.drafts = new Drafts(() => this.session);
        this.history = tools && new tools.BrowserHistory(this);
        addEventListener("pagehide", () => this.drafts.flush());
        document.addEventListener("visibilitychange", () => {
            // Over HTTP/1.1, all tabs share six connections to a server, so a hidden tab closes its stream.
            if (document.hidden) {
                this.drafts.flush();
                this.session?.stop();
            } else this.session?.follow();
        });
    }

    /** Continues the stored session, or starts one. Opens the deep link in the address bar, if there is one. */
    async open() {
        const link = deepLink();
        const flow = new URLSearchParams(location.search).get("flow");
        if (flow) this.#first = { flow };
        const stored = flow && !isFramed ? null : storedSession();
        if (!stored) return this.start(link ? { link } : this.#first);
        const session = new Session({ ...stored, transport: this.transport });
        this.#observe(session);
        // Read before `load`, which updates the history.
        const isOpened = this.tools?.BrowserHistory.shows(session.id);
        try {
            await session.load();
        } catch (error) {
            if (!(error instanceof ProblemError)) throw error;
            // A session with a token of its own has no user: the token in the storage is damaged.
            if (error.code === "superseded" || (error.code === "invalid-token" && !session.token)) return this.#lost(error);
            return this.start(link ? { link } : this.#first);
        }
        if (session.state.status === "over" && link) return this.start({ link });
        // A tab with its own session shows a sandbox, which has no sign-in.
        if (session.state.status === "active" && this.identity?.name && !isOwn) await this.attempt(() => session.signIn());
        this.#use(session);
        if (link && !isOpened) await this.attempt(() => this.openLink(link));
    }

    /** @param {import("../fairway/session.js").Start} start */
    async start(start) {
        const device = { idiom: this.idiom, locale: this.locale };
        this.#use(await Session.start({ ...start, device }, this.transport));
        if (start.link) this.#keepLink(start.link);
    }

    /** Opens a deep link in the session, or starts a session with it. @param {string} link */
    async openLink(link) {
        if (!this.session || this.session.state.status === "over") return this.start({ link });
        await this.session.openLink(link);
        this.#keepLink(link);
    }

    #keepLink(link) {
        const path = this.path;
        if (path.length) this.history?.update(this.session.id, path, link);
    }

    /** @param {string} code */
    async takeHandoff(code) {
        this.#use(await Session.takeHandoff(code, { idiom: this.idiom, locale: this.locale }, this.transport));
    }

    /** Opens another session of the user. @param {string} id */
    async resume(id) {
        this.#use(await new Session({ id, transport: this.transport }).load());
    }

    /** @param {import("../fairway.js").Device["idiom"]} idiom */
    async setIdiom(idiom) {
        this.idiom = idiom;
        await this.session.setDevice({ idiom, locale: this.locale });
    }

    /** Speaks another of the app's languages: tells the session, and loads the page again for its words. @param {string} language */
    async speak(language) {
        const { session, idiom } = this;
        if (session?.state?.status === "active") await session.setDevice({ idiom, locale: variantOf(language, navigator.languages) });
        chooseLanguage(language);
        location.reload();
    }

    /** @param {import("./screen.js").ScreenView} view @param {string} action @param {any} [params] */
    async send(view, action, params) {
        if (this.session.isBusy) return;
        const draft = view.draft;
        view.showNotice(null);
        await this.drafts.discard(view.id);
        if (this.session.isBusy) return;
        await this.attempt(
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
        await this.attempt(() => this.session.goBack({ screen: view.id, draft }), (problem) => view.showNotice(problem.message));
    }

    /** The ids of the screens from the root to the front screen. */
    get path() {
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
        on("state", (update) => this.#show(update));
        on("effect", (effect) => perform(effect, this.toasts));
        on("lost", (problem) => this.#lost(problem));
        on("connection", ({ isConnected }) => this.#connected(isConnected));
    }

    #use(session) {
        if (this.session !== session) this.#observe(session);
        storeSession(session);
        this.#connected(true);
        this.#show({ state: session.state, moves: [], previous: null });
        if (!document.hidden) session.follow();
    }

    async #show(update) {
        const { state, moves } = update;
        if (state !== this.#reported) this.onState(update);
        this.#reported = state;
        if (state.status === "over") return this.#end(({ overPage }) => overPage(state, this.#startAgain));
        const loading = loadRenderers([state.screen, ...(state.visible ?? [])].filter(Boolean).map(({ name }) => name));
        if (loading) {
            await loading;
            if (this.session.state !== state) return;
        }
        this.view.draw(state, moves);
        this.history?.update(state.session, this.path);
    }

    /** Shows that only a signed-in user can continue. @param {ProblemError} problem */
    async askToSignIn(problem) {
        const { Account } = await import("./account.js");
        new Account(this, this.identity).askToSignIn(problem);
    }

    #lost(problem) {
        if (problem.code === "invalid-token") return this.askToSignIn(problem);
        // The menu would cover the reason.
        this.tools?.menu.close();
        return this.#end(({ lostPage }) => lostPage(problem, this.#startAgain));
    }

    #startAgain = () => this.start(this.#first);

    /** @param {(endings: typeof import("./endings.js")) => HTMLElement} page */
    async #end(page) {
        storeSession(null);
        const { session } = this;
        const endings = await import("./endings.js");
        if (this.session !== session) return;
        this.view.show(page(endings));
        this.view.element.querySelector("h1").focus({ preventScroll: true });
    }

    #connected(isConnected) {
        this.connection.hidden = isConnected;
        const isChangePending = this.session.state && this.session.isBusy;
        this.connection.textContent = phrase(isChangePending ? "Reconnecting… Your last action will be sent." : "Reconnecting… Your input is kept.");
        if (isConnected) this.drafts.send();
    }

    /** Runs `work`, and shows its error: by `onProblem` if the screen is still visible, otherwise as a toast. */
    async attempt(work, onProblem) {
        try {
            document.body.dataset.busy = "";
            await work();
        } catch (error) {
            this.report(error, onProblem);
        } finally {
            delete document.body.dataset.busy;
        }
    }

    report(error, onProblem) {
        if (error instanceof BusyError || error.name === "AbortError") return;
        const isScreenVisible = error instanceof ProblemError && !["stale-screen", "session-over"].includes(error.code);
        if (isScreenVisible && onProblem) return onProblem(error);
        const remedies = {
            "no-such-link": ["Menu", () => this.tools?.menu.open()],
            "sign-in-required": this.identity && ["Sign in", () => this.identity.signIn(location.origin + location.pathname)],
        };
        const [text, onclick] = remedies[error.code] ?? [];
        this.toasts.show(reason(error), text && h("button.link", { type: "button", onclick }, phrase(text)));
    }
}
