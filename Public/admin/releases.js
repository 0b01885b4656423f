// Compares a build of the server with the one before. Pure.

import { numberChanged, percent, pointsChanged, share } from "./funnelMath.js";
import { count, duration } from "./times.js";

/** Rates and times of fewer changes say too little. */
const leastChanges = 200;
/** Rates of fewer sessions say too little. */
const leastSessions = 50;
/** A difference of two shares is clear above this number of standard errors. */
const clearErrors = 2;
/** The bounds of the server's histograms of times, in microseconds. A time is known only as one between two bounds. */
const bounds = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 10_000_000];
const tooFew = "too few";
const noDifference = "no clear difference";

/**
 * @typedef {{changes: number, refused: number, failed: number, attemptsFailed: number, started: number, ended: number,
 *   completed: number, handlerP50: number | null, handlerP95: number | null}} Counts `changes` were committed, `attemptsFailed` are of timers
 *   and jobs, `completed` of the sessions that `ended`; times are in seconds
 * @typedef {{build: string, version: string, firstSeen: string, lastSeen: string, nodes: string[], counts: Counts}} Build
 * @typedef {{name: string, now: string, before: string, change: string, isWorse: boolean}} Comparison `change` is `too few` if one of
 *   the two numbers is too small, and `no clear difference` if the two may differ by chance
 */

/**
 * The newest build compared with the one before.
 * @param {Build} now @param {Build} before
 * @returns {Comparison[]}
 */
export function compared({ counts: now }, { counts: before }) {
    const hasHandlers = Math.min(now.changes, before.changes) >= leastChanges;
    return [
        rate("Refused changes", parts(now, before, "refused"), leastChanges),
        rate("Failed changes", parts(now, before, "failed"), leastChanges),
        rate("Completed sessions", [now, before].map(({ ended, completed }) => ({ part: completed, whole: ended })), leastSessions, { isGood: true }),
        time("Handlers, median", now.handlerP50, before.handlerP50, hasHandlers),
        time("Handlers, p95", now.handlerP95, before.handlerP95, hasHandlers),
    ];
}

/** All changes that were requested: committed, refused and failed ones. @param {Counts} counts */
function requested({ changes, refused, failed }) {
    return changes + refused + failed;
}

/** A part of all changes, in both builds. */
function parts(now, before, name) {
    return [now, before].map((counts) => ({ part: counts[name], whole: requested(counts) }));
}

/** @returns {Comparison} */
function rate(name, shares, least, { isGood = false } = {}) {
    const [one, other] = shares.map(({ part, whole }) => ({ part, whole, share: share(part, whole) }));
    const text = ({ part, whole, share }) => `${percent(share)} (${count(part)} of ${count(whole)})`;
    const isEnough = Math.min(one.whole, other.whole) >= least;
    const points = pointsChanged(one.share, other.share);
    const isClear = isEnough && points !== "unchanged" && isClearlyDifferent(one, other);
    const change = !isEnough ? tooFew : isClear ? points : noDifference;
    return { name, now: text(one), before: text(other), change, isWorse: isClear && (isGood ? one.share < other.share : one.share > other.share) };
}

/** Whether two shares differ by more than chance explains. The standard error is that of two samples with the same share. */
function isClearlyDifferent(one, other) {
    const common = (one.part + other.part) / (one.whole + other.whole);
    const error = Math.sqrt(common * (1 - common) * (1 / one.whole + 1 / other.whole));
    return Math.abs(one.share - other.share) > clearErrors * error;
}

/** @returns {Comparison} */
function time(name, now, before, isEnough) {
    const text = (seconds) => (seconds === null ? "–" : duration(microseconds(seconds)));
    const isComparable = isEnough && now !== null && before !== null;
    const isClear = isComparable && bucket(now) !== bucket(before);
    const change = !isComparable ? tooFew : isClear ? `about ${numberChanged(now, before)}` : noDifference;
    return { name, now: text(now), before: text(before), change, isWorse: isClear && now > before };
}

function microseconds(seconds) {
    return Math.round(seconds * 1_000_000);
}

/** Two times between the same bounds may be equal. */
function bucket(seconds) {
    return bounds.findIndex((bound) => microseconds(seconds) <= bound);
}
