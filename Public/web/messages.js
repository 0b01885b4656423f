// Sentences for people about broken rules. Pure.

import { phrase } from "./language.js";
import { typedAmount } from "./numbers.js";

const formats = {
    email: "Enter an e-mail address.",
    phone: "Enter a phone number with + and the country code.",
    url: "Enter a web address that begins with https://.",
    date: "Enter a date.",
    time: "Enter a time.",
    "date-time": "Enter a date and a time.",
};
const types = {
    integer: "Enter a whole number.",
    decimal: "Enter a number.",
    money: "Enter a number.",
    toggle: "Choose yes or no.",
    "date-time": "Enter a date and a time.",
    text: "Enter text.",
};

/**
 * @param {import("./validation.js").FieldViolation} violation
 * @param {import("./controls.js").FieldSpec | null} spec null for the action as a whole
 */
export function sentence({ code, limit }, spec) {
    const message = spec?.messages?.[code];
    if (message) return message;
    const bound = () => formatted(limit, spec);
    switch (code) {
        case "required":
            return phrase(spec?.format === "choice" ? "Choose one of the options." : "Fill this in.");
        case "too-short":
            return limit === 1 ? phrase("Fill this in.") : phrase("Enter at least {} characters.", limit);
        case "too-long":
            return limit === 1 ? phrase("Enter at most one character.") : phrase("Enter at most {} characters.", limit);
        case "too-small":
            return limit === undefined ? phrase("Enter a larger number.") : phrase("Enter {} or more.", bound());
        case "too-large":
            return limit === undefined ? phrase("Enter a smaller number.") : phrase("Enter {} or less.", bound());
        case "step":
            return phrase("Enter a multiple of {}.", bound());
        case "format":
            return phrase(formats[spec?.format] ?? "This does not have the right form.");
        case "not-an-option":
            return phrase("Choose one of the options.");
        case "type-mismatch":
            return phrase(types[spec?.format] ?? "This cannot be read.");
        default:
            return phrase("This does not have the right form.");
    }
}

function formatted(limit, spec) {
    const number = spec?.format === "money" && spec.unit ? typedAmount(limit, spec.unit, spec.type.kind === "integer") : limit;
    const style = spec?.format === "money" && spec.unit ? { style: /** @type {const} */ ("currency"), currency: spec.unit } : {};
    return new Intl.NumberFormat(undefined, { maximumFractionDigits: 20, ...style }).format(number);
}
