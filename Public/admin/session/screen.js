// The screen of a session as its user sees it, now or at an earlier revision.

import { h } from "../../web/dom.js";
import { ago } from "../times.js";

/** Shows states of one session. */
export class ScreenPane {
    #frame;
    #isReady;
    #missing = h("p.nothing", { hidden: true });
    #about = h("p.caption", { role: "status" });

    /** @param {string | null} locale of the session's device */
    constructor(locale) {
        const language = locale ? `?language=${encodeURIComponent(locale)}` : "";
        this.#frame = h("iframe.screen-frame", { src: `/admin/screen${language}`, title: "The screen as the user sees it" });
        this.#isReady = new Promise((resolve) => this.#frame.addEventListener("ready", resolve, { once: true }));
        this.element = h("div.screen-pane", {}, this.#about, this.#frame, this.#missing);
    }

    /**
     * @param {any} state null if the operator's role does not show it, or the server cannot read it
     * @param {{isPresent: boolean, isSandbox: boolean, isUnreadable: boolean, at?: string | null,
     *   sandbox?: import("../../web/sandboxBar.js").Sandbox | null}} moment
     */
    async show(state, { isPresent, isSandbox, isUnreadable, at, sandbox = null }) {
        const hidden = isUnreadable ? "This server cannot read the session." : "Your role does not show what users see and type.";
        const reason = !state ? hidden : !state.screen ? "The session is over. Its user sees no screen." : "";
        this.#missing.textContent = reason;
        this.#missing.hidden = !reason;
        this.#frame.hidden = Boolean(reason);
        const moment = at ? ` at ${new Date(at).toLocaleTimeString("en-GB")}, ${ago(at)}` : "";
        this.#about.textContent = reason ? "" : isPresent ? `What the ${isSandbox ? "sandbox shows" : "user sees"} now` : `What the user saw at revision ${state?.revision}${moment}`;
        if (reason) return;
        await this.#isReady;
        // The frame's window exists: it has reported that it is ready.
        this.#frame.contentWindow?.postMessage({ state, sandbox }, location.origin);
    }
}
