// The menu: starting flows, opening links, changing the device, handing the session over.

import { derivedField } from "./controls.js";
import { confirmed } from "./dialogs.js";
import { h } from "./dom.js";
import { field } from "./fields.js";
import { humanize } from "./labels.js";
import { typeOf } from "./schema.js";

/**
 * @typedef {{
 *   start: (start: import("../fairway/session.js").Start) => Promise<void>, openLink: (link: string) => Promise<any>,
 *   refresh: () => Promise<any>, makeHandoff: () => Promise<{code: string, expiresAt: string}>,
 *   takeHandoff: (code: string) => Promise<void>, idiom: () => string, setIdiom: (idiom: string) => Promise<void>,
 *   hasSession: () => boolean, end: () => Promise<void>
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
        document.querySelector("main").append(this.dialog);
    }

    open() {
        const close = { type: "button", onclick: () => this.dialog.close(), "aria-label": "Close" };
        this.dialog.replaceChildren(
            h(
                "div.page",
                {},
                h("div.head", {}, h("h2", {}, "Menu"), h("button.icon", close, "×")),
                this.#startPart(),
                this.#linkPart(),
                ...(this.delegate.hasSession() ? [this.#devicePart()] : []),
                this.#handoffPart(),
                ...(this.delegate.hasSession() ? [this.#sessionPart()] : []),
            ),
        );
        this.dialog.showModal();
    }

    #sessionPart() {
        const refresh = this.#button("Refresh", () => this.delegate.refresh());
        return h("section.buttons.ending", {}, refresh, this.#button("End session", () => this.#end(), "destructive"));
    }

    async #end() {
        const question = { question: "End this session?", verb: "End session", about: "What you entered is lost, on your other devices as well." };
        if (!(await confirmed(question))) return false;
        await this.delegate.end();
        return true;
    }

    /** Runs a command, and closes the menu if it succeeds. False means that the user cancelled it. */
    async #run(work, output) {
        try {
            if ((await work()) !== false) this.dialog.close();
        } catch (error) {
            output.textContent = [error.message, ...(error.errors ?? []).map(({ detail }) => detail)].filter(Boolean).join(" ");
        }
    }

    #button(text, work, style = "plain") {
        const output = h("span.error", { role: "alert" });
        return h("span", {}, h(`button.${style}`, { type: "button", onclick: () => this.#run(work, output) }, text), output);
    }

    #startPart() {
        const flows = this.catalog.flows.filter(({ start }) => start !== "app-only");
        const initial = flows.find((flow) => flow.initial)?.name;
        const options = flows.map(({ name }) => h("option", { value: name, selected: name === initial }, humanize(name)));
        const choice = h("select", { id: "menu-flow", name: "flow" }, ...options);
        const about = h("p.caption");
        const inputs = h("div.form");
        const output = h("p.error", { role: "alert" });
        /** @type {import("./fields.js").Field[]} */
        let fields = [];
        const chosen = () => flows.find((flow) => flow.name === choice.value);
        const show = () => {
            // A flow's other properties are its state, and start with their defaults.
            const required = (typeOf(chosen().input).members ?? []).filter(({ type }) => !type.isOptional);
            fields = required.map(({ name, type }) => field(derivedField(name, [name], type)));
            about.textContent = chosen().about;
            inputs.replaceChildren(...fields.map(({ element }) => element));
            inputs.hidden = !fields.length;
        };
        choice.addEventListener("change", show);
        show();
        const onsubmit = (event) => {
            event.preventDefault();
            const input = Object.fromEntries(fields.map(({ spec, read }) => [spec.name, read()]));
            this.#run(() => this.delegate.start({ flow: choice.value, input: fields.length ? input : undefined }), output);
        };
        const label = h("label", { for: "menu-flow" }, "Start a flow");
        const submit = h("button.primary", { type: "submit" }, "Start");
        return h("form.part", { onsubmit, novalidate: true }, label, h("div.line", {}, choice, submit), about, inputs, output);
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
        const showButton = h("button.link", { type: "button", onclick: show }, "Show a code for another device");
        const input = h("input", { id: "menu-code", autocomplete: "off", spellcheck: "false" });
        return h(
            "div",
            {},
            this.#inlineForm("menu-code", "Continue from another device", input, "Take over", () => this.delegate.takeHandoff(input.value.trim())),
            this.delegate.hasSession() && h("p", {}, showButton, " ", code, output),
        );
    }

    #inlineForm(id, label, control, verb, work, ...more) {
        const output = h("p.error", { role: "alert" });
        const onsubmit = (event) => (event.preventDefault(), this.#run(work, output));
        const line = h("div.line", {}, control, h("button.plain", { type: "submit" }, verb));
        return h("form.part", { onsubmit, novalidate: true }, h("label", { for: id }, label), line, output, ...more);
    }
}
