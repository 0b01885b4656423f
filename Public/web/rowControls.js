// The controls on the rows of lists: each row fills in a parameter.

import { same } from "../fairway/state.js";
import { formDialog } from "./dialogs.js";
import { Form } from "./form.js";
import { put, valueAt } from "./pointer.js";
import { rowParams } from "./rows.js";
import { rowTitle } from "./values.js";

/**
 * @typedef {import("./controls.js").Control} Control
 * @typedef {{
 *   control: Control, label: string, isChoice: boolean, press: (item: any, index: number) => void
 * }} RowControl `isChoice`: pressing the row itself can do it, because it needs no input and no confirmation
 * @typedef {{title: string, current: (params: any) => any}} PressedRow `current` corrects the row's position in the parameters if the
 *   list has changed since the row was pressed, and is null if the row is gone
 */

/** The controls on the rows of a screen's lists. */
export class RowControls {
    /** The form of the last pressed control that needs input. @type {{form: Form, dialog: HTMLDialogElement} | null} */
    #asked = null;
    /** @type {Control[]} */
    controls = [];

    /** @param {{send: (control: Control, params: any, row: PressedRow) => void, viewModel: () => any}} delegate */
    constructor(delegate) {
        this.delegate = delegate;
    }

    /** The lists with controls on their rows. */
    get lists() {
        return new Set(this.controls.flatMap(({ row }) => (row ? [row.list] : [])));
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
        const row = { title: rowTitle(item, index), current: (params) => this.#current(control.row, item, index, params) };
        if (!control.fields.length) return this.delegate.send(control, params, row);
        const form = new Form(control, (filled) => this.delegate.send(control, filled, row), () => {}, params);
        form.update(this.delegate.viewModel());
        form.fill(item);
        this.#asked = { form, dialog: formDialog(control.label, form.element) };
    }

    /** Parameters with the row's current index, because the list can change meanwhile. Null if the row no longer exists. */
    #current(row, item, index, params) {
        if (!Object.values(row.params).some((source) => source.index)) return params;
        const list = valueAt(this.delegate.viewModel(), row.list);
        if (!Array.isArray(list)) return null;
        const now = same(list[index], item) ? index : list.findIndex((other) => same(other, item));
        if (now < 0) return null;
        const current = structuredClone(params);
        for (const [name, source] of Object.entries(row.params)) if (source.index) put(current, name.split("/"), now);
        return current;
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
