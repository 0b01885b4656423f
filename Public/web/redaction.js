// Masks secrets in calls before the inspector shows them. Pure.

import { typeOf } from "./schema.js";
import { withoutSecrets } from "./secrets.js";

/** The text that replaces a secret. The journal uses the same. */
const mask = "•••";

/**
 * An exchange without tokens and without values that the app declares secret.
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
        body: body && { ...body, ...(body.token && { token: mask }), params: masked(body.params, params), input: masked(body.input, input) },
        reply: reply?.token ? { ...reply, token: mask } : reply,
    };
}
