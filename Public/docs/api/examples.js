// Makes example values from the schemas of an OpenAPI document. Pure.

/** Recursive types end at this depth. */
const maxDepth = 6;

/** The name of a shared schema. @param {string} reference */
export const nameOf = (reference) => reference.split("/").at(-1);

/**
 * A value of the schema: its example, or one that is made of the examples of its members. Optional members are left out unless they
 * have an example.
 * @param {any} schema
 * @param {Record<string, any>} schemas the shared ones
 * @returns {any}
 */
export function exampleOf(schema, schemas, depth = 0) {
    if (schema.examples?.length) return schema.examples[0];
    if (schema.const !== undefined) return schema.const;
    if (depth > maxDepth) return null;
    if (schema.$ref) return exampleOf(schemas[nameOf(schema.$ref)] ?? {}, schemas, depth + 1);
    const alternatives = (schema.oneOf ?? schema.anyOf)?.filter(({ type }) => type !== "null");
    if (alternatives?.length) return exampleOf(alternatives[0], schemas, depth + 1);
    if (schema.enum) return schema.enum[0];
    if (schema.properties) {
        const required = new Set(schema.required);
        const shown = Object.entries(schema.properties).filter(([name, member]) => required.has(name) || member.examples);
        return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, schemas, depth + 1)]));
    }
    const type = [schema.type].flat().find((name) => name !== "null");
    if (type === "array") return schema.items && depth < maxDepth ? [exampleOf(schema.items, schemas, depth + 1)] : [];
    return { string: "…", integer: 1, number: 1, boolean: true }[type] ?? {};
}

/**
 * The names of the shared schemas that a value refers to, with those that they refer to.
 * @param {any} value
 * @param {Record<string, any>} schemas
 * @param {Set<string>} [found]
 */
export function schemasIn(value, schemas, found = new Set()) {
    if (Array.isArray(value)) for (const element of value) schemasIn(element, schemas, found);
    else if (value && typeof value === "object") {
        const name = typeof value.$ref === "string" ? nameOf(value.$ref) : undefined;
        if (name && schemas[name] && !found.has(name)) {
            found.add(name);
            schemasIn(schemas[name], schemas, found);
        }
        for (const member of Object.values(value)) schemasIn(member, schemas, found);
    }
    return found;
}

/** The names of all members in a schema. @returns {string[]} */
export function membersIn(schema) {
    if (Array.isArray(schema)) return schema.flatMap(membersIn);
    if (!schema || typeof schema !== "object") return [];
    return [...Object.keys(schema.properties ?? {}), ...Object.values(schema).flatMap(membersIn)];
}
