// Finds the action that a row of a list sends, from the schemas of the actions. Pure.

import { typeOf } from "./schema.js";

/**
 * @typedef {{member: string, action: string, params: (item: any, index: number) => any}} RowAction
 */

/**
 * Finds an action for the rows of each list. Such an action has a single parameter, and each row supplies its value: the row's position
 * (`index`), the member of the same name, or the row itself if it is a text.
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
            const params = parametersFor(list, name, parameter, lists.length);
            if (!params) continue;
            found.push({ member, action, params });
            break;
        }
    }
    return found;
}

function parametersFor(list, name, parameter, listCount) {
    if (parameter.kind === "integer" && /^(index|row|position)$/i.test(name)) return (item, index) => ({ [name]: index });
    if (parameter.kind !== "text" && parameter.kind !== "choice") return null;
    if (list.every((item) => typeof item?.[name] === "string")) return (item) => ({ [name]: item[name] });
    // A list of texts is matched only if it is the screen's only list, because texts have no member name to match.
    return listCount === 1 && list.every((item) => typeof item === "string") ? (item) => ({ [name]: item }) : null;
}
