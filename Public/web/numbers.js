// Reads and writes numbers as people write them.

import { locale as chosenLocale } from "./language.js";

/** A language with the digits 0 to 9, which every keyboard has. @param {string} [locale] */
function withLatinDigits(locale = chosenLocale()) {
    return `${new Intl.NumberFormat(locale).resolvedOptions().locale.split("-u-")[0]}-u-nu-latn`;
}

/**
 * @param {string} [locale]
 * @returns {{group: string, decimal: string}} the separators of a language
 */
function separators(locale) {
    const parts = new Intl.NumberFormat(withLatinDigits(locale), { useGrouping: true }).formatToParts(1_234_567.8);
    const part = (type, fallback) => parts.find((part) => part.type === type)?.value ?? fallback;
    return { group: part("group", ","), decimal: part("decimal", ".") };
}

/**
 * The number that a text means, or null. Separators of thousands count only between groups of three digits: in English, `1,000` is a
 * thousand. The other decimal separator is accepted if the text has no other reading: `1,5` is one and a half everywhere.
 * @param {string} text
 * @param {string} [locale]
 * @returns {number | null}
 */
export function parsedNumber(text, locale) {
    const { group, decimal } = separators(locale);
    const plain = text.replace(/[\u200E\u200F\u061C]/g, "").trim().replace(/[\u2212\u2013]/g, "-").replace(/[\s\u00A0\u202F'’]/g, " ");
    const other = decimal === "," ? "." : ",";
    const groups = [...new Set([group, " "])].map((mark) => (/\s/.test(mark) || "'’".includes(mark) ? " " : `\\${mark}`)).join("");
    const grouped = new RegExp(`^[+-]?\\d{1,3}(?:[${groups}]\\d{3})+(?:\\${decimal}\\d+)?$`);
    const simple = new RegExp(`^[+-]?(?:\\d+(?:\\${decimal}\\d*)?|\\${decimal}\\d+)$`);
    const foreign = new RegExp(`^[+-]?\\d*\\${other}\\d+$`);
    const written = grouped.test(plain) ? plain.replace(new RegExp(`[${groups}]`, "g"), "") : plain;
    if (simple.test(written)) return Number(written.replace(decimal, "."));
    return foreign.test(plain) ? Number(plain.replace(other, ".")) : null;
}

/**
 * A number as it is typed: without separators of thousands.
 * @param {number} number
 * @param {string} [locale]
 * @param {number} [digits] at least so many digits after the decimal point
 */
export function typedNumber(number, locale, digits = 0) {
    const options = { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: 20 };
    return new Intl.NumberFormat(withLatinDigits(locale), options).format(number);
}

/**
 * The number of digits after the decimal point of a currency's amounts.
 * @param {string} currency
 */
export function fractionDigits(currency) {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
}

/**
 * A currency's symbol, and whether it is written before the amount.
 * @param {string} currency
 * @param {string} [locale]
 */
export function currencySymbol(currency, locale = chosenLocale()) {
    const parts = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" }).formatToParts(1);
    const index = parts.findIndex(({ type }) => type === "currency");
    return { symbol: parts[index]?.value ?? currency, isBefore: index < parts.findIndex(({ type }) => type === "integer") };
}

/**
 * An amount in the unit of its parameter: the minor unit if the parameter is an integer.
 * @param {number} amount in the major unit, as typed
 * @param {string} currency
 * @param {boolean} isInteger
 */
export function sentAmount(amount, currency, isInteger) {
    if (!isInteger) return amount;
    // Shift the decimal point in the text, because 1.15 × 100 is not 115.
    const [coefficient, exponent = "0"] = String(amount).split("e");
    return Number(`${coefficient}e${Number(exponent) + fractionDigits(currency)}`);
}

/** The inverse of `sentAmount`. @param {number} amount @param {string} currency @param {boolean} isInteger */
export function typedAmount(amount, currency, isInteger) {
    return isInteger ? sentAmount(amount, currency, false) / 10 ** fractionDigits(currency) : amount;
}
