// A screen of the gallery: its examples, and the views of its view model, its actions and its code, in tabs.

import { Transport } from "../fairway.js";
import { copyButton } from "../web/clipboard.js";
import { h, newID } from "../web/dom.js";
import { jsonView } from "../web/jsonView.js";
import { actionsView } from "./actions.js";
import { frame } from "./frame.js";

export const tabs = { screen: "Screen", model: "View model", actions: "Actions", typescript: "TypeScript", swift: "Swift" };

/** @type {Promise<Map<string, {typeScript: string, swift: string}>> | undefined} */
let request;

/** The code of all screens, requested once. */
function codes() {
    const load = async () => {
        const { screens } = await new Transport().call("GET", "/v1/catalog/code");
        return new Map(screens.map((screen) => [screen.name, screen]));
    };
    request ??= load();
    request.catch(() => (request = undefined));
    return request;
}

export class Card {
    #tab = "screen";

    /**
     * @param {any} screen in the catalog
     * @param {{heading: HTMLElement, isFull: boolean, onTab?: (tab: string) => void}} parts `isFull` in a page of its own; in the list, a
     *   card keeps the height of its examples
     */
    constructor(screen, { heading, isFull, onTab = () => {} }) {
        this.screen = screen;
        this.isFull = isFull;
        this.onTab = onTab;
        this.panel = h("div.card-panel", { role: "tabpanel", id: newID("panel"), tabindex: "0" });
        const list = h("div.card-tabs", { role: "tablist", "aria-label": `Views of ${screen.name}`, onkeydown: (event) => this.#turn(event) });
        for (const [name, title] of Object.entries(tabs)) {
            const attributes = { type: "button", role: "tab", id: newID("tab"), "aria-controls": this.panel.id, data: { tab: name } };
            list.append(h("button", { ...attributes, onclick: () => this.show(name) }, title));
        }
        this.tabs = /** @type {HTMLElement[]} */ ([...list.children]);
        this.examples = h("div.examples", {}, ...this.#examples());
        this.element = h(
            "section.entry",
            { data: { screen: screen.name }, "aria-labelledby": heading.id },
            h("header", {}, heading, h("p.caption", {}, screen.about)),
            list,
            this.panel,
        );
        this.show("screen", false);
    }

    #examples() {
        const { examples, name } = this.screen;
        if (!examples.length) return [h("p.nothing", {}, "This screen has no examples.")];
        return examples.map((viewModel, index) => {
            const label = `${name}, example ${index + 1} of ${examples.length}`;
            return h("figure", {}, frame(this.screen, viewModel, label), examples.length > 1 && h("figcaption.caption", {}, `Example ${index + 1} of ${examples.length}`));
        });
    }

    /** @param {string} tab @param {boolean} [isChosen] by the user */
    show(tab, isChosen = true) {
        // In the list, other cards must not move when a tab is chosen.
        if (!this.isFull && tab !== "screen" && this.#tab === "screen") this.panel.style.height = `${Math.max(320, this.panel.offsetHeight)}px`;
        if (tab === "screen") this.panel.style.height = "";
        this.#tab = tab;
        for (const button of this.tabs) {
            const isSelected = button.dataset.tab === tab;
            button.setAttribute("aria-selected", String(isSelected));
            button.tabIndex = isSelected ? 0 : -1;
            if (isSelected) this.panel.setAttribute("aria-labelledby", button.id);
        }
        this.panel.dataset.tab = tab;
        this.panel.replaceChildren(...this.#content(tab));
        if (isChosen) this.onTab(tab);
    }

    /** @param {string} tab @returns {Node[]} */
    #content(tab) {
        const { screen } = this;
        switch (tab) {
            case "model":
                return [
                    ...screen.examples.flatMap((viewModel, index) => [h("h3", {}, `Example ${index + 1}`), jsonView(viewModel)]),
                    h("h3", {}, "JSON Schema"),
                    jsonView(screen.viewModel),
                ];
            case "actions":
                return actionsView(screen);
            case "typescript":
                return this.#code(tab, ({ typeScript }) => typeScript);
            case "swift":
                return this.#code(tab, ({ swift }) => swift);
            default:
                return [this.examples];
        }
    }

    /** @param {string} tab @param {(code: {typeScript: string, swift: string}) => string} text */
    #code(tab, text) {
        const status = h("p.nothing", { role: "status" }, "Loading…");
        const show = (...content) => this.#tab === tab && this.panel.replaceChildren(...content);
        codes().then(
            (codes) => {
                const code = codes.get(this.screen.name);
                if (!code) return show(h("p.nothing", {}, "There is no code for this screen."));
                const copy = copyButton({ label: "Copy", done: "Copied", failed: "Not copied", text: () => text(code) });
                show(h("p.code-head", {}, h("span.caption", {}, "Written by ", h("code", {}, "generate")), copy), h("pre.curl", { tabindex: "0" }, text(code)));
            },
            (error) => show(h("p.notice", { role: "alert" }, error.message)),
        );
        return [status];
    }

    /** Moves between tabs with the arrow keys. */
    #turn(event) {
        const index = this.tabs.findIndex((tab) => tab.dataset.tab === this.#tab);
        const last = this.tabs.length - 1;
        const next = { ArrowRight: (index + 1) % (last + 1), ArrowLeft: (index + last) % (last + 1), Home: 0, End: last }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        this.show(this.tabs[next].dataset.tab);
        this.tabs[next].focus();
    }
}
