// The tools of a client in a window of its own: the menu, the inspector, the browser's history and the account of the user. A client in a
// frame has none of them, because the page around it has the window. Its sessions are anonymous.

import { BrowserHistory } from "./history.js";
import { identity } from "./identity.js";
import { h } from "./dom.js";
import { Inspector } from "./inspector.js";
import { phrase } from "./language.js";
import { Menu } from "./menu.js";
import { Resizer } from "./resizer.js";

const element = (id) => document.getElementById(id);

export class Tools {
    BrowserHistory = BrowserHistory;
    identity = identity;
    /** @type {Menu | undefined} */
    menu;

    /** @param {any} catalog */
    constructor(catalog) {
        this.catalog = catalog;
        this.inspector = new Inspector(element("inspector"), catalog);
        this.#toggleInspector();
    }

    /** Shows the buttons of the menu and of the account. @param {import("./app.js").App} app */
    async show(app) {
        this.menu = new Menu(this.catalog, {
            start: (start) => app.start(start),
            openLink: (link) => app.openLink(link),
            refresh: () => app.session?.refresh(),
            makeHandoff: () => app.session?.makeHandoff(),
            takeHandoff: (code) => app.takeHandoff(code),
            idiom: () => app.idiom,
            setIdiom: (idiom) => app.setIdiom(idiom),
            hasSession: () => app.session !== null,
            end: () => app.session.end(),
        });
        element("menu-button").addEventListener("click", () => this.menu.open());
        this.#offerLanguages(app);
        if (!identity) return;
        const { Account } = await import("./account.js");
        new Account(app, identity).showButton(element("user-button"));
    }

    /** Offers the app's languages, if there are several. @param {import("./app.js").App} app */
    #offerLanguages(app) {
        const select = /** @type {HTMLSelectElement | null} */ (element("language"));
        const { languages = [] } = this.catalog;
        if (!select || languages.length < 2) return;
        // Each language calls itself by its own name.
        const name = (tag) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
        select.setAttribute("aria-label", phrase("Language"));
        select.append(...languages.map((tag) => h("option", { value: tag, lang: tag }, name(tag))));
        select.value = languages.find((tag) => tag === document.documentElement.lang) ?? languages[0];
        select.addEventListener("change", () => app.attempt(() => app.speak(select.value)));
        select.disabled = false;
    }

    /** Opens and closes the inspector with its button. On wide windows it is open at first. */
    #toggleInspector() {
        const [panel, toggle] = [element("inspector"), element("inspector-button")];
        // A server may leave out the inspector.
        if (!toggle) return;
        const resizer = new Resizer(panel);
        const open = (isOpen) => {
            panel.hidden = !isOpen;
            resizer.element.hidden = !isOpen;
            toggle.setAttribute("aria-expanded", String(isOpen));
        };
        toggle.addEventListener("click", () => open(panel.hidden));
        open(matchMedia("(min-width: 68rem)").matches);
    }
}
