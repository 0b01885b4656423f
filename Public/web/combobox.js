// A text input with a list of options, filtered by typing: the combobox pattern of ARIA 1.2.

import { h, newID } from "./dom.js";
import { phrase } from "./language.js";

const maxShown = 200;

/** A text for comparisons: without case and diacritics. */
function folded(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/**
 * The options that match a text: those that begin with it first, then those that contain it. Pure.
 * @param {{label: string}[]} options
 * @param {string} text
 */
export function matching(options, text) {
    const sought = folded(text);
    const beginsWithIt = ({ label }) => folded(label).startsWith(sought);
    const found = options.filter(({ label }) => folded(label).includes(sought));
    return [...found.filter(beginsWithIt), ...found.filter((option) => !beginsWithIt(option))];
}

/** How many options match, for screen readers. */
function countOf(count) {
    return count === 0 ? phrase("No match") : count === 1 ? phrase("1 option") : phrase("{} options", count);
}

/** The input. Its value is an option's value, or the typed text if no option has it as its label. */
export class Combobox {
    /** @type {{value: any, label: string}[]} */
    #options = [];
    /** @type {{value: any, label: string}[]} */
    #shown = [];
    #active = -1;
    /** @type {any} */
    #chosen = null;

    /** @param {Record<string, any>} attributes */
    constructor(attributes) {
        this.list = h("ul.options", { role: "listbox", id: newID("options"), hidden: true });
        this.status = h("span.hidden", { role: "status" });
        this.input = h("input", {
            type: "text",
            role: "combobox",
            autocomplete: "off",
            spellcheck: "false",
            "aria-autocomplete": "list",
            "aria-expanded": "false",
            "aria-controls": this.list.id,
            ...attributes,
            oninput: () => this.#typed(),
            onkeydown: (event) => this.#key(event),
            onclick: () => this.#open(this.#options),
            onblur: () => this.#left(),
        });
        this.element = h("div.searched", {}, h("div.combobox", {}, this.input, this.list), this.status);
    }

    /** @param {string} label names the list */
    set label(label) {
        this.list.setAttribute("aria-label", label);
    }

    /** @param {{value: any, label: string}[]} options */
    set options(options) {
        this.#options = options;
    }

    get value() {
        const text = this.input.value;
        if (!text.trim()) return undefined;
        const option = this.#chosen?.label === text ? this.#chosen : this.#labelled(text);
        return option ? option.value : text;
    }

    set value(value) {
        const option = this.#options.find((option) => option.value === value);
        this.#chosen = option ?? null;
        this.input.value = option?.label ?? (value === null || value === undefined ? "" : String(value));
    }

    #labelled(text) {
        return this.#options.find(({ label }) => folded(label) === folded(text));
    }

    #typed() {
        this.#chosen = null;
        this.#open(this.input.value.trim() ? matching(this.#options, this.input.value) : this.#options);
        if (this.#shown.length && this.input.value.trim()) this.#activate(0);
    }

    #open(options) {
        this.#shown = options.slice(0, maxShown);
        const items = this.#shown.map((option, index) => {
            const isChosen = option.label === this.input.value;
            return h(
                "li.option",
                {
                    role: "option",
                    id: `${this.list.id}-${index}`,
                    "aria-selected": String(isChosen),
                    // Keep the focus in the input.
                    onmousedown: (event) => event.preventDefault(),
                    onclick: () => this.#choose(option),
                },
                option.label,
            );
        });
        this.list.replaceChildren(...(items.length ? items : [h("li.caption", { role: "option", "aria-disabled": "true" }, phrase("No match"))]));
        this.list.hidden = false;
        this.status.textContent = countOf(items.length);
        this.input.setAttribute("aria-expanded", "true");
        this.#activate(this.#shown.findIndex(({ label }) => label === this.input.value));
    }

    #close() {
        this.list.hidden = true;
        this.status.textContent = "";
        this.input.setAttribute("aria-expanded", "false");
        this.#activate(-1);
    }

    #activate(index) {
        this.list.children[this.#active]?.classList.remove("active");
        this.#active = index;
        const item = index < 0 ? null : this.list.children[index];
        if (!item) return this.input.removeAttribute("aria-activedescendant");
        item.classList.add("active");
        item.scrollIntoView({ block: "nearest" });
        this.input.setAttribute("aria-activedescendant", item.id);
    }

    #choose(option) {
        this.#chosen = option;
        this.input.value = option.label;
        this.#close();
        this.input.dispatchEvent(new CustomEvent("chosen", { bubbles: true }));
    }

    #key(event) {
        const isOpen = !this.list.hidden;
        const count = this.#shown.length;
        const moves = { ArrowDown: (this.#active + 1) % count, ArrowUp: (this.#active - 1 + count) % count, Home: 0, End: count - 1 };
        if (event.key === "Escape" && isOpen) {
            event.stopPropagation();
            event.preventDefault();
            this.#close();
        } else if (event.key === "Enter" && isOpen && this.#active >= 0) {
            event.preventDefault();
            this.#choose(this.#shown[this.#active]);
        } else if (event.key === "Tab" && isOpen && this.#active >= 0 && this.input.value.trim()) {
            this.#choose(this.#shown[this.#active]);
        } else if (["ArrowDown", "ArrowUp"].includes(event.key) && !isOpen) {
            event.preventDefault();
            this.#open(this.#options);
            if (this.#active < 0) this.#activate(event.key === "ArrowDown" ? 0 : this.#shown.length - 1);
        } else if (isOpen && count && event.key in moves && (event.key.startsWith("Arrow") || !this.input.value)) {
            event.preventDefault();
            this.#activate(event.key === "ArrowUp" && this.#active < 0 ? count - 1 : moves[event.key]);
        }
    }

    #left() {
        const option = this.#labelled(this.input.value);
        if (option && !this.#chosen) this.#choose(option);
        this.#close();
    }
}
