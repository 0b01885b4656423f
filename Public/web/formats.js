// Writes values for people: labels of members, numbers, dates and identifiers.

import { humanize } from "./labels.js";
import { locale, phrase } from "./language.js";
import { isOfFormat } from "./textFormats.js";

/**
 * The members of an object that people read. Leaves out a member if the object also has a text for it: `kind` beside
 * `kindText`, or an amount `fareCents` beside `fare`.
 * @param {any} object
 * @returns {[string, any][]}
 */
export function shownMembers(object) {
    const hasText = (name) => Object.hasOwn(object, name) && typeof object[name] === "string";
    return Object.entries(object).filter(([name, value]) => !hasText(`${name}Text`) && !(isCents(name, value) && hasText(name.replace(/Cents$/, ""))));
}

/** Whether a member is an amount in hundredths of a currency's unit. */
function isCents(name, value) {
    return /.Cents$/.test(name) && Number.isInteger(value);
}

/**
 * The label of a member.
 * @param {string} name
 * @param {any} value
 */
export function labelOf(name, value) {
    if (isCents(name, value)) return phrase(humanize(name.replace(/Cents$/, "")));
    return phrase(humanize(typeof value === "string" ? name.replace(/(?<=.)Text$/, "") : name));
}

/**
 * @param {number} value
 * @param {string} name of the member
 */
export function formattedNumber(value, name) {
    if (isCents(name, value)) return new Intl.NumberFormat(locale(), { minimumFractionDigits: 2 }).format(value / 100);
    return new Intl.NumberFormat(locale(), { maximumFractionDigits: 20 }).format(value);
}

/**
 * A date, or a date and time, as people of the chosen language write it; null for any other text.
 * @param {string} text
 */
export function formattedMoment(text) {
    const isDay = isOfFormat(text, "date");
    if (!isDay && !isOfFormat(text, "date-time")) return null;
    // A day is the same in every time zone.
    /** @type {Intl.DateTimeFormatOptions} */
    const options = isDay ? { dateStyle: "long", timeZone: "UTC" } : { dateStyle: "medium", timeStyle: "short" };
    const moment = Date.parse(text);
    return Number.isNaN(moment) ? null : new Intl.DateTimeFormat(locale(), options).format(moment);
}

/**
 * Whether a text is for programs.
 * @param {string} name of the member
 * @param {string} text
 */
export function isIdentifier(name, text) {
    return isOfFormat(text, "uuid") || (isIdentifierName(name) && /^[\w.:-]+$/.test(text));
}

/** @param {string} name */
export function isIdentifierName(name) {
    return /^(id|key|uuid)$|[a-z](Id|ID|Key|UUID)$/.test(name);
}
