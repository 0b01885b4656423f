// What may be shown and kept of what a user has typed. Pure.

import { typeOf } from "./schema.js";

/** What stands in the place of a secret, as in the journal. */
const mask = "•••";

/**
 * A value without its secrets.
 * @param {import("./schema.js").Type} type
 * @param {any} value
 * @param {any} [instead] stands in their place; undefined leaves them out
 * @returns {any}
 */
export function withoutSecrets(type, value, instead) {
    if (value === null || value === undefined) return value;
    if (type.isSecret) return instead;
    if (type.kind === "list" && Array.isArray(value)) return value.map((item) => withoutSecrets(type.item, item, instead) ?? null);
    if (type.kind !== "object" || typeof value !== "object") return value;
    const kept = { ...value };
    for (const { name, type: member } of type.members) {
        kept[name] = withoutSecrets(member, value[name], instead);
        if (kept[name] === undefined) delete kept[name];
    }
    return kept;
}

/**
 * A call as it may be shown around: without the session's token, and without what the app calls a secret.
 * @param {import("../fairway/transport.js").Exchange} exchange
 * @param {{flows: any[], screens: any[]}} catalog
 * @returns {import("../fairway/transport.js").Exchange}
 */
export function shown(exchange, { flows, screens }) {
    const { body, reply } = exchange;
    // An action's call does not say what its screen is called: a secret of one is masked on all.
    const params = screens.map(({ actions }) => actions[body?.action]);
    const input = flows.map((flow) => flow.name === body?.flow && flow.input);
    const masked = (value, schemas) =>
        schemas.filter(Boolean).reduce((value, schema) => withoutSecrets(typeOf(schema), value, mask), value);
    return {
        ...exchange,
        body: body && { ...body, params: masked(body.params, params), input: masked(body.input, input) },
        reply: reply?.token ? { ...reply, token: mask } : reply,
    };
}
