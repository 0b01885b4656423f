// The rows of lists: the actions that they send, for screens that declare no controls, and the parameters that they provide. Pure.

import { put, valueAt } from "./pointer.js";

/**
 * @typedef {import("./controls.js").Control} Control
 * @typedef {import("./controls.js").Row} Row
 */

/**
 * The rows of controls that declare none. Such a control has a single parameter, and each row of a list supplies its value: the row's
 * position (`index`), the member of the same name, or the row itself if it is a text.
 * @param {any} viewModel
 * @param {Control[]} controls
 * @returns {Map<string, Row>} by action, one for each list
 */
export function derivedRows(viewModel, controls) {
    const lists = Object.entries(viewModel ?? {}).filter(([name, value]) => Array.isArray(value) && name !== "buttons");
    const taken = new Set(controls.map(({ row }) => row?.list));
    /** @type {Map<string, Row>} */
    const found = new Map();
    for (const { action, type, isDeclared } of controls) {
        if (isDeclared || type.kind !== "object" || type.members.length !== 1) continue;
        const [{ name, type: parameter }] = type.members;
        for (const [member, list] of lists) {
            const pointer = `/${member}`;
            if (!list.length || taken.has(pointer)) continue;
            const source = sourceFor(list, name, parameter, lists.length);
            if (!source) continue;
            found.set(action, { list: pointer, params: { [name]: source } });
            taken.add(pointer);
            break;
        }
    }
    return found;
}

/**
 * The parameters that a row provides.
 * @param {Row} row
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

/**
 * Whether an action needs a row's position, which no person can type. Without a row it is not offered.
 * @param {Control} control
 */
export function needsRow({ isDeclared, type, row }) {
    return !isDeclared && !row && type.kind === "object" && type.members.length === 1 && isPosition(type.members[0]);
}

function isPosition({ name, type }) {
    return type.kind === "integer" && /^(index|row|position)$/i.test(name);
}

function sourceFor(list, name, parameter, listCount) {
    if (isPosition({ name, type: parameter })) return { index: /** @type {const} */ (true) };
    if (parameter.kind !== "text" && parameter.kind !== "choice") return null;
    if (list.every((item) => typeof item?.[name] === "string")) return { pointer: `/${name}` };
    // A list of texts is matched only if it is the screen's only list, because texts have no member name to match.
    return listCount === 1 && list.every((item) => typeof item === "string") ? { pointer: "" } : null;
}
