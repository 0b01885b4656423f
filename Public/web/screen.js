// Displays one screen: its heading, view model and actions.

import { h, newID } from "./dom.js";
import { Form } from "./form.js";
import { render } from "./renderers.js";
import { isEmpty } from "./schema.js";
import { same } from "../fairway/state.js";
import { truncated } from "./values.js";
import { actionLabel, prominence, screenTitle } from "./labels.js";

const maxButtons = 50;

/**
 * @typedef {import("../fairway/state.js").ScreenDocument} ScreenDocument
 * @typedef {{send: (view: ScreenView, action: string, params?: any) => void, typed: (view: ScreenView) => void}} Delegate
 */

/** A screen on the page. It lives as long as the screen is in the navigation, and keeps the user's input. */
export class ScreenView {
    /** @type {Map<string, Form>} */
    #forms = new Map();
    #scrollTop = 0;
    /** @type {ScreenDocument | null} */
    document = null;

    /**
     * @param {{id: string, name: string}} reference
     * @param {Record<string, any>} schemas the schemas of its actions' parameters
     * @param {Delegate} delegate
     */
    constructor(reference, schemas, delegate) {
        this.id = reference.id;
        this.schemas = schemas;
        this.delegate = delegate;
        this.heading = h("h1", { tabindex: "-1", id: newID("screen") }, screenTitle(reference.name));
        this.notice = h("p.notice", { role: "alert", hidden: true });
        this.body = h("div.body");
        this.actions = h("div.actions");
        this.element = h(
            "article.screen",
            {
                "aria-labelledby": this.heading.id,
                data: { screen: reference.id, name: reference.name },
                onscroll: () => this.element.isConnected && (this.#scrollTop = this.element.scrollTop),
            },
            this.heading,
            this.notice,
            this.body,
            this.actions,
        );
    }

    get title() {
        return this.heading.textContent;
    }

    /** Browsers reset the scroll position of an element that is removed from the page. */
    restoreScroll() {
        this.element.scrollTop = this.#scrollTop;
    }

    /** The unsent input; undefined if there is none. */
    get draft() {
        const touched = [...this.#forms.values()].filter((form) => form.isTouched);
        return touched.length ? Object.assign({}, ...touched.map((form) => form.draft)) : undefined;
    }

    /** @param {ScreenDocument} document */
    update(document) {
        const before = this.document;
        this.document = document;
        if (before && same(before.viewModel, document.viewModel) && same(before.actions, document.actions)) return;
        const viewModel = document.viewModel;
        if (typeof viewModel?.title === "string" && viewModel.title) this.heading.textContent = truncated(viewModel.title);
        const active = globalThis.document.activeElement;
        const focused = active instanceof HTMLElement && this.body.contains(active) && active.dataset.focus;
        const claimed = new Set();
        const context = {
            screen: document,
            schemas: this.schemas,
            send: (action, params) => this.delegate.send(this, action, params),
            claim: (action) => claimed.add(action),
            title: (text) => (this.heading.textContent = text),
        };
        const message = typeof viewModel?.message === "string" && viewModel.message;
        this.body.replaceChildren(...(message ? [h("p.message", {}, truncated(message))] : []), ...render(viewModel, context));
        if (focused) this.body.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
        this.#drawActions(claimed);
        for (const form of this.#forms.values()) {
            // Prefill fields from members of the view model with the same name.
            form.fill(viewModel);
            form.fill(document.draft, true);
        }
    }

    #drawActions(claimed) {
        const { actions, viewModel } = this.document;
        const buttons = (Array.isArray(viewModel?.buttons) ? viewModel.buttons.slice(0, maxButtons) : []).filter((button) => actions.includes(button?.action));
        for (const { action } of buttons) claimed.add(action);
        const left = actions.filter((action) => !claimed.has(action));
        const plain = left.filter((action) => isEmpty(this.schemas[action]));
        for (const action of this.#forms.keys()) if (!left.includes(action)) this.#forms.delete(action);
        const forms = left.filter((action) => !isEmpty(this.schemas[action])).map((action) => this.#form(action));
        const drawn = [
            ...forms.map((form) => form.element),
            buttons.length > 0 && h("div.buttons.answers", {}, ...buttons.map(({ action, title, style }) => this.#button(action, title, style))),
            plain.length > 0 && h("div.buttons", {}, ...plain.map((action) => this.#button(action, actionLabel(action), prominence(action)))),
        ].filter(Boolean);
        // Leave existing forms in place, because moving one would take the focus from its field.
        const kept = new Set(forms.map((form) => form.element));
        for (const child of [...this.actions.children]) if (!kept.has(child)) child.remove();
        drawn.forEach((element, index) => {
            if (this.actions.children[index] !== element) this.actions.insertBefore(element, this.actions.children[index] ?? null);
        });
    }

    #form(action) {
        let form = this.#forms.get(action);
        if (!form) {
            const submit = (params) => this.delegate.send(this, action, params);
            form = new Form(action, this.schemas[action], submit, () => this.delegate.typed(this));
            this.#forms.set(action, form);
        }
        return form;
    }

    #button(action, title, style) {
        const press = () => this.delegate.send(this, action);
        return h(`button.${style}`, { type: "button", onclick: press, data: { action, focus: action } }, title);
    }

    /** Marks the input as sent: from now on the fields follow the view model again. */
    markSent() {
        for (const form of this.#forms.values()) {
            form.isTouched = false;
            form.fill(this.document.viewModel);
        }
    }

    /**
     * Shows why an action was refused, at the fields with errors.
     * @param {string} action
     * @param {any} problem
     */
    showProblem(action, problem) {
        const form = this.#forms.get(action);
        const text = problem.message || problem.title;
        if (form) form.showErrors(problem.errors ?? [], text);
        else this.showNotice((problem.errors ?? []).map(({ detail }) => detail).filter(Boolean).join(" ") || text);
    }

    /** @param {string | null} text */
    showNotice(text) {
        this.notice.textContent = text ?? "";
        this.notice.hidden = !text;
    }
}
