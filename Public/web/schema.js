// What a JSON Schema says about one value, as far as a form needs to know. Pure.

/**
 * @typedef {{
 *   kind: "text" | "number" | "integer" | "boolean" | "choice" | "object" | "list" | "json",
 *   isOptional: boolean, isSecret: boolean, format?: string, choices?: any[], members?: {name: string, type: Type}[], item?: Type,
 *   minimum?: number, maximum?: number
 * }} Type `isSecret` where it is not to be seen, nor kept; then the same is true of what it consists of
 */

/** More values than any form asks for: what comes after them is asked for as JSON. */
const mostValues = 500;

/**
 * @param {any} schema
 * @returns {Type}
 */
export function typeOf(schema) {
    return read(schema, { root: schema, valuesLeft: mostValues }, { references: [], isSecret: false });
}

/**
 * @param {any} schema
 * @param {{root: any, valuesLeft: number}} document where references lead
 * @param {{references: string[], isSecret: boolean}} around what leads here
 * @returns {Type}
 */
function read(schema, document, around) {
    const references = [...around.references];
    const found = resolved(schema, document.root, references);
    const { schema: plain, isOptional } = withoutNull(found, document.root, references);
    const isSecret = around.isSecret || [schema, found, plain].some((one) => one?.writeOnly === true);
    const part = (inner) => read(inner, document, { references, isSecret });
    // What is asked for as JSON is secret when anything in it is.
    /** @type {() => Type} */
    const json = () => ({ kind: "json", isOptional, isSecret: isSecret || holdsSecret(schema, document.root, new Set()) });
    document.valuesLeft -= 1;
    if (document.valuesLeft < 0) return json();
    if (plain.enum) return { kind: "choice", isOptional, isSecret, choices: plain.enum.filter((choice) => choice !== null) };
    const type = [plain.type].flat().find((name) => name !== "null");
    switch (type) {
        case "string":
            return { kind: "text", isOptional, isSecret, format: plain.format };
        case "number":
        case "integer":
            return { kind: type, isOptional, isSecret, minimum: plain.minimum, maximum: plain.maximum };
        case "boolean":
            return { kind: type, isOptional, isSecret };
        case "array":
            return { kind: "list", isOptional, isSecret, item: part(plain.items ?? {}) };
        case "object":
            if (!plain.properties) break;
            return { kind: "object", isOptional, isSecret, members: members(plain, part) };
    }
    return json();
}

function members(schema, part) {
    const required = new Set(schema.required ?? []);
    return Object.entries(schema.properties).map(([name, member]) => {
        const type = part(member);
        return { name, type: required.has(name) ? type : { ...type, isOptional: true } };
    });
}

/**
 * Whether an action takes parameters.
 * @param {any} schema
 */
export function isEmpty(schema) {
    const type = typeOf(schema ?? {});
    return type.kind === "json" || (type.kind === "object" && type.members.length === 0);
}

/** Where a schema's references lead, which are noted. What lies within itself has no end, and is anything. */
function resolved(schema, root, references) {
    let found = schema;
    while (typeof found?.$ref === "string") {
        if (references.includes(found.$ref)) return {};
        references.push(found.$ref);
        found = target(found.$ref, root);
    }
    return found && typeof found === "object" ? found : {};
}

function target(reference, root) {
    const path = reference.replace(/^#\/?/, "").split("/").filter(Boolean);
    return path.reduce((value, name) => value?.[name.replace(/~1/g, "/").replace(/~0/g, "~")], root);
}

/** Whether anything that a value may consist of is secret, however it comes to be there. */
function holdsSecret(schema, root, seen) {
    if (!schema || typeof schema !== "object" || seen.has(schema)) return false;
    seen.add(schema);
    if (schema.writeOnly === true) return true;
    if (typeof schema.$ref === "string" && holdsSecret(target(schema.$ref, root), root, seen)) return true;
    return Object.values(schema).some((part) => holdsSecret(part, root, seen));
}

function withoutNull(schema, root, references) {
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) {
        const some = alternatives.map((one) => resolved(one, root, references)).filter((one) => one.type !== "null");
        if (some.length === 1) return { schema: some[0], isOptional: some.length < alternatives.length };
        return { schema: {}, isOptional: some.length < alternatives.length };
    }
    return { schema, isOptional: [schema.type].flat().includes("null") || Boolean(schema.enum?.includes(null)) };
}
