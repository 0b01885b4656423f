// The menu: starting flows, opening links, changing the device, handing the session over.

import { copyButton } from "./clipboard.js";
import { derivedField } from "./controls.js";
import { confirmed } from "./dialogs.js";
import { h } from "./dom.js";
import { Form } from "./form.js";
import { flowTitles } from "./labels.js";
import { locale, phrase } from "./language.js";
import { sentence } from "./messages.js";
import { reason } from "./reason.js";
import { typeOf } from "./schema.js";

/**
 * @typedef {{
 *   start: (start: import("../fairway/session.js").Start) => Promise<void>, openLink: (link: string) => Promise<any>,
 *   refresh: () => Promise<any>, makeHandoff: () => Promise<{code: string, expiresAt: string}>,
 *   takeHandoff: (code: string) => Promise<void>, idiom: () => string,
 *   setIdiom: (idiom: import("../fairway.js").Device["idiom"]) => Promise<void>,
 *   hasSession: () => boolean, end: () => Promise<void>
 * }} MenuDelegate
 */

const idioms = { web: "Browser", phone: "Phone", pad: "Pad", desktop: "Desktop", tv: "TV" };

/**
 * A control for the input that a flow needs. A flow's other properties are its state, and start with their defaults.
 * @param {import("./schema.js").Type} type
 * @returns {import("./controls.js").Control}
 */
function inputControl(type) {
    const fields = (type.members ?? []).filter(({ type }) => !type.isOptional).map(({ name, type }) => derivedField(name, [name], type));
    return { action: "start", label: phrase("Start"), role: "primary", confirm: null, row: null, fields, type, isDeclared: false };
}

/** The menu, as a dialog. */
export class Menu {
    /** @param {{flows: any[], links: string[]}} catalog @param {MenuDelegate} delegate */
    constructor(catalog, delegate) {
        this.catalog = catalog;
        this.delegate = delegate;
        this.dialog = h("dialog.menu", { "aria-label": phrase("Menu"), onclick: (event) => event.target === this.dialog && this.dialog.close() });
        document.querySelector("main").append(this.dialog);
    }

