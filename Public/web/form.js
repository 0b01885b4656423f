// The form of an action that takes parameters.

import { h } from "./dom.js";
import { field } from "./fields.js";
import { typeOf } from "./schema.js";
import { withoutSecrets } from "./secrets.js";
import { actionWords, prominence } from "./words.js";

/** One action's form. It lives as long as its screen, so that nothing typed is lost when the screen is drawn again. */
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
            h(`button.${style}`, { type: "submit", data: { action } }, actionWords(action)),
        );
    }

    /** What is typed, without secrets: those are not kept anywhere. */
    get draft() {
        return withoutSecrets(this.type, this.fields.read() ?? {}) ?? {};
    }

    /** Fills in what is known, unless the user has begun to type. */
    fill(values, isDraft = false) {
        if (this.isTouched) return;
        const names = this.type.kind === "object" ? this.type.members.map(({ name }) => name) : [];
        if (!names.some((name) => values?.[name] !== undefined)) return;
        this.fields.write(values);
        this.isTouched = isDraft;
    }

    /**
     * Shows what the server says is wrong, each at its field, and goes to the first.
     * @param {{pointer: string, code: string, detail?: string}[]} errors
     * @param {string} [otherwise] said where no field is meant
     */
    showErrors(errors, otherwise = "") {
        for (const invalid of this.element.querySelectorAll("[aria-invalid]")) {
            invalid.dispatchEvent(new Event("input"));
        }
        let first = null;
        const rest = [];
        for (const { pointer, code, detail } of errors) {
            const path = pointer.split("/").slice(2).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
            const place = /^\/params\//.test(pointer) ? this.fields.find(path) : null;
            if (place) place.show(detail ?? code);
            else rest.push(detail ?? code);
            first ??= place?.input;
        }
        this.message.textContent = rest.join(" ") || (first ? "" : otherwise);
        this.message.hidden = !this.message.textContent;
        first?.focus();
    }
}
