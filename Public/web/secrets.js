// Removes secrets from input before it is stored or displayed. Pure.

import { typeOf } from "./schema.js";

/** The text that replaces a secret. The journal uses the same. */
const mask = "•••";

/**
 * A value without its secrets.
 * @param {import("./schema.js").Type} type
 * @param {any} value
 * @param {any} [replacement] replaces each secret; undefined removes them
 * @returns {any}
 */
export function withoutSecrets(type, value, replacement) {
    if (value === null || value === undefined) return value;
    if (type.isSecret) return replacement;
    if (type.kind === "list" && Array.isArray(value)) return value.map((item) => withoutSecrets(type.item, item, replacement) ?? null);
    if (type.kind !== "object" || typeof value !== "object") return value;
    const kept = { ...value };
    for (const { name, type: member } of type.members) {
        kept[name] = withoutSecrets(member, value[name], replacement);
        if (kept[name] === undefined) delete kept[name];
    }
    return kept;
}

/**
 * An exchange without the session's token and without values that the app declares secret.
 * @param {import("../fairway/transport.js").Exchange} exchange
 * @param {{flows: any[], screens: any[]}} catalog
 * @returns {import("../fairway/transport.js").Exchange}
 */
export function redacted(exchange, { flows, screens }) {
    const { body, reply } = exchange;
    // The request does not name the screen, so a parameter that is secret on one screen is masked on all screens with that action.
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
