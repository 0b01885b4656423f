// Reads the controls of a screen from the catalog: what its actions mean to a person.

import { actionLabel, humanize, prominence } from "./labels.js";
import { phrase } from "./language.js";
import { valueAt } from "./pointer.js";
import { typeOf } from "./schema.js";

const multilineNames = /note|comment|description|message|body/i;
const formats = { text: "text", integer: "integer", number: "decimal", boolean: "toggle", choice: "choice" };
/** The kinds of values by format, for a parameter that the schema does not describe. Other formats are texts. @type {Record<string, any>} */
const kinds = { integer: "integer", decimal: "number", money: "number", toggle: "boolean" };
/** The formats of JSON Schema that have an input of their own. */
const textFormats = { date: "date", time: "time", "date-time": "date-time", email: "email", uri: "url" };
/** @type {Record<string, "primary" | "cancel" | "normal">} */
const roles = { primary: "primary", quiet: "cancel", plain: "normal" };

/**
 * @typedef {import("./schema.js").Type} Type
 * @typedef {{values: {value: any, label: string}[]} | {list: string, value: string, label: string}} Options
 * @typedef {{
 *   name: string, path: string[], label: string, hint?: string | null, placeholder?: string | null, format: string,
 *   unit?: string | null, isRequired: boolean, isDeclared: boolean, options?: Options | null, type: Type,
 *   messages?: Record<string, string> | null
 * }} FieldSpec one input of a form. `path` leads from the parameters to the value. `messages` are the app's sentences by the
 *   code of a broken rule
 * @typedef {{list: string, params: Record<string, {index?: true, pointer?: string}>}} Row
 * @typedef {{
 *   action: string, label: string, role: "primary" | "normal" | "destructive" | "cancel", confirm: string | null,
 *   decline?: string | null,
 *   row: Row | null, fields: FieldSpec[], type: Type, isDeclared: boolean
 * }} Control
 */

/**
 * The controls of all actions of a screen: the declared ones, then one for each other action.
 * @param {{actions: Record<string, any>, controls?: any[]}} screen a screen in the catalog
 * @returns {Control[]}
 */
export function controlsOf({ actions, controls = [] }) {
    const known = controls.filter(({ action }) => Object.hasOwn(actions, action));
    const declared = known.map((control) => declaredControl(control, actions[control.action]));
    const others = Object.keys(actions).filter((action) => !declared.some((control) => control.action === action));
    return [...declared, ...others.map((action) => derivedControl(action, actions[action]))];
}

/** @returns {Control} */
function declaredControl({ action, label, role, confirm, decline, row, fields }, schema) {
    const type = typeOf(schema);
    const specs = fields.map((field) => declaredField(field, type));
    const covered = new Set([...specs.map(({ path }) => path[0]), ...Object.keys(row?.params ?? {}).map((name) => name.split("/")[0])]);
    return { action, label, role, confirm, decline, row, type, isDeclared: true, fields: [...specs, ...derivedFields(type, covered)] };
}

/** @returns {Control} */
function derivedControl(action, schema) {
    const type = typeOf(schema ?? {});
    const common = { action, label: phrase(actionLabel(action)), confirm: null, row: null, type, isDeclared: false };
    return { ...common, role: roles[prominence(action)], fields: derivedFields(type, new Set()) };
}

/** @returns {FieldSpec} */
function declaredField(field, type) {
    const path = field.name.split("/");
    const { name, label, hint, placeholder, format, unit, options, messages, required } = field;
    const kind = kinds[format] ?? "text";
    const found = typeAt(type, path) ?? { kind, isOptional: !required, isSecret: format === "password", rules: {} };
    const texts = { label, hint, placeholder, messages };
    return { name, path, ...texts, format, unit, options, isRequired: required, isDeclared: true, type: found };
}

/**
 * The type of a part of a type, or null.
 * @param {Type} type
 * @param {string[]} path
 * @returns {Type | null}
 */
export function typeAt(type, path) {
    return path.reduce((found, name) => found?.members?.find((member) => member.name === name)?.type ?? null, /** @type {Type | null} */ (type));
}

function derivedFields(type, covered) {
    return (type.members ?? []).filter(({ name }) => !covered.has(name)).map(({ name, type }) => derivedField(name, [name], type));
}

/**
 * A field for a value that has none: the type decides.
 * @param {string} name
 * @param {string[]} path
 * @param {Type} type
 * @returns {FieldSpec}
 */
export function derivedField(name, path, type) {
    const labelled = (value) => ({ value, label: typeof value === "string" ? humanize(value) : JSON.stringify(value) });
    const values = type.kind === "choice" ? type.choices.map(labelled) : null;
    const common = { name, path, label: phrase(humanize(name)), isRequired: !type.isOptional, isDeclared: false, type, options: values && { values } };
    return { ...common, format: derivedFormat(name, type) };
}

function derivedFormat(name, type) {
    if (type.isSecret && type.kind !== "object" && type.kind !== "list") return "password";
    if (type.kind !== "text") return formats[type.kind] ?? type.kind;
    return textFormats[type.format] ?? (name.toLowerCase() === "email" ? "email" : multilineNames.test(name) ? "multiline" : "text");
}

/**
 * The options of a choice, from the catalog or from the view model.
 * @param {Options} options
 * @param {any} viewModel
 * @returns {{value: any, label: string}[]}
 */
export function optionsOf(options, viewModel) {
    if ("values" in options) return options.values;
    const list = valueAt(viewModel, options.list);
    if (!Array.isArray(list)) return [];
    return list.map((element) => ({ value: valueAt(element, options.value), label: String(valueAt(element, options.label) ?? "") }));
}
