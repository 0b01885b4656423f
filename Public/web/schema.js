// Reads a JSON Schema into the types that forms need. Pure.

/**
 * @typedef {{
 *   kind: "text" | "number" | "integer" | "boolean" | "choice" | "object" | "list" | "json",
 *   isOptional: boolean, isSecret: boolean, format?: string, choices?: any[], members?: {name: string, type: Type}[], item?: Type,
 *   rules: Rules
 * }} Type the input for an `isSecret` type is hidden and never stored; its members are secret as well
 */

/**
 * The keywords of JSON Schema that limit a value.
 * @typedef {{minLength?: number, maxLength?: number, pattern?: string, minimum?: number, maximum?: number, multipleOf?: number}} Rules
 */

/** The limit of a form's fields. Values beyond it are edited as JSON. */
const maxValues = 500;

/**
 * @param {any} schema
 * @returns {Type}
 */
export function typeOf(schema) {
    return read(schema, { root: schema, valuesLeft: maxValues }, { references: [], isSecret: false });
}

/**
 * @param {any} schema
 * @param {{root: any, valuesLeft: number}} document the schema that references are resolved in, and the remaining limit
 * @param {{references: string[], isSecret: boolean}} inherited the references that led here, and whether an outer schema is secret
 * @returns {Type}
 */
function read(schema, document, inherited) {
    const references = [...inherited.references];
    const found = resolved(schema, document.root, references);
    const { schema: plain, isOptional } = withoutNull(found, document.root, references);
    const isSecret = inherited.isSecret || [schema, found, plain].some((one) => one?.writeOnly === true);
    const part = (inner) => read(inner, document, { references, isSecret });
    // A value that is edited as JSON is secret if anything in it is secret.
    /** @type {() => Type} */
    const json = () => ({ kind: "json", isOptional, rules: {}, isSecret: isSecret || containsSecret(schema, document.root, new Set()) });
    document.valuesLeft -= 1;
    if (document.valuesLeft < 0) return json();
    // Keywords also stand beside a reference or alternatives.
    const rules = rulesOf({ ...plain, ...found, ...schema });
    const format = schema?.format ?? found.format ?? plain.format;
    if (plain.enum) return { kind: "choice", isOptional, isSecret, rules, choices: plain.enum.filter((choice) => choice !== null) };
    const type = [plain.type].flat().find((name) => name !== "null");
    switch (type) {
        case "string":
            return { kind: "text", isOptional, isSecret, rules, format };
        case "number":
        case "integer":
            return { kind: type, isOptional, isSecret, rules, format };
        case "boolean":
            return { kind: type, isOptional, isSecret, rules };
        case "array":
            return { kind: "list", isOptional, isSecret, rules, item: part(plain.items ?? {}) };
        case "object":
            if (!plain.properties) break;
            return { kind: "object", isOptional, isSecret, rules, members: members(plain, part) };
    }
    return json();
}

/** @returns {Rules} */
function rulesOf({ minLength, maxLength, pattern, minimum, maximum, multipleOf }) {
    return { minLength, maxLength, pattern, minimum, maximum, multipleOf };
}

function members(schema, part) {
    const required = new Set(schema.required ?? []);
    return Object.entries(schema.properties).map(([name, member]) => {
        const type = part(member);
        return { name, type: required.has(name) ? type : { ...type, isOptional: true } };
    });
}

/** Follows a schema's references, and appends them to `references`. A recursive schema resolves to `{}`, which allows any value. */
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

/** Whether a schema, or any schema reachable from it, is secret. */
function containsSecret(schema, root, seen) {
    if (!schema || typeof schema !== "object" || seen.has(schema)) return false;
    seen.add(schema);
    if (schema.writeOnly === true) return true;
    if (typeof schema.$ref === "string" && containsSecret(target(schema.$ref, root), root, seen)) return true;
    return Object.values(schema).some((part) => containsSecret(part, root, seen));
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
