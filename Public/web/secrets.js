// Removes secrets from input. Pure.

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
