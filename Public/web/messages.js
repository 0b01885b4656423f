// Sentences for people about broken rules. Pure.

import { locale as chosenLocale, phrase } from "./language.js";
import { typedAmount } from "./numbers.js";
import { sentences } from "./rules.js";

/**
 * @param {import("./validation.js").FieldViolation} violation
 * @param {import("./controls.js").FieldSpec | null} spec null for the action as a whole
 * @param {string} [locale] the language of numbers
 */
export function sentence({ code, limit }, spec, locale = chosenLocale()) {
    const message = spec?.messages?.[code];
    if (message) return message;
    const general = sentences[`${code}/${subject(code, limit, spec)}`] ?? sentences[code] ?? sentences.format;
    return general.includes("{}") ? phrase(general, formatted(limit, spec, locale)) : phrase(general);
}

/** The format, type or limit that has a sentence of its own. */
function subject(code, limit, spec) {
    if (code === "type-mismatch") return limit === undefined ? typeName(spec) : "digits";
    if (code === "too-small" || code === "too-large") return limit === undefined ? "type" : null;
    return limit ?? spec?.format;
}

function typeName(spec) {
    const { kind, format } = spec?.type ?? {};
    if (kind === "text") return format === "date-time" ? format : "text";
    if (kind === "integer") return spec.format === "money" ? "decimal" : kind;
    return { number: "decimal", boolean: "toggle" }[kind];
}

function formatted(limit, spec, locale) {
    const isMoney = spec?.format === "money" && spec.unit;
    const number = isMoney ? typedAmount(limit, spec.unit, spec.type.kind === "integer") : limit;
    const style = isMoney ? { style: /** @type {const} */ ("currency"), currency: spec.unit } : {};
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 20, ...style }).format(number);
}
