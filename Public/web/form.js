// The form of an action with parameters.

import { h } from "./dom.js";
import { field } from "./fields.js";
import { typeOf } from "./schema.js";
import { withoutSecrets } from "./secrets.js";
import { actionLabel, prominence } from "./labels.js";

/** One action's form. It lives as long as its screen, so redrawing the screen keeps the user's input. */
export class Form {
    /**
     * @param {string} action
     * @param {any} schema of its parameters
     * @param {(params: any) => void} onSubmit
     * @param {() => void} onInput
     */
    constructor(action, schema, onSubmit, onInput) {
        this.action = action;
        this.isTouched = false;
        this.type = typeOf(schema);
        this.fields = field({ ...this.type, isOptional: false }, "");
        this.message = h("p.error", { hidden: true, role: "alert" });
        const style = prominence(action) === "quiet" ? "plain" : "primary";
        this.element = h(
            "form.form",
            {
                novalidate: true,
                data: { action },
                onsubmit: (event) => {
                    event.preventDefault();
                    this.showErrors([]);
                    onSubmit(this.fields.read());
                },
                oninput: () => {
                    this.isTouched = true;
                    onInput();
                },
            },
            this.fields.element,
            this.message,
            h(`button.${style}`, { type: "submit", data: { action } }, actionLabel(action)),
        );
    }

    /** The user's input without secrets, which are never stored. */
    get draft() {
        return withoutSecrets(this.type, this.fields.read() ?? {}) ?? {};
    }

    /** Fills in values, unless the user has started to type. */
    fill(values, isDraft = false) {
        if (this.isTouched) return;
        const names = this.type.kind === "object" ? this.type.members.map(({ name }) => name) : [];
        if (!names.some((name) => values?.[name] !== undefined)) return;
        this.fields.write(values);
        this.isTouched = isDraft;
    }

    /**
     * Shows the server's errors at their fields, and focuses the first.
     * @param {{pointer: string, code: string, detail?: string}[]} errors
     * @param {string} [fallback] shown if no error belongs to a field
     */
    showErrors(errors, fallback = "") {
        for (const invalid of this.element.querySelectorAll("[aria-invalid]")) {
            invalid.dispatchEvent(new Event("input"));
        }
        let first = null;
        const rest = [];
        for (const { pointer, code, detail } of errors) {
            const path = pointer.split("/").slice(2).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
            const target = /^\/params\//.test(pointer) ? this.fields.find(path) : null;
            if (target) target.show(detail ?? code);
            else rest.push(detail ?? code);
            first ??= target?.input;
        }
        this.message.textContent = rest.join(" ") || (first ? "" : fallback);
        this.message.hidden = !this.message.textContent;
        first?.focus();
    }
}
