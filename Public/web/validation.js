// Checks the parameters of an action by the rules that the server enforces. Pure.
//
// `ValueRules` of FairwayWire is the same check in Swift.

import { controlsOf, optionsOf } from "./controls.js";
import { compare, decimalOf, isMultiple } from "./decimals.js";
import { at, names, pointerTo, valueAt } from "./pointer.js";
import { isOfFormat } from "./textFormats.js";

/** The values of Swift's `Int`. */
const integerRange = { least: decimalOf(-(2 ** 63)), most: decimalOf(2 ** 63) };
const maxDepth = 64;

/**
 * @typedef {import("./controls.js").FieldSpec} FieldSpec
 * @typedef {import("./controls.js").Control} Control
 * @typedef {import("./schema.js").Type} Type
 * @typedef {typeof import("./rules.js").codes[number]} RuleCode
 * @typedef {{code: RuleCode, limit?: number}} Violation `limit` is the bound that a value breaks
 * @typedef {Violation & {pointer: string}} FieldViolation
 */

/**
 * The rules that the parameters of an action break, at most one for each field.
 * @param {{actions: Record<string, any>, controls?: any[]}} screen a screen in the catalog
 * @param {string} action
 * @param {any} params
 * @param {any} viewModel the one that was sent last
 * @returns {FieldViolation[]}
 */
export function violations(screen, action, params, viewModel) {
    const control = controlsOf(screen).find((control) => control.action === action);
    return control ? violationsOf(control, params, viewModel) : [];
}

/**
 * @param {Control} control
 * @param {any} params
 * @param {any} viewModel
 * @returns {FieldViolation[]}
 */
export function violationsOf(control, params, viewModel) {
    const rows = Object.entries(control.row?.params ?? {}).map(([name, source]) => ({ path: name.split("/"), source }));
    const given = params ?? {};
    /** @type {FieldViolation[]} */
    const found = [];
    const add = (violation) => violation && !found.some(({ pointer }) => pointer === violation.pointer) && found.push(violation);
    for (const spec of control.fields) {
        add(violationAt(spec.path, control.type, given, (value) => violationOf(spec, value, viewModel)));
    }
    for (const { path, source } of rows) {
        const check = (value, type) => typeViolation(type, value) ?? rowViolation(control.row.list, source, value, viewModel);
        add(violationAt(path, control.type, given, check));
    }
    if (found.length || !control.type.members) return found;
    // The server then decodes the values without a field, and reports only the first error.
    const first = shapeViolation(control.type, given, "/params", 0);
    return first ? [first] : [];
}

/** Follows a path into the parameters, and checks the value there. */
function violationAt(path, root, params, check) {
    let value = params;
    let type = root;
    for (const [depth, name] of path.entries()) {
        if (value === null || typeof value !== "object" || Array.isArray(value)) {
            return { pointer: `/params${pointerTo(path.slice(0, depth))}`, code: "type-mismatch" };
        }
        const member = type.members?.find((member) => member.name === name)?.type;
        value = at(value, [name]) ?? null;
        if (value === null) return member?.isOptional ? null : { pointer: `/params${pointerTo(path)}`, code: "required" };
        type = member ?? { kind: "json", isOptional: true, isSecret: false, rules: {} };
    }
    const violation = check(value, type);
    return violation && { pointer: `/params${pointerTo(path)}`, ...violation };
}

/**
 * The first rule that a value breaks. The value is not null.
 * @param {FieldSpec} spec
 * @param {any} value
 * @param {any} viewModel
 * @returns {Violation | null}
 */
export function violationOf(spec, value, viewModel) {
    const mismatch = typeViolation(spec.type, value);
    // An amount that is no whole number of cents has too many digits.
    if (mismatch && spec.format === "money" && spec.type.kind === "integer" && typeof value === "number") return { ...mismatch, limit: 1 };
    const violation = mismatch ?? ruleViolation(spec, value);
    if (violation || !spec.options) return violation;
    const isOffered = optionsOf(spec.options, viewModel).some((option) => isSame(option.value, value));
    return isOffered ? null : { code: "not-an-option" };
}

/** @param {Type} type @param {any} value @returns {Violation | null} */
function typeViolation(type, value) {
    /** @type {(isValid: boolean, code?: RuleCode) => Violation | null} */
    const unless = (isValid, code = "type-mismatch") => (isValid ? null : { code });
    switch (type.kind) {
        case "text":
            if (typeof value !== "string") return { code: "type-mismatch" };
            return unless(!["date-time", "uuid"].includes(type.format) || isOfFormat(value, type.format), "format");
        case "integer":
            return unless(typeof value === "number" && (Number.isInteger(value) || Math.abs(value) === Infinity));
        case "number":
            return unless(typeof value === "number");
        case "boolean":
            return unless(typeof value === "boolean");
        case "choice":
            return unless(type.choices.some((choice) => isSame(choice, value)), "not-an-option");
        default:
            return null;
    }
}

