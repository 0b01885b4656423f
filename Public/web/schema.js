// What a JSON Schema says about one value, as far as a form needs to know. Pure.

/**
 * @typedef {{
 *   kind: "text" | "number" | "integer" | "boolean" | "choice" | "object" | "list" | "json",
 *   isOptional: boolean, isSecret?: boolean, format?: string, choices?: any[], members?: {name: string, type: Type}[], item?: Type,
 *   minimum?: number, maximum?: number
 * }} Type
 */

/**
 * @param {any} schema
 * @param {any} [root] where its `$ref`s lead
 * @param {number} [depth] a schema that refers to itself is followed so far and no further
 * @returns {Type}
 */
export function typeOf(schema, root = schema, depth = 8) {
    const { schema: plain, isOptional } = withoutNull(resolved(schema, root), root);
    const type = [plain.type].flat().find((name) => name !== "null");
    if (depth === 0) return { kind: "json", isOptional };
    if (plain.enum) return { kind: "choice", isOptional, choices: plain.enum.filter((choice) => choice !== null) };
    switch (type) {
        case "string":
            return { kind: "text", isOptional, format: plain.format, isSecret: plain.writeOnly === true };
        case "number":
        case "integer":
            return { kind: type, isOptional, minimum: plain.minimum, maximum: plain.maximum };
        case "boolean":
            return { kind: type, isOptional };
        case "array":
            return { kind: "list", isOptional, item: typeOf(plain.items ?? {}, root, depth - 1) };
        case "object":
            if (!plain.properties) break;
            return { kind: "object", isOptional, members: members(plain, root, depth - 1) };
    }
    return { kind: "json", isOptional };
}

function members(schema, root, depth) {
    const required = new Set(schema.required ?? []);
    return Object.entries(schema.properties).map(([name, member]) => {
        const type = typeOf(member, root, depth);
        return { name, type: required.has(name) ? type : { ...type, isOptional: true } };
    });
}

/** Whether an action takes parameters. @param {any} schema */
export function isEmpty(schema) {
    const type = typeOf(schema ?? {});
    return type.kind === "json" || (type.kind === "object" && type.members.length === 0);
}

function resolved(schema, root) {
    let found = schema;
    // A chain of references this long is a circle.
    for (let hops = 0; found?.$ref && hops < 16; hops++) {
        const path = found.$ref.replace(/^#\/?/, "").split("/").filter(Boolean);
        found = path.reduce((value, name) => value?.[name.replace(/~1/g, "/").replace(/~0/g, "~")], root);
    }
    return found && typeof found === "object" ? found : {};
}

function withoutNull(schema, root) {
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) {
        const some = alternatives.map((one) => resolved(one, root)).filter((one) => one.type !== "null");
        if (some.length === 1) return { schema: some[0], isOptional: some.length < alternatives.length };
        return { schema: {}, isOptional: some.length < alternatives.length };
    }
    return { schema, isOptional: [schema.type].flat().includes("null") || Boolean(schema.enum?.includes(null)) };
}
