// Form fields: a label, an input by format, and the message about its error.

import { choice } from "./choices.js";
import { derivedField } from "./controls.js";
import { h, newID } from "./dom.js";
import { inputFor } from "./inputs.js";
import { phrase } from "./language.js";

const maxItems = 100;

/**
 * @typedef {import("./controls.js").FieldSpec} FieldSpec
 * @typedef {{
 *   element: HTMLElement, focused: HTMLElement, named?: HTMLElement, read: () => any, write: (value: any) => void,
 *   update?: (viewModel: any) => void, parts?: any[]
 * }} Input `read` returns undefined for an omitted value, and text that means nothing unchanged, and the check reports it.
 *   `focused` receives the focus, the label and the message
 * @typedef {{show: (message: string | null) => void, label: string, spec: FieldSpec, focused: HTMLElement}} Target
 * @typedef {{
 *   spec: FieldSpec, element: HTMLElement, read: () => any, write: (value: any) => void, update: (viewModel: any) => void,
 *   find: (path: string[]) => Target | null
 * }} Field
 */

/**
 * @param {FieldSpec} spec
 * @returns {Field}
 */
export function field(spec) {
    switch (spec.format) {
        case "object":
            return group(spec);
        case "list":
            return list(spec);
        case "choice":
            return labelled(spec, choice(spec));
        default:
            return labelled(spec, inputFor(spec));
    }
}

/** @param {FieldSpec} spec @param {Input} input @returns {Field} */
function labelled(spec, input) {
    const { focused } = input;
    const id = newID("field");
    focused.id = id;
    const hint = spec.hint ? h("p.hint", { id: `${id}-hint` }, spec.hint) : null;
    const error = h("p.error", { id: `${id}-error`, hidden: true });
    focused.setAttribute("aria-describedby", [hint?.id, error.id].filter(Boolean).join(" "));
    const show = (message) => {
        error.textContent = message ?? "";
        error.hidden = !message;
        if (message) focused.setAttribute("aria-invalid", "true");
        else focused.removeAttribute("aria-invalid");
    };
    const optional = !spec.isRequired && spec.format !== "toggle" && h("span.optional", {}, ` ${phrase("optional")}`);
    const isGroup = focused.getAttribute("role") === "radiogroup";
    const label = h(isGroup ? "span.label" : "label", { id: `${id}-label`, for: isGroup ? null : id }, spec.label, optional);
    if (isGroup) focused.setAttribute("aria-labelledby", label.id);
    else if (spec.isRequired && spec.format !== "toggle") focused.setAttribute("aria-required", "true");
    const parts = spec.format === "toggle" ? [input.element, label, hint, error] : [label, hint, input.element, error];
    const element = h("div.field", { data: { field: spec.name, format: spec.format } }, ...parts);
    for (const event of ["input", "chosen"]) element.addEventListener(event, () => show(null));
    return {
        spec,
        element,
        read: input.read,
        write: input.write,
        update: input.update ?? (() => {}),
        find: () => ({ show, label: spec.label, spec, focused }),
    };
}

/** @param {FieldSpec} spec @returns {Field} */
function group(spec) {
    const fields = new Map(spec.type.members.map(({ name, type }) => [name, field(derivedField(name, [...spec.path, name], type))]));
    return {
        spec,
        element: h("fieldset.group", {}, h("legend", {}, spec.label), ...[...fields.values()].map(({ element }) => element)),
        read: () => {
            const read = [...fields].map(([name, field]) => [name, field.read()]).filter(([, value]) => value !== undefined);
            return read.length || spec.isRequired ? Object.fromEntries(read) : undefined;
        },
        write: (value) => fields.forEach((field, name) => field.write(value?.[name])),
        update: (viewModel) => fields.forEach((field) => field.update(viewModel)),
        find: ([first, ...rest]) => fields.get(first)?.find(rest) ?? null,
    };
}

/** @param {FieldSpec} spec @returns {Field} */
function list(spec) {
    /** @type {Field[]} */
    const items = [];
    const rows = h("ol.items");
    const add = (value) => {
        if (items.length >= maxItems) return null;
        const item = field(derivedField(spec.name, [...spec.path, String(items.length)], spec.type.item));
        item.write(value);
        items.push(item);
        const remove = () => {
            items.splice(items.indexOf(item), 1);
            row.remove();
            rows.dispatchEvent(new Event("input", { bubbles: true }));
        };
        const row = h("li", {}, item.element, h("button.link", { type: "button", onclick: remove }, phrase("Remove")));
        rows.append(row);
        return item;
    };
    const addButton = h("button.plain.small", { type: "button", onclick: () => add()?.find([])?.focused.focus() }, phrase("Add one"));
    return {
        spec,
        element: h("fieldset.group", {}, h("legend", {}, spec.label), rows, addButton),
        read: () => (items.length || spec.isRequired ? items.map((item) => item.read() ?? null) : undefined),
        write: (value) => {
            items.length = 0;
            rows.replaceChildren();
            for (const item of Array.isArray(value) ? value : []) add(item);
        },
        update: () => {},
        find: ([first, ...rest]) => items[Number(first)]?.find(rest) ?? null,
    };
}
