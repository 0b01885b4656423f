// Checks of texts in known formats, as the server makes them. Pure.

import { longestOfFormat, patterns } from "./rules.js";

const expressions = new Map(Object.entries(patterns).map(([format, pattern]) => [format, new RegExp(`^(?:${pattern})$`, "u")]));

/**
 * Whether a text has a format. Formats without a form of their own accept any text.
 * @param {string} text
 * @param {string} format a field's format in the catalog, or a format of JSON Schema
 */
export function isOfFormat(text, format) {
    const expression = expressions.get(format);
    if (!expression) return true;
    // A code point has one or two units.
    if (text.length > 2 * longestOfFormat || [...text].length > longestOfFormat) return false;
    return expression.test(text);
}
