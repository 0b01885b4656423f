// The controls on the rows of lists: each row fills in a parameter.

import { formDialog } from "./dialogs.js";
import { Form } from "./form.js";
import { put, valueAt } from "./pointer.js";

/**
 * @typedef {import("./controls.js").Control} Control
 * @typedef {{
 *   control: Control, label: string, isChoice: boolean, press: (item: any, index: number) => void
 * }} RowControl `isChoice`: pressing the row itself can do it, because it needs no input and no confirmation
 */

/**
 * The parameters that a row provides.
 * @param {import("./controls.js").Row} row
 * @param {any} item
 * @param {number} index
 */
export function rowParams(row, item, index) {
    const params = {};
    for (const [name, source] of Object.entries(row.params)) {
        const value = source.index ? index : valueAt(item, source.pointer);
        if (value !== undefined && value !== null) put(params, name.split("/"), value);
    }
    return params;
}

/** The controls on the rows of a screen's lists. */
export class RowControls {
    /** The form of the last pressed control that needs input. @type {{form: Form, dialog: HTMLDialogElement} | null} */
    #asked = null;
    /** @type {Control[]} */
    controls = [];

    /** @param {{send: (control: Control, params: any) => void, viewModel: () => any}} delegate */
    constructor(delegate) {
        this.delegate = delegate;
    }

    /** @param {string} list @returns {RowControl[]} */
    on(list) {
        return this.controls.filter(({ row }) => row?.list === list).map((control) => ({
            control,
            label: control.isDeclared ? control.label : "",
            isChoice: !control.fields.length && !control.confirm && control.role !== "destructive",
            press: (item, index) => this.#press(control, item, index),
        }));
    }

    #press(control, item, index) {
        const params = rowParams(control.row, item, index);
        if (!control.fields.length) return this.delegate.send(control, params);
        const form = new Form(control, (filled) => this.delegate.send(control, filled), () => {}, params);
        form.update(this.delegate.viewModel());
        form.fill(item);
        this.#asked = { form, dialog: formDialog(control.label, form.element) };
    }

    /** The form in the dialog, if it is the action's. @param {string} action */
    form(action) {
        return this.#asked?.dialog.open && this.#asked.form.control.action === action ? this.#asked.form : null;
    }

    /** Closes the dialog. */
    close() {
        this.#asked?.dialog.close();
        this.#asked = null;
    }
}
