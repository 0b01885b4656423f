// The form of an action with parameters: its fields, a check before it is sent, and the errors.

import { h } from "./dom.js";
import { field } from "./fields.js";
import { phrase } from "./language.js";
import { sentence } from "./messages.js";
import { at, put } from "./pointer.js";
import { withoutSecrets } from "./secrets.js";
import { fieldPath, violationsOf } from "./validation.js";

const styles = { primary: "primary", normal: "plain", destructive: "destructive", cancel: "quiet" };

/**
 * The class of an action's button.
 * @param {import("./controls.js").Control} control
 */
export function buttonStyle(control) {
    return styles[control.role];
}

/** One action's form. It lives as long as its screen, so redrawing the screen keeps the user's input. */
export class Form {
    /** @type {any} */
    #viewModel = null;
    /** The fields that show an error, with their items in the summary. @type {{target: import("./fields.js").Target, item: HTMLElement}[]} */
    #marked = [];
    isTouched = false;

    /**
     * @param {import("./controls.js").Control} control
     * @param {(params: any) => void} onSubmit gets parameters that break no rule
     * @param {() => void} onInput
     * @param {Record<string, any>} [given] parameters that no field edits
     */
    constructor(control, onSubmit, onInput, given = {}) {
        this.control = control;
        this.given = given;
        this.fields = control.fields.map(field);
        this.summary = h("div.summary", { tabindex: "-1", role: "alert", hidden: true });
        /** Buttons of other actions, beside that of the form. */
        this.more = h("span.more");
        const data = { action: control.action, focus: control.action };
        const submit = h(`button.${buttonStyle(control)}`, { type: "submit", data }, control.label);
        const touched = ({ target }) => {
            this.isTouched = true;
            this.#forget(target);
            onInput();
        };
        this.element = h(
            "form.form",
            {
                novalidate: true,
                "aria-label": control.label,
                data: { action: control.action },
                onsubmit: (event) => {
                    event.preventDefault();
                    const params = this.params;
                    const broken = violationsOf(control, params, this.#viewModel);
                    this.showErrors(broken.map((one) => ({ ...one, detail: sentence(one, this.#target(one.pointer)?.spec ?? null) })));
                    if (!broken.length) onSubmit(params);
                },
                oninput: touched,
                onchosen: touched,
            },
            this.summary,
            ...this.fields.map(({ element }) => element),
            h("div.buttons", {}, submit, this.more),
        );
    }

    get params() {
        const params = structuredClone(this.given);
        for (const { spec, read } of this.fields) {
            const value = read();
            if (value !== undefined) put(params, spec.path, value);
        }
        return params;
    }

    /** The user's input without secrets, which are never stored. */
    get draft() {
        return withoutSecrets(this.control.type, this.params) ?? {};
    }

    /** @param {any} viewModel */
    update(viewModel) {
        this.#viewModel = viewModel;
        for (const field of this.fields) field.update(viewModel);
    }

    /** Fills in values, unless the user has started to type. */
    fill(values, isDraft = false) {
        if (this.isTouched) return;
        const known = this.fields.filter(({ spec }) => at(values, spec.path) !== undefined);
        if (!known.length) return;
        for (const { spec, write } of isDraft ? this.fields : known) write(at(values, spec.path));
        this.isTouched = isDraft;
    }

    #target(pointer) {
        const path = fieldPath(pointer);
        const field = path && this.fields.find(({ spec }) => spec.path.every((name, index) => path[index] === name));
        return field?.find(path.slice(field.spec.path.length)) ?? null;
    }

    /** Removes the error of the field that an input belongs to, which the field itself no longer shows. */
    #forget(input) {
        for (const { item } of this.#marked.filter(({ target }) => target.focused.contains(input))) item.remove();
        const items = this.summary.querySelector("ul");
        if (items && !items.childElementCount) this.summary.hidden = true;
    }

    /**
     * Shows errors at their fields, and a summary that gets the focus.
     * @param {{pointer: string, code: string, detail?: string}[]} errors
     * @param {string} [fallback] shown if no error has a sentence
     */
    showErrors(errors, fallback = "") {
        for (const { target } of this.#marked.splice(0)) target.show(null);
        const items = errors.map(({ pointer, detail }) => {
            const text = detail ?? (fallback || phrase("This cannot be read."));
            const target = this.#target(pointer);
            if (!target) return h("li", {}, text);
            target.show(text);
            const onclick = (event) => (event.preventDefault(), focusOf(target.focused).focus());
            const item = h("li", {}, h("a", { href: `#${target.focused.id}`, onclick }, `${target.label}: ${text}`));
            this.#marked.push({ target, item });
            return item;
        });
        const isShown = items.length > 0 || fallback !== "";
        this.summary.hidden = !isShown;
        this.summary.replaceChildren();
        if (!isShown) return;
        const heading = h("h2", {}, items.length ? phrase("Please check your input") : fallback);
        this.summary.append(heading, ...(items.length ? [h("ul", {}, ...items)] : []));
        this.summary.focus();
    }
}

/** A group of radio buttons has no focus of its own. */
function focusOf(element) {
    return element.querySelector("input:checked, input") ?? element;
}
