// The tokens that calls are tried with: that of the browser's session, and the operator's. Neither is shown unasked.

import { Session } from "../../fairway.js";
import { Operator } from "../../admin/operator.js";
import { controlsOf } from "../../web/controls.js";
import { h } from "../../web/dom.js";
import { fittingLocale } from "../../web/labels.js";
import { valueAt } from "../../web/pointer.js";
import { derivedRows, rowParams } from "../../web/rows.js";
import { storedSession, storeSession } from "../../web/storage.js";

/** An action that the screen offers, with the parameters that the first row of a list provides. */
function firstAction({ name, viewModel, actions }, { screens }) {
    const controls = controlsOf(screens.find((screen) => screen.name === name) ?? { actions: {} }).filter(({ action }) => actions.includes(action));
    const rows = derivedRows(viewModel, controls);
    const [control] = controls;
    if (!control) return { action: actions[0] };
    const row = rows.get(control.action) ?? control.row;
    const params = row && rowParams(row, valueAt(viewModel, row.list)?.[0], 0);
    return { action: control.action, ...(params && { params }) };
}

/** The tokens in the browser's storage, with their place on the page. */
export class Credentials {
    #operator = new Operator();
    /** The state of the current session, for suggestions. @type {any} */
    state = null;

    /** @param {HTMLElement} element @param {any} catalog */
    constructor(element, catalog) {
        this.element = element;
        this.catalog = catalog;
        this.load();
    }

    /** @param {"open" | "user" | "session" | "operator"} access @returns {string | undefined} */
    token(access) {
        if (access === "operator") return this.#operator.token ?? undefined;
        return access === "session" ? storedSession()?.token : undefined;
    }

    /** The id of the current session. */
    get session() {
        return storedSession()?.id;
    }

    /** Values for parameters and members of that name: what the user could do now. */
    get suggestions() {
        const { screen } = this.state ?? {};
        return { session: this.session, screen: screen?.id, ...(screen && firstAction(screen, this.catalog)) };
    }

    /** Makes a session the current one. @param {{id: string, token: string}} session */
    async use(session) {
        storeSession(session);
        await this.load();
    }

    /** @param {string} token */
    async signIn(token) {
        await this.#operator.signIn(token);
        this.#draw();
    }

    /** Loads the state of the current session, and shows it. */
    async load() {
        const stored = storedSession();
        try {
            this.state = stored ? (await new Session(stored).load()).state : null;
        } catch {
            // The session is gone. Another can be started.
            this.state = null;
        }
        this.#draw();
    }

    #draw() {
        const { state } = this;
        const output = h("span.error", { role: "alert" });
        const start = async () => {
            try {
                await this.use(await Session.start({ device: { idiom: "web", locale: fittingLocale(navigator.language) } }));
                this.element.querySelector("button").focus();
            } catch (error) {
                output.textContent = error.message;
            }
        };
        const button = h("button.plain.small", { type: "button", onclick: start }, state ? "Start another" : "Start a session");
        const about = state
            ? [h("p", {}, "Calls are tried on this browser’s session, ", h("code.identifier", {}, state.session), state.screen ? `, now at ${state.screen.name}, revision ${state.revision}.` : ", which is over.")]
            : [h("p", {}, "Calls are tried on this browser’s session. There is none yet.")];
        this.element.replaceChildren(h("div", {}, ...about), h("div.buttons", {}, button, state && h("a", { href: "/app" }, "Open it"), output));
        this.element.dispatchEvent(new CustomEvent("changed"));
    }
}
