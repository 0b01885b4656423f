// The menu: starting flows, opening links, changing the device, handing the session over.

import { field } from "./fields.js";
import { h } from "./dom.js";
import { typeOf } from "./schema.js";

/**
 * @typedef {{
 *   start: (start: import("../fairway/session.js").Start) => Promise<void>, openLink: (link: string) => Promise<any>,
 *   refresh: () => Promise<any>, makeHandoff: () => Promise<{code: string, expiresAt: string}>,
 *   takeHandoff: (code: string) => Promise<void>, idiom: () => string, setIdiom: (idiom: string) => Promise<void>,
 *   end: () => Promise<void>
 * }} MenuDelegate
 */

const idioms = { web: "Browser", phone: "Phone", pad: "Pad", desktop: "Desktop", tv: "TV" };

/** The menu, as a dialog. */
export class Menu {
    /** @param {{flows: any[], links: string[]}} catalog @param {MenuDelegate} delegate */
    constructor(catalog, delegate) {
        this.catalog = catalog;
        this.delegate = delegate;
        this.dialog = h("dialog.menu", { "aria-label": "Menu", onclick: (event) => event.target === this.dialog && this.dialog.close() });
        document.body.append(this.dialog);
    }

    open() {
        const close = { type: "button", onclick: () => this.dialog.close(), "aria-label": "Close" };
        this.dialog.replaceChildren(
            h(
                "div.page",
                {},
                h("header", {}, h("h2", {}, "Menu"), h("button.link", close, "×")),
                this.#startPart(),
                this.#linkPart(),
                this.#devicePart(),
                this.#handoffPart(),
                h(
                    "section.buttons",
                    {},
                    this.#button("Refresh", () => this.delegate.refresh()),
                    this.#button("End session", () => this.delegate.end(), "destructive"),
                ),
            ),
        );
        this.dialog.showModal();
    }

    /** Runs a command, and closes the menu if it succeeds. */
    async #run(work, output) {
        try {
            await work();
            this.dialog.close();
        } catch (error) {
            output.textContent = [error.message, ...(error.errors ?? []).map(({ pointer, detail }) => `${pointer}: ${detail}`)].join(" ");
        }
    }

    #button(text, work, style = "plain") {
        const output = h("span.error", { role: "alert" });
        return h("span", {}, h(`button.${style}`, { type: "button", onclick: () => this.#run(work, output) }, text), output);
    }

    #startPart() {
        const flows = this.catalog.flows;
        const initial = flows.find((flow) => flow.initial)?.name;
        const options = flows.map(({ name }) => h("option", { value: name, selected: name === initial }, name));
        const choice = h("select", { id: "menu-flow", name: "flow" }, ...options);
        const about = h("p.caption");
        const inputs = h("div");
        const output = h("p.error", { role: "alert" });
        let input = null;
        const chosen = () => flows.find((flow) => flow.name === choice.value);
        const show = () => {
            const type = typeOf(chosen().input);
            input = type.kind === "object" && type.members.length ? field(type, "") : null;
            about.textContent = chosen().about;
            inputs.replaceChildren(...(input ? [input.element] : []));
        };
        choice.addEventListener("change", show);
        show();
        const onsubmit = (event) => {
            event.preventDefault();
            const values = input?.read();
            this.#run(() => this.delegate.start({ flow: choice.value, input: values && Object.keys(values).length ? values : undefined }), output);
        };
        const label = h("label", { for: "menu-flow" }, "Start a flow");
        const submit = h("button.primary", { type: "submit" }, "Start");
        return h("form.part", { onsubmit, novalidate: true }, label, choice, about, inputs, output, submit);
    }

    #linkPart() {
        const links = this.catalog.links ?? [];
        const options = h("datalist", { id: "menu-links" }, ...links.map((link) => h("option", { value: link })));
        const input = h("input", { id: "menu-link", list: "menu-links", placeholder: links[0] ?? "/…", autocomplete: "off", spellcheck: "false" });
        return this.#inlineForm("menu-link", "Open a link", input, "Open", () => this.delegate.openLink(input.value), options);
    }

    #devicePart() {
        const chosen = this.delegate.idiom();
        const option = ([value, text]) => h("option", { value, selected: value === chosen }, text);
        const select = h("select", { id: "menu-device" }, ...Object.entries(idioms).map(option));
        return this.#inlineForm("menu-device", "This device is a", select, "Apply", () => this.delegate.setIdiom(select.value));
    }

    #handoffPart() {
        const code = h("output.code", { "aria-live": "polite" });
        const output = h("p.error", { role: "alert" });
        const show = async () => {
            try {
                const { code: text, expiresAt } = await this.delegate.makeHandoff();
                code.textContent = `${text}  until ${new Date(expiresAt).toLocaleTimeString()}`;
            } catch (error) {
                output.textContent = error.message;
            }
        };
        const input = h("input", { id: "menu-code", autocomplete: "off", spellcheck: "false" });
        return h(
            "div",
            {},
            this.#inlineForm("menu-code", "Continue from another device", input, "Take over", () => this.delegate.takeHandoff(input.value.trim())),
            h("p", {}, h("button.link", { type: "button", onclick: show }, "Show a code for another device"), " ", code, output),
        );
    }

    #inlineForm(id, label, control, verb, work, ...more) {
        const output = h("p.error", { role: "alert" });
        const onsubmit = (event) => (event.preventDefault(), this.#run(work, output));
        const line = h("div.line", {}, control, h("button.plain", { type: "submit" }, verb));
        return h("form.part", { onsubmit, novalidate: true }, h("label", { for: id }, label), line, output, ...more);
    }
}
