// The sessions of the signed-in user, in a dialog.

import { Session } from "../fairway.js";
import { h, newID } from "./dom.js";
import { formattedMoment } from "./formats.js";
import { screenTitle } from "./labels.js";
import { phrase } from "./language.js";
import { reason } from "./reason.js";

/** @typedef {import("../fairway.js").UserSession} UserSession */

/** Lists the sessions, and lets the user resume one or sign out. */
export class MySessions {
    /**
     * @param {import("../fairway.js").Transport} transport
     * @param {{
     *   name: string, current: () => string | null, flowTitle: (flow: string) => string, resume: (id: string) => Promise<void>,
     *   signOut: () => void
     * }} delegate `name` is the user's
     */
    constructor(transport, delegate) {
        this.transport = transport;
        this.delegate = delegate;
        this.output = h("p.error", { role: "alert" });
        this.list = h("ul.rows", { hidden: true });
        this.status = h("p.caption", { role: "status" });
        this.more = h("button.plain", { type: "button", hidden: true }, phrase("More"));
        const title = newID("dialog");
        const close = { type: "button", onclick: () => this.dialog.close(), "aria-label": phrase("Close") };
        const signOut = h("button.plain", { type: "button", onclick: () => this.delegate.signOut() }, phrase("Sign out"));
        const page = h(
            "div.page",
            {},
            h("div.head", {}, h("h2", { id: title }, phrase("My sessions")), h("button.icon", close, "×")),
            h("div", {}, this.status, this.list, this.output),
            this.more,
            h("section.buttons.ending", {}, h("p.caption", {}, phrase("Signed in as {}", delegate.name)), signOut),
        );
        const onclick = (event) => event.target === this.dialog && this.dialog.close();
        this.dialog = h("dialog.menu", { "aria-labelledby": title, onclick, onclose: () => this.dialog.remove() }, page);
        document.querySelector("main").append(this.dialog);
    }

    async open() {
        this.dialog.showModal();
        this.status.textContent = phrase("Loading…");
        if (await this.#load()) this.status.textContent = this.list.hidden ? phrase("You have no open sessions.") : "";
    }

    /** Appends a page to the list. @param {string} [cursor] */
    async #load(cursor) {
        this.more.hidden = true;
        try {
            const { sessions, next } = await Session.list({ status: "active", cursor }, this.transport);
            const rows = sessions.map((session) => this.#row(session));
            this.list.append(...rows);
            this.list.hidden &&= rows.length === 0;
            this.more.hidden = next === null;
            this.more.onclick = () => this.#load(next);
            // The button has left the keyboard's focus behind.
            if (cursor) rows[0]?.querySelector("button").focus();
            return true;
        } catch (error) {
            this.status.textContent = "";
            this.output.textContent = reason(error);
            return false;
        }
    }

    /** @param {UserSession} session */
    #row({ session, flow, screen, title, touchedAt }) {
        const isCurrent = session === this.delegate.current();
        const { flowTitle } = this.delegate;
        const name = title ?? (screen ? screenTitle(screen) : flow ? flowTitle(flow) : session);
        const details = [flow && flowTitle(flow), formattedMoment(touchedAt), isCurrent && phrase("open here")].filter(Boolean);
        const lines = h("span.lines", {}, h("strong", {}, name), h("span.details", {}, ...details.map((text) => h("span", {}, text))));
        const onclick = () => this.#resume(session);
        return h("li", {}, h("button.choice", { type: "button", onclick, data: { session }, "aria-current": isCurrent && "true" }, lines));
    }

    /** @param {string} id */
    async #resume(id) {
        this.output.textContent = "";
        try {
            if (id !== this.delegate.current()) await this.delegate.resume(id);
            this.dialog.close();
        } catch (error) {
            this.output.textContent = reason(error);
        }
    }
}
