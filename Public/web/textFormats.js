// Checks of texts in known formats, as the server makes them. Pure.

import { patterns } from "./rules.js";

const expressions = new Map(Object.entries(patterns).map(([format, pattern]) => [format, new RegExp(`^(?:${pattern})$`, "u")]));

/**
 * Whether a text has a format. Formats without a form of their own accept any text.
 * @param {string} text
 * @param {string} format a field's format in the catalog, or a format of JSON Schema
 */
export function isOfFormat(text, format) {
    return expressions.get(format)?.test(text) ?? true;
}
