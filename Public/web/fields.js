// Form fields, created from a schema.

import { h, newID } from "./dom.js";
import { humanize } from "./labels.js";

const maxItems = 100;
const multilineNames = /note|comment|description|message|body/i;
/** `autocomplete` tokens by field name. */
const autocompletes = { name: "name", email: "email", phone: "tel", address: "street-address", city: "address-level2", country: "country-name" };

/**
 * @typedef {{
 *   element: HTMLElement, read: () => any, write: (value: any) => void,
 *   find: (path: string[]) => {show: (message: string | null) => void, input: HTMLElement} | null
 * }} Field `read` returns undefined for an omitted value. It returns text that is not a number unchanged, so the server reports
 *   the error
 */

/**
 * @param {import("./schema.js").Type} type
 * @param {string} name
 * @returns {Field}
 */
export function field(type, name) {
    switch (type.kind) {
        case "object":
            return group(type, name);
        case "list":
            return list(type, name);
        case "boolean":
            return checkbox(name);
        case "choice":
            return simple(type, name, choice(type), (text) => type.choices.find((choice) => String(choice) === text));
        case "number":
        case "integer":
            return simple(type, name, numberInput(type), asNumber);
        case "json":
            return simple(type, name, jsonInput(type), asJSON, (value) => JSON.stringify(value));
        default:
            return simple(type, name, textInput(type, name), (text) => text);
    }
}

function inputElement(attributes) {
    return h("input", { type: "text", autocomplete: "off", ...attributes });
}

function numberInput(type) {
    return inputElement({ type: type.isSecret ? "password" : "text", inputmode: type.kind === "integer" ? "numeric" : "decimal" });
}

function textInput(type, name) {
    if (type.isSecret) return inputElement({ type: "password" });
    if (type.format === "date") return inputElement({ type: "date" });
    if (multilineNames.test(name)) return h("textarea", { rows: 3 });
    return inputElement({ type: name === "email" ? "email" : "text", autocomplete: autocompletes[name] ?? "off" });
}

function jsonInput(type) {
    return type.isSecret ? inputElement({ type: "password" }) : h("textarea", { rows: 3, spellcheck: "false" });
}

function choice(type) {
    const options = type.choices.map((choice) => h("option", { value: choice }, humanize(String(choice))));
    return h("select", {}, h("option", { value: "" }, type.isOptional ? "Any" : "Choose…"), ...options);
}

function asNumber(text) {
    // Accept a decimal comma.
    const number = Number(text.trim().replace(/^([^,.]*),([^,]*)$/, "$1.$2"));
    return text.trim() && Number.isFinite(number) ? number : text;
}

function asJSON(text) {
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

function labelled(control, name, isOptional) {
    const id = newID("field");
    control.id = id;
    const hint = h("p.error", { id: `${id}-error`, hidden: true });
    control.setAttribute("aria-describedby", hint.id);
    const show = (message) => {
        hint.textContent = message ?? "";
        hint.hidden = !message;
        control.toggleAttribute("aria-invalid", false);
        if (message) control.setAttribute("aria-invalid", "true");
    };
    const label = h("label", { for: id }, humanize(name), isOptional && h("span.optional", {}, " optional"));
    return { label, hint, show };
}

/** @returns {Field} */
function simple(type, name, control, parse, format = (value) => String(value)) {
    const { label, hint, show } = labelled(control, name, type.isOptional);
    control.name = name;
    control.addEventListener("input", () => show(null));
    return {
        element: h("div.field", { data: { field: name } }, label, control, hint),
        read: () => (control.value === "" && (type.isOptional || type.kind !== "text") ? undefined : parse(control.value)),
        write: (value) => (control.value = value === null || value === undefined ? "" : typeof value === "string" ? value : format(value)),
        find: () => ({ show, input: control }),
    };
}

/** @returns {Field} */
function checkbox(name) {
    const control = h("input", { type: "checkbox", name });
    const { label, hint, show } = labelled(control, name, false);
    return {
        element: h("div.field.check", { data: { field: name } }, control, label, hint),
        read: () => control.checked,
        write: (value) => (control.checked = value === true),
        find: () => ({ show, input: control }),
    };
}

/** @returns {Field} */
function group(type, name) {
    const fields = new Map(type.members.map((member) => [member.name, field(member.type, member.name)]));
    return {
        element: h("fieldset.group", {}, name && h("legend", {}, humanize(name)), ...[...fields.values()].map(({ element }) => element)),
        read: () => {
            const read = [...fields].map(([name, field]) => [name, field.read()]).filter(([, value]) => value !== undefined);
            return read.length || !type.isOptional ? Object.fromEntries(read) : undefined;
        },
        write: (value) => fields.forEach((field, name) => field.write(value?.[name])),
        find: ([first, ...rest]) => fields.get(first)?.find(rest) ?? null,
    };
}

/** @returns {Field} */
function list(type, name) {
    /** @type {Field[]} */
    const items = [];
    const rows = h("ol.items");
    const add = (value) => {
        if (items.length >= maxItems) return;
        const item = field(type.item, name);
        item.write(value);
        items.push(item);
        const remove = () => {
            items.splice(items.indexOf(item), 1);
            row.remove();
            rows.dispatchEvent(new Event("input", { bubbles: true }));
        };
        const row = h("li", {}, item.element, h("button.link", { type: "button", onclick: remove }, "Remove"));
        rows.append(row);
    };
    return {
        element: h("fieldset.group", {}, h("legend", {}, humanize(name)), rows, h("button.link", { type: "button", onclick: () => add() }, "Add one")),
        read: () => (items.length || !type.isOptional ? items.map((item) => item.read() ?? null) : undefined),
        write: (value) => {
            items.length = 0;
            rows.replaceChildren();
            for (const item of Array.isArray(value) ? value : []) add(item);
        },
        find: ([first, ...rest]) => items[Number(first)]?.find(rest) ?? null,
    };
}
