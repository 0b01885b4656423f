// Computes what the funnel page shows: periods, losses, differences and shares. Pure.

import { count } from "./times.js";

const minute = 60_000;
const groupCounts = ["starts", "completed", "dismissed", "ended", "expired", "abandoned", "active"];
const stepCounts = ["visits", "runs", "next", "dismissed", "ended", "expired", "abandoned", "active", "refused"];
const withinCounts = ["runs", "dismissed", "ended", "expired", "abandoned", "active", "refused"];
/** The ways in which a run can stop, in the order in which the page draws them. */
export const stops = ["abandoned", "dismissed", "ended", "expired"];
/** Shares of fewer runs say too little to be compared. */
const leastRuns = 50;

/** The periods by the number of their hours. */
export const periods = [["24", "24 hours"], ["168", "7 days"], ["720", "30 days"]];
export const defaultPeriod = "168";
/** After how many seconds without an action of its user a run counts as abandoned. */
export const idles = [["1800", "30 minutes"], ["86400", "a day"], ["604800", "7 days"]];
export const defaultIdle = "86400";

/**
 * A parameter of the page's URL, if it is one of the options. Otherwise the default.
 * @param {string[][]} options each with its value first
 * @param {string | null} value @param {string} byDefault
 */
export function validOption(options, value, byDefault) {
    return value !== null && options.some(([option]) => option === value) ? value : byDefault;
}

/**
 * @typedef {{flow: string, screen: string, title: string | null, runs: number, refused: number, abandoned: number, active: number,
 *   dismissed: number, ended: number, expired: number}} Within a screen of a sub flow
 * @typedef {{screen: string, title: string | null, visits: number, runs: number, next: number, dismissed: number, ended: number,
 *   expired: number, abandoned: number, active: number, refused: number, medianSeconds: number | null, p90Seconds: number | null,
 *   within: Within[]}} Step
 * @typedef {{by: string | null, starts: number, completed: number, dismissed: number, ended: number, expired: number, abandoned: number,
 *   active: number, steps: Step[]}} Group
 * @typedef {{step: Step, within: Within | null, name: string, runs: number, stopped: number}} Loss the runs that stopped on a screen: of
 *   the flow itself, or of a sub flow that the step has started
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
            const within = step.within.map((part) => ({ ...part, ...subtract(withinCounts, part, laterStep?.within.find((other) => isSame(other, part))) }));
            return { ...step, ...subtract(stepCounts, step, laterStep), medianSeconds: null, p90Seconds: null, within };
        });
        return { ...group, ...subtract(groupCounts, group, later), steps };
    });
}

function subtract(names, from, other) {
    return Object.fromEntries(names.map((name) => [name, Math.max(0, from[name] - (other?.[name] ?? 0))]));
}

/** Whether two screens of sub flows are the same. @param {Within | null} one @param {Within | null} other */
function isSame(one, other) {
    return one?.flow === other?.flow && one?.screen === other?.screen;
}

/** How many runs stopped on a screen, or in a group. @param {Step | Group | Within} part */
export function stopped(part) {
    return stops.reduce((sum, kind) => sum + part[kind], 0);
}

/** A share of a whole; null if the whole is empty. @param {number} part @param {number} whole */
export function share(part, whole) {
    return whole > 0 ? part / whole : null;
}

