// The account of the user: sign-in, sign-out and the list of sessions. Loaded when people can sign in, or when a session needs a user.

import { h } from "./dom.js";
import { phrase } from "./language.js";
import { reason } from "./reason.js";
import { storeSession } from "./storage.js";
import { setTitle } from "./title.js";

export class Account {
    /** @param {import("./app.js").App} app @param {import("./identity.js").Identity | null} identity */
    constructor(app, identity) {
        this.app = app;
        this.identity = identity;
    }

    /** Shows the button *Sign in* or *My sessions*. @param {HTMLElement} button */
    showButton(button) {
        const { name } = this.identity;
        button.textContent = phrase(name === null ? "Sign in" : "My sessions");
        if (name !== null) button.setAttribute("aria-haspopup", "dialog");
        button.hidden = false;
        button.addEventListener("click", () => (name === null ? this.signIn() : this.#openSessions(name)));
    }

    /** Shows that only a signed-in user can continue. @param {import("../fairway.js").ProblemError} problem */
    askToSignIn(problem) {
        const button = (text, style, onclick) => h(`button.${style}`, { type: "button", onclick }, phrase(text));
        // The address still has the flow or the link that needs a user.
        const signIn = this.identity && button("Sign in", "primary", () => this.identity.signIn(location.href));
        const leave = this.identity?.name ? button("Sign out", "plain", () => this.#signOut()) : button("Start", "plain", () => this.app.start({}));
        const [title, why] = [h("h1", { tabindex: "-1" }, phrase("Sign in to continue")), h("p", {}, reason(problem))];
        this.app.view.show(h("article.screen.over", {}, title, why, h("div.buttons", {}, signIn, leave)));
        setTitle(title.textContent);
        title.focus({ preventScroll: true });
    }

    /** Leaves the page for that of the identity provider. */
    signIn() {
        this.identity.signIn(location.origin + location.pathname);
    }

    /** Leaves the user's session. An anonymous session is kept. */
    #signOut() {
        if (!this.app.session?.token) storeSession(null);
        this.identity.signOut();
        location.assign(location.pathname);
    }

    /** @param {string} name */
    async #openSessions(name) {
        const { MySessions } = await import("./mySessions.js");
        const current = () => this.app.session?.id ?? null;
        const { flowTitle } = this.app.view;
        await new MySessions(this.app.transport, { name, current, flowTitle, resume: (id) => this.app.resume(id), signOut: () => this.#signOut() }).open();
    }
}
