// The palette: finds a page, or sessions by their id, user, key or request. Control-K or Command-K opens it.

import { h, newID } from "../web/dom.js";
import { address } from "./filters.js";
import { shortID } from "./times.js";

const mostSessions = 8;
/** What the server accepts as the id of a request. */
const requestID = /^[\w.:/+=@-]{4,128}$/;
/** The name of a key, a slash and its value. */
const key = /^[^/]+\/.+$/;

/**
 * Installs the palette.
 * @param {import("./operator.js").Operator} operator
 * @param {() => {text: string, href: string}[]} pages the pages that the operator can open
 * @returns {() => void} opens it
 */
export function installPalette(operator, pages) {
    const open = () => {
        if (operator.token && !document.querySelector("dialog[open]")) new Palette(operator, pages()).open();
    };
    addEventListener("keydown", (event) => {
        if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
        event.preventDefault();
        open();
    });
    return open;
}

class Palette {
    #operator;
    #pages;
    /** @type {{text: string, about: string, href: string}[]} */
    #results = [];
    #chosen = 0;
    #search = 0;
    #list = h("ul", { id: newID("results"), role: "listbox", "aria-label": "Results" });
    #status = h("p.caption", { role: "status" });
    #input = h("input", {
        type: "text",
        role: "combobox",
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "User, session, key, request or page",
        "aria-label": "Find",
        "aria-controls": this.#list.id,
        "aria-expanded": "true",
        "aria-autocomplete": "list",
        oninput: () => this.#find(),
        onkeydown: (event) => this.#pressed(event),
    });
    #dialog = h(
        "dialog.palette",
        {
            "aria-label": "Find",
            onclose: () => this.#dialog.remove(),
            onclick: (event) => event.target === this.#dialog && this.#dialog.close(),
        },
        this.#input,
        this.#list,
        this.#status,
    );

    constructor(operator, pages) {
        this.#operator = operator;
        this.#pages = pages;
    }

    open() {
        document.querySelector("main").append(this.#dialog);
        this.#dialog.showModal();
        this.#find();
    }

    async #find() {
        const number = ++this.#search;
        const text = this.#input.value.trim();
        const pages = this.#pages
            .filter((page) => page.text.toLowerCase().includes(text.toLowerCase()))
            .map(({ text, href }) => ({ text, about: "page", href }));
        const searches = text ? this.#searches(text) : [];
        this.#show([...pages, ...searches], "");
        if (!text) return;
        try {
            const { sessions } = await this.#operator.get("/sessions", { q: text, limit: mostSessions });
            if (number !== this.#search) return;
            const results = [...sessions.map(found), ...pages];
            this.#show([...results, ...searches], results.length ? "" : `Nothing matches “${text}”.`);
        } catch (error) {
            if (number === this.#search) this.#status.textContent = error.message;
        }
    }

    /** Searches that are made when they are chosen, because each one for a person is written to the audit. */
    #searches(text) {
        const search = (name, about) => ({ text: `“${text}”`, about, href: address("#/sessions", { [name]: text }) });
        return [
            ...(this.#operator.can("support") ? [search("person", "in all users’ ids, names and claims")] : []),
            ...(key.test(text) ? [search("key", "as a key")] : []),
            ...(requestID.test(text) ? [search("request", "as the id of a request")] : []),
        ];
    }

    #show(results, status) {
        this.#results = results;
        this.#chosen = 0;
        this.#status.textContent = status;
        this.#draw();
    }

    #draw() {
        const item = ({ text, about }, index) => {
            const id = `${this.#list.id}-${index}`;
            const properties = { id, role: "option", "aria-selected": String(index === this.#chosen), onclick: () => this.#go(index) };
            return h("li", properties, h("span", {}, text), " ", h("span.caption", {}, about));
        };
        this.#list.replaceChildren(...this.#results.map(item));
        const chosen = this.#list.children[this.#chosen];
        if (chosen) this.#input.setAttribute("aria-activedescendant", chosen.id);
        else this.#input.removeAttribute("aria-activedescendant");
        chosen?.scrollIntoView({ block: "nearest" });
    }

    #pressed(event) {
        const count = this.#results.length;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && count) {
            event.preventDefault();
            this.#chosen = (this.#chosen + step + count) % count;
            this.#draw();
        } else if (event.key === "Enter") {
            event.preventDefault();
            this.#go(this.#chosen);
        }
    }

    #go(index) {
        const result = this.#results[index];
        if (!result) return;
        this.#dialog.close();
        location.hash = result.href;
    }
}

function found(session) {
    const where = session.title ?? session.screen ?? session.outcome ?? session.flow;
    return {
        text: `${session.user ?? "Anonymous session"} …${shortID(session.session)}`,
        about: where,
        href: `#/sessions/${encodeURIComponent(session.session)}`,
    };
}
