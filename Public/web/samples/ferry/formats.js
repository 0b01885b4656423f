// Formats the ferry's times.

import { locale as chosenLocale } from "../../language.js";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Timetables are in a fixed time zone, so that all users see the same departure time. */
const timeZone = "UTC";

/**
 * `14:00`
 * @param {string} moment
 * @param {string} [locale]
 */
export function clock(moment, locale = chosenLocale()) {
    return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(Date.parse(moment));
}

/**
 * `Sat, 1 June 2030`
 * @param {string} moment or a day
 * @param {string} [locale]
 */
export function date(moment, locale = chosenLocale()) {
    return new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "long", year: "numeric", timeZone }).format(Date.parse(moment));
}

/** `14 h 30 min` */
export function duration(departs, arrives) {
    const minutes = Math.round((Date.parse(arrives) - Date.parse(departs)) / minute);
    const parts = [[Math.floor(minutes / 60), "h"], [minutes % 60, "min"]];
    return parts.filter(([count]) => count > 0).map((part) => part.join(" ")).join(" ");
}

/** The number of midnights between departure and arrival. */
export function days(departs, arrives) {
    return Math.floor(Date.parse(arrives) / day) - Math.floor(Date.parse(departs) / day);
}

/**
 * The names of the two ports.
 * @param {{title: string, from?: string, to?: string}} sailing
 * @returns {[string, string]}
 */
export function ports({ title, from, to }) {
    const names = title.split(" – ");
    return names.length === 2 ? [names[0], names[1]] : [from ?? title, to ?? ""];
}

/**
 * `9:41`
 * @param {number} milliseconds
 */
export function remaining(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1_000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