/** @param {FieldSpec} spec @param {any} value @returns {Violation | null} */
function ruleViolation({ type, format, isDeclared }, value) {
    if (typeof value === "number") return numberViolation(type, value);
    if (typeof value !== "string") return null;
    const { minLength, maxLength, pattern } = type.rules;
    const length = minLength === undefined && maxLength === undefined ? 0 : [...value].length;
    if (length < minLength) return { code: "too-short", limit: minLength };
    if (length > maxLength) return { code: "too-long", limit: maxLength };
    if (isDeclared && !isOfFormat(value, format)) return { code: "format" };
    return pattern && !matches(value, pattern) ? { code: "pattern" } : null;
}

/** @param {Type} type @param {number} value @returns {Violation | null} */
function numberViolation(type, value) {
    const { minimum, maximum, multipleOf } = type.rules;
    const isAbove = (limit) => value === Infinity || (value !== -Infinity && compare(decimalOf(value), decimalOf(limit)) > 0);
    const isBelow = (limit) => value === -Infinity || (value !== Infinity && compare(decimalOf(value), decimalOf(limit)) < 0);
    if (minimum !== undefined && isBelow(minimum)) return { code: "too-small", limit: minimum };
    if (maximum !== undefined && isAbove(maximum)) return { code: "too-large", limit: maximum };
    if (!Number.isFinite(value)) return { code: value < 0 ? "too-small" : "too-large" };
    if (type.kind === "integer") {
        const exact = decimalOf(value);
        // 2^63 itself is not an `Int`, and JavaScript cannot tell it from the numbers just below it.
        if (compare(exact, integerRange.most) >= 0) return { code: "too-large" };
        if (compare(exact, integerRange.least) < 0) return { code: "too-small" };
    }
    return multipleOf !== undefined && !isMultiple(decimalOf(value), decimalOf(multipleOf)) ? { code: "step", limit: multipleOf } : null;
}

function rowViolation(list, source, value, viewModel) {
    const rows = valueAt(viewModel, list);
    const count = Array.isArray(rows) ? rows.length : 0;
    const isInRow = source.index
        ? Number.isInteger(value) && value >= 0 && value < count
        : count > 0 && rows.some((row) => isSame(valueAt(row, source.pointer), value));
    return isInRow ? null : { code: "not-an-option" };
}

/** The first error of decoding a value, whose rules have been checked already. */
function shapeViolation(type, value, pointer, depth) {
    if (value === null || value === undefined) return type.isOptional || type.kind === "json" ? null : { pointer, code: "required" };
    if (depth > maxDepth) return null;
    if (type.kind === "object") {
        if (typeof value !== "object" || Array.isArray(value)) return { pointer, code: "type-mismatch" };
        return firstOf(type.members, ({ name, type }) => shapeViolation(type, at(value, [name]), pointer + pointerTo([name]), depth + 1));
    }
    if (type.kind === "list") {
        if (!Array.isArray(value)) return { pointer, code: "type-mismatch" };
        return firstOf(value, (item, index) => shapeViolation(type.item, item, `${pointer}/${index}`, depth + 1));
    }
    const violation = typeViolation(type, value) ?? (typeof value === "number" ? numberViolation({ ...type, rules: {} }, value) : null);
    return violation && { pointer, ...violation };
}

function firstOf(items, find) {
    for (const [index, item] of items.entries()) {
        const found = find(item, index);
        if (found) return found;
    }
    return null;
}

/** Whether two JSON values are the same option. Options are texts, numbers and booleans. Swift compares texts in their composed form. */
function isSame(a, b) {
    if (typeof a === "string" && typeof b === "string") return a.normalize() === b.normalize();
    return a === b || (a !== null && typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** @type {Map<string, RegExp | null>} */
const patterns = new Map();

/** Whether a text matches a pattern of the catalog. The server decides about a pattern that JavaScript cannot parse. */
function matches(text, pattern) {
    if (!patterns.has(pattern)) patterns.set(pattern, compiled(pattern));
    return patterns.get(pattern)?.test(text) ?? true;
}

function compiled(pattern) {
    try {
        return new RegExp(pattern, "u");
    } catch {
        return null;
    }
}

/**
 * The path of a violation's field, below the parameters.
 * @param {string} pointer
 * @returns {string[] | null} null for the action as a whole
 */
export function fieldPath(pointer) {
    return pointer.startsWith("/params/") ? names(pointer).slice(1) : null;
}
