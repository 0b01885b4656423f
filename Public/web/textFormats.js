// Checks of texts in known formats, as the server makes them. Pure.

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** @type {Record<string, RegExp>} */
const patterns = {
    // The addresses that HTML's `<input type=email>` accepts.
    email: new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`),
    phone: /^\+[0-9]{7,15}$/,
    // Only the schemes of the web: a client may open the address, and `javascript:` would run in it.
    url: /^https?:\/\/[^/?#\s\p{White_Space}\0-\x20\x7F][^\p{White_Space}\0-\x20\x7F]*$/iu,
    time: /^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$/,
    uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/**
 * Whether a text has a format. Formats without a form of their own accept any text.
 * @param {string} text
 * @param {string} format a field's format in the catalog, or a format of JSON Schema
 */
export function isOfFormat(text, format) {
    if (format === "date") return isDate(text);
    if (format === "date-time") return isDateTime(text);
    return patterns[format]?.test(text) ?? true;
}

/** A full-date of RFC 3339 that the calendar has. */
function isDate(text) {
    const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)?.slice(1).map(Number);
    if (!parts) return false;
    const [year, month, day] = parts;
    const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

/** A date-time of RFC 3339, section 5.6. */
function isDateTime(text) {
    const match = /^([0-9-]{10})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/.exec(text);
    if (!match || !isDate(match[1])) return false;
    const [hour, minute, second, offsetHour, offsetMinute] = match.slice(2).map((part) => Number(part ?? 0));
    return hour < 24 && minute < 60 && second <= 60 && offsetHour < 24 && offsetMinute < 60;
}
