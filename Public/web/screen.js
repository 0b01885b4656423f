// One screen: its heading, what it shows, and what can be done on it.

import { h, newID } from "./dom.js";
import { Form } from "./form.js";
import { render } from "./renderers.js";
import { isEmpty } from "./schema.js";
import { same } from "../fairway/state.js";
import { cut } from "./values.js";
import { actionWords, prominence, screenWords } from "./words.js";

const mostButtons = 50;

/**
 * @typedef {import("../fairway/state.js").ScreenDocument} ScreenDocument
 * @typedef {{send: (view: ScreenView, action: string, params?: any) => void, typed: (view: ScreenView) => void}} Delegate
 */

/** A screen on the page. It is kept while the screen is in the tree, with whatever is typed into it. */
export class ScreenView {
    /** @type {Map<string, Form>} */
    #forms = new Map();
    #scrollTop = 0;
    /** @type {ScreenDocument | null} */
    document = null;

    /**
     * @param {{id: string, name: string}} reference
     * @param {Record<string, any>} schemas of its actions' parameters
     * @param {Delegate} delegate
     */
    constructor(reference, schemas, delegate) {
        this.id = reference.id;
        this.schemas = schemas;
        this.delegate = delegate;
        this.heading = h("h1", { tabindex: "-1", id: newID("screen") }, screenWords(reference.name));
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

    /** A browser forgets how far an element was scrolled when it leaves the page. */
    restoreScroll() {
        this.element.scrollTop = this.#scrollTop;
    }

    /** What is typed and not sent yet; undefined when nothing is. */
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
        if (typeof viewModel?.title === "string" && viewModel.title) this.heading.textContent = cut(viewModel.title);
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
        this.body.replaceChildren(...(message ? [h("p.message", {}, cut(message))] : []), ...render(viewModel, context));
        if (focused) this.body.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
        this.#drawActions(claimed);
        for (const form of this.#forms.values()) {
            // A field that is called like something shown edits it.
            form.fill(viewModel);
            form.fill(document.draft, true);
        }
    }

    #drawActions(claimed) {
        const { actions, viewModel } = this.document;
        const buttons = (Array.isArray(viewModel?.buttons) ? viewModel.buttons.slice(0, mostButtons) : []).filter((button) => actions.includes(button?.action));
        for (const { action } of buttons) claimed.add(action);
        const left = actions.filter((action) => !claimed.has(action));
        const plain = left.filter((action) => isEmpty(this.schemas[action]));
        for (const action of this.#forms.keys()) if (!left.includes(action)) this.#forms.delete(action);
        const forms = left.filter((action) => !isEmpty(this.schemas[action])).map((action) => this.#form(action));
        const drawn = [
            ...forms.map((form) => form.element),
            buttons.length > 0 && h("div.buttons.answers", {}, ...buttons.map(({ action, title, style }) => this.#button(action, title, style))),
            plain.length > 0 && h("div.buttons", {}, ...plain.map((action) => this.#button(action, actionWords(action), prominence(action)))),
        ].filter(Boolean);
        // Forms that stay are not touched, so that the field one types in keeps its focus.
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

    /** What was typed has been taken: from here on the fields follow what the screen shows. */
    taken() {
        for (const form of this.#forms.values()) {
            form.isTouched = false;
            form.fill(this.document.viewModel);
        }
    }

    /**
     * Says why an action was refused, at the fields it is about.
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
