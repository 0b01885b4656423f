// Compares a build of the server with the one before. Pure.

import { numberChanged, percent, pointsChanged, share } from "./funnelMath.js";
import { count, duration } from "./times.js";

/** Rates of fewer changes, or of fewer started sessions, say too little. */
const leastChanges = 200;
const leastStarts = 50;
/** The accuracy of times, in percent. Smaller differences mean nothing. */
const timeAccuracy = 10;

/**
 * @typedef {{changes: number, refused: number, failed: number, started: number, completed: number, handlerP50: number | null,
 *   handlerP95: number | null}} Counts times are in seconds
 * @typedef {{build: string, version: string, firstSeen: string, lastSeen: string, nodes: string[], counts: Counts}} Build
 * @typedef {{name: string, now: string, before: string, change: string, isWorse: boolean}} Comparison `change` is `too few` if one of
 *   the two numbers is too small
 */

/**
 * The newest build compared with the one before.
 * @param {Build} now @param {Build} before
 * @returns {Comparison[]}
 */
export function compared({ counts: now }, { counts: before }) {
    const hasChanges = Math.min(now.changes, before.changes) >= leastChanges;
    const hasStarts = Math.min(now.started, before.started) >= leastStarts;
    return [
        rate("Refused changes", now, before, { part: "refused", whole: "changes", isEnough: hasChanges }),
        rate("Failed changes", now, before, { part: "failed", whole: "changes", isEnough: hasChanges }),
        rate("Completed sessions", now, before, { part: "completed", whole: "started", isEnough: hasStarts, isGood: true }),
        time("Handlers, median", now.handlerP50, before.handlerP50, hasChanges),
        time("Handlers, p95", now.handlerP95, before.handlerP95, hasChanges),
    ];
}

/** @returns {Comparison} */
function rate(name, now, before, { part, whole, isEnough, isGood = false }) {
    const [shareNow, shareBefore] = [now, before].map((counts) => share(counts[part], counts[whole]));
    const text = (value, counts) => `${percent(value)} (${count(counts[part])} of ${count(counts[whole])})`;
    const change = isEnough ? pointsChanged(shareNow, shareBefore) : "too few";
    const isWorse = isEnough && change !== "unchanged" && (isGood ? shareNow < shareBefore : shareNow > shareBefore);
    return { name, now: text(shareNow, now), before: text(shareBefore, before), change, isWorse };
}

/** @returns {Comparison} */
function time(name, now, before, isEnough) {
    const text = (seconds) => (seconds === null ? "–" : duration(Math.round(seconds * 1_000_000)));
    const isComparable = isEnough && now !== null && before !== null;
    const isAlike = isComparable && Math.round((Math.abs(now - before) / before) * 100) <= timeAccuracy;
    const change = !isComparable ? "too few" : isAlike ? "unchanged" : numberChanged(now, before);
    return { name, now: text(now), before: text(before), change, isWorse: isComparable && !isAlike && now > before };
}
