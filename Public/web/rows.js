// Which action a row of a list sends. Pure: it reads the schemas, never a screen's name.

import { typeOf } from "./schema.js";

/**
 * @typedef {{member: string, action: string, params: (item: any, index: number) => any}} RowAction
 */

/**
 * The actions that are the rows' own: one with a single parameter that every row of a list can answer, by its place
 * (`index`), by a member of the same name, or by being it.
 * @param {any} viewModel
 * @param {string[]} actions
 * @param {Record<string, any>} schemas of the actions' parameters
 * @returns {RowAction[]}
 */
export function rowActions(viewModel, actions, schemas) {
    const lists = Object.entries(viewModel ?? {}).filter(([name, value]) => Array.isArray(value) && name !== "buttons");
    const found = [];
    for (const action of actions) {
        const type = typeOf(schemas[action] ?? {});
        if (type.kind !== "object" || type.members.length !== 1) continue;
        const [{ name, type: parameter }] = type.members;
        for (const [member, list] of lists) {
            if (!list.length || found.some((row) => row.member === member)) continue;
            const params = answer(list, name, parameter, lists.length);
            if (!params) continue;
            found.push({ member, action, params });
            break;
        }
    }
    return found;
}

function answer(list, name, parameter, listCount) {
    if (parameter.kind === "integer" && /^(index|row|position)$/i.test(name)) return (item, index) => ({ [name]: index });
    if (parameter.kind !== "text" && parameter.kind !== "choice") return null;
    if (list.every((item) => typeof item?.[name] === "string")) return (item) => ({ [name]: item[name] });
    // Bare texts have no name to tell them by, so there must be no doubt which list is meant.
    return listCount === 1 && list.every((item) => typeof item === "string") ? (item) => ({ [name]: item }) : null;
}