    open() {
        const close = { type: "button", onclick: () => this.dialog.close(), "aria-label": phrase("Close") };
        this.dialog.replaceChildren(
            h(
                "div.page",
                {},
                h("div.head", {}, h("h2", {}, phrase("Menu")), h("button.icon", close, "×")),
                this.#startPart(),
                this.#linkPart(),
                ...(this.delegate.hasSession() ? [this.#devicePart()] : []),
                this.#handoffPart(),
                ...(this.delegate.hasSession() ? [this.#sessionPart()] : []),
            ),
        );
        this.dialog.showModal();
    }

    close() {
        this.dialog.close();
    }

    #sessionPart() {
        const refresh = this.#button(phrase("Refresh"), () => this.delegate.refresh());
        return h("section.buttons.ending", {}, refresh, this.#button(phrase("End session"), () => this.#end(), "destructive"));
    }

    async #end() {
        const about = phrase("What you entered is lost, on your other devices as well.");
        if (!(await confirmed({ question: phrase("End this session?"), verb: phrase("End session"), about }))) return false;
        await this.delegate.end();
        return true;
    }

    /** Runs a command, and closes the menu if it succeeds. False means that the user cancelled it. */
    async #run(work, output) {
        try {
            if ((await work()) !== false) this.dialog.close();
        } catch (error) {
            output.textContent = reason(error);
        }
    }

    #button(text, work, style = "plain") {
        const output = h("span.error", { role: "alert" });
        return h("span", {}, h(`button.${style}`, { type: "button", onclick: () => this.#run(work, output) }, text), output);
    }

    #startPart() {
        const flows = this.catalog.flows.filter(({ start }) => start !== "app-only");
        const initial = flows.find((flow) => flow.initial)?.name;
        const title = flowTitles(flows);
        const options = flows.map(({ name }) => h("option", { value: name, selected: name === initial }, title(name)));
        const choice = h("select", { id: "menu-flow", name: "flow" }, ...options);
        const about = h("p.caption");
        const input = h("div");
        const output = h("p.error", { role: "alert" });
        const submit = h("button.primary", { type: "submit" }, phrase("Start"));
        const chosen = () => flows.find((flow) => flow.name === choice.value);
        const show = () => {
            const { name, about: text, input: schema } = chosen();
            const control = inputControl(typeOf(schema ?? { type: "object", properties: {} }));
            about.textContent = text;
            output.textContent = "";
            // A flow that needs input has a form with a button of its own.
            submit.hidden = control.fields.length > 0;
            input.replaceChildren(...(control.fields.length ? [this.#inputForm(name, control).element] : []));
        };
        choice.addEventListener("change", show);
        show();
        const onsubmit = (event) => {
            event.preventDefault();
            if (!submit.hidden) this.#run(() => this.delegate.start({ flow: choice.value }), output);
        };
        const label = h("label", { for: "menu-flow" }, phrase("Start a flow"));
        return h("div.part", {}, h("form.part", { onsubmit, novalidate: true }, label, h("div.line", {}, choice, submit), about, output), input);
    }

    /** The form of a flow's input, which is checked before it is sent. */
    #inputForm(flow, control) {
        const start = async (input) => {
            try {
                await this.delegate.start({ flow, input });
                this.dialog.close();
            } catch (error) {
                const errors = (error.errors ?? []).map(({ pointer }) => ({ pointer: pointer.replace(/^\/input/, "/params"), code: "format" }));
                form.showErrors(errors.map((one) => ({ ...one, detail: sentence(one, null) })), error.message);
            }
        };
        const form = new Form(control, start, () => {});
        return form;
    }

    #linkPart() {
        const links = this.catalog.links ?? [];
        const options = h("datalist", { id: "menu-links" }, ...links.map((link) => h("option", { value: link })));
        const input = h("input", { id: "menu-link", list: "menu-links", placeholder: "/…", autocomplete: "off", spellcheck: "false" });
        return this.#inlineForm("menu-link", phrase("Open a link"), input, phrase("Open"), () => this.delegate.openLink(input.value), options);
    }

    #devicePart() {
        const chosen = this.delegate.idiom();
        const option = ([value, text]) => h("option", { value, selected: value === chosen }, phrase(text));
        const select = h("select", { id: "menu-device" }, ...Object.entries(idioms).map(option));
        return this.#inlineForm("menu-device", phrase("This device is a"), select, phrase("Apply"), () => this.delegate.setIdiom(select.value));
    }

    #handoffPart() {
        const code = h("output.code", { "aria-live": "polite" });
        const beside = h("span", {});
        const output = h("p.error", { role: "alert" });
        const show = async () => {
            try {
                const { code: text, expiresAt } = await this.delegate.makeHandoff();
                const copy = copyButton({ label: phrase("Copy"), done: phrase("Copied"), failed: phrase("Not copied"), text: () => text });
                code.textContent = text;
                beside.replaceChildren(copy, " ", h("small", {}, phrase("until {}", new Date(expiresAt).toLocaleTimeString(locale()))));
            } catch (error) {
                output.textContent = reason(error);
            }
        };
        const showButton = h("button.link", { type: "button", onclick: show }, phrase("Show a code for another device"));
        const input = h("input", { id: "menu-code", autocomplete: "off", spellcheck: "false" });
        return h(
            "div",
            {},
            this.#inlineForm("menu-code", phrase("Continue from another device"), input, phrase("Take over"), () => this.delegate.takeHandoff(input.value.trim())),
            this.delegate.hasSession() && h("p", {}, showButton, " ", code, " ", beside, output),
        );
    }

    #inlineForm(id, label, control, verb, work, ...more) {
        const output = h("p.error", { role: "alert" });
        const onsubmit = (event) => (event.preventDefault(), this.#run(work, output));
        const line = h("div.line", {}, control, h("button.plain", { type: "submit" }, verb));
        return h("form.part", { onsubmit, novalidate: true }, h("label", { for: id }, label), line, output, ...more);
    }
}
