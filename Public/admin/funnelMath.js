// Computes what the funnel page shows: periods, differences and shares. Pure.

const minute = 60_000;
const counts = ["starts", "completed", "dismissed", "ended", "expired", "active"];
const stepCounts = ["visits", "runs", "next", "dismissed", "ended", "expired", "active", "refused"];
/** The ways in which a run can stop, in the order in which the page draws them. */
export const stops = ["dismissed", "ended", "expired"];

/** The periods by the number of their hours. */
export const periods = [["24", "24 hours"], ["168", "7 days"], ["720", "30 days"]];
export const defaultPeriod = "168";

/**
 * A parameter of the page's URL, if it is one of the options. Otherwise the default.
 * @param {string[][]} options each with its value first
 * @param {string | null} value @param {string} byDefault
 */
export function validOption(options, value, byDefault) {
    return value !== null && options.some(([option]) => option === value) ? value : byDefault;
}

/**
 * @typedef {{screen: string, title: string | null, visits: number, runs: number, next: number, dismissed: number, ended: number,
 *   expired: number, active: number, refused: number, medianSeconds: number | null, p90Seconds: number | null}} Step
 * @typedef {{by: string | null, starts: number, completed: number, dismissed: number, ended: number, expired: number, active: number,
 *   steps: Step[]}} Group
 */

/**
 * The beginnings of the last period and of the one before. Both are rounded down to whole minutes.
 * @param {number} hours @param {number} now in milliseconds
 */
export function beginnings(hours, now) {
    const at = (count) => new Date(Math.floor((now - count * hours * 60 * minute) / minute) * minute).toISOString();
    return { since: at(1), before: at(2) };
}

/**
 * The groups of the earlier of two periods: `both` minus `last`. `both` counts both periods, `last` only the later one. They are
 * from two requests, and a run may end in between, so a negative difference is replaced by 0. Medians cannot be subtracted and are
 * null.
 * @param {Group[]} both @param {Group[]} last
 * @returns {Group[]}
 */
export function difference(both, last) {
    return both.map((group) => {
        const later = last.find(({ by }) => by === group.by);
        const steps = group.steps.map((step) => {
            const laterStep = later?.steps.find(({ screen }) => screen === step.screen);
            return { ...step, ...subtract(stepCounts, step, laterStep), medianSeconds: null, p90Seconds: null };
        });
        return { ...group, ...subtract(counts, group, later), steps };
    });
}

function subtract(names, from, other) {
    return Object.fromEntries(names.map((name) => [name, Math.max(0, from[name] - (other?.[name] ?? 0))]));
}

/** How many runs stopped on a step, or in a group. @param {Step | Group} part */
export function stopped(part) {
    return stops.reduce((sum, kind) => sum + part[kind], 0);
}

/** A share of a whole; null if the whole is empty. @param {number} part @param {number} whole */
export function share(part, whole) {
    return whole > 0 ? part / whole : null;
}

/** `42 %`, `0.4 %`, `–`. @param {number | null} value */
export function percent(value) {
    if (value === null) return "–";
    const hundredths = value * 100;
    return `${hundredths > 0 && hundredths < 10 ? Number(hundredths.toFixed(1)) : Math.round(hundredths)} %`;
}

/**
 * How a share has changed: `+3 points`. Empty if one of the two shares is unknown.
 * @param {number | null} now @param {number | null} before
 */
export function pointsChanged(now, before) {
    if (now === null || before === null) return "";
    const points = Number(((now - before) * 100).toFixed(1));
    return points === 0 ? "unchanged" : `${points > 0 ? "+" : "−"}${Math.abs(points)} point${Math.abs(points) === 1 ? "" : "s"}`;
}

/**
 * How a number has changed: `+12 %`. Empty if there is nothing to compare with.
 * @param {number} now @param {number} before
 */
export function numberChanged(now, before) {
    if (before === 0) return "";
    const change = Math.round(((now - before) / before) * 100);
    return change === 0 ? "unchanged" : `${change > 0 ? "+" : "−"}${Math.abs(change)} %`;
}

/** The step on which most runs stopped; null if none did. @param {Group} group @returns {Step | null} */
export function worstStep(group) {
    const [worst] = [...group.steps].sort((a, b) => stopped(b) - stopped(a));
    return worst && stopped(worst) > 0 ? worst : null;
}

/** A step's name for people: its title, or its screen's name without the first part. @param {Step} step */
export function stepName({ title, screen }) {
    return title || screen.split(".").slice(1).join(".") || screen;
}