/** `42 %`, `0.4 %`, `< 0.1 %`, `–`. @param {number | null} value */
export function percent(value) {
    if (value === null) return "–";
    const hundredths = value * 100;
    if (hundredths > 0 && hundredths < 0.05) return "< 0.1 %";
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

/**
 * Where the runs of a group stopped, most runs first. A step's counts contain those of its sub flows, so each stop is taken from the
 * step and attributed to the screen on which it happened.
 * @param {Group} group
 * @returns {Loss[]}
 */
export function losses(group) {
    const found = group.steps.flatMap((step) => {
        const below = step.within.map((within) => ({ step, within, name: lossName(step, within), runs: within.runs, stopped: stopped(within) }));
        const own = stopped(step) - below.reduce((sum, part) => sum + part.stopped, 0);
        return [{ step, within: null, name: stepName(step), runs: step.runs, stopped: Math.max(0, own) }, ...below];
    });
    return found.filter((loss) => loss.stopped > 0).sort((a, b) => b.stopped - a.stopped);
}

/** The largest loss; null if no run stopped. @param {Group} group @returns {Loss | null} */
export function worstLoss(group) {
    return losses(group)[0] ?? null;
}

/** `250 of 600, 42 %`. @param {{stopped: number, runs: number}} loss */
export function lossText({ stopped, runs }) {
    return `${count(stopped)} of ${count(runs)}, ${percent(share(stopped, runs))}`;
}

/** A screen's name for people: its title, or its name without the first part. @param {{title: string | null, screen: string}} part */
export function stepName({ title, screen }) {
    return title || screen.split(".").slice(1).join(".") || screen;
}

function lossName(step, within) {
    return within ? `${stepName(step)} → ${stepName(within)}` : stepName(step);
}

/**
 * Groups of a split beside each other: a row for each screen on which runs of a group stopped, in the order of the steps, with a cell
 * for each group. `change` is the difference to the first group, which is the largest.
 * @param {Group[]} groups
 * @returns {{step: Step, within: Within | null, name: string, cells: SplitCell[]}[]}
 * @typedef {{group: Group, part: Step | Within | null, stopped: number, runs: number, change: string}} SplitCell `part` is null if no
 *   run of the group has shown the screen; `change` is `too few` if one of the two numbers of runs is small
 */
export function splitRows(groups) {
    const places = new Map();
    for (const group of groups) {
        for (const step of group.steps) {
            for (const within of [null, ...step.within]) {
                if (stopped(within ?? step) > 0) places.set(JSON.stringify([step.screen, within?.flow, within?.screen]), { step, within });
            }
        }
    }
    const order = groups.flatMap(({ steps }) => steps.map(({ screen }) => screen));
    const sorted = [...places.values()].sort((a, b) => order.indexOf(a.step.screen) - order.indexOf(b.step.screen) || (a.within ? 1 : 0) - (b.within ? 1 : 0));
    return sorted.map(({ step, within }) => {
        const cells = groups.map((group) => {
            const own = group.steps.find(({ screen }) => screen === step.screen);
            const part = (within ? own?.within.find((other) => isSame(other, within)) : own) ?? null;
            return { group, part, stopped: part ? stopped(part) : 0, runs: part?.runs ?? 0 };
        });
        return { step, within, name: lossName(step, within), cells: cells.map((cell, index) => ({ ...cell, change: index ? shareChanged(cell, cells[0]) : "" })) };
    });
}

/** How the share of the stopped runs differs. @param {{stopped: number, runs: number}} one @param {{stopped: number, runs: number}} other */
export function shareChanged(one, other) {
    if (Math.min(one.runs, other.runs) < leastRuns) return "too few";
    return pointsChanged(share(one.stopped, one.runs), share(other.stopped, other.runs));
}

/**
 * The greatest difference between the first group and another one; null if the groups are small or alike. A row of a sub flow precedes
 * that of its step.
 * @param {ReturnType<typeof splitRows>} rows
 * @returns {{name: string, cell: SplitCell, reference: SplitCell, points: number} | null}
 */
export function widestGap(rows) {
    const gaps = rows.flatMap(({ name, within, cells: [reference, ...others] }) => {
        const enough = others.filter((cell) => Math.min(cell.runs, reference.runs) >= leastRuns);
        return enough.map((cell) => ({ name, within, cell, reference, points: share(cell.stopped, cell.runs) - share(reference.stopped, reference.runs) }));
    });
    const [widest] = gaps.sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.within ? 0 : 1) - (b.within ? 0 : 1));
    return widest && pointsChanged(widest.points, 0) !== "unchanged" ? widest : null;
}
