// Describes groups of problems in words. Pure.

import { count, counted } from "./times.js";

/** The kinds of problems in words. @type {Record<string, string>} */
export const kinds = {
    refused: "Refused",
    failed: "Failed",
    "attempt-failed": "Attempt failed",
    "given-up": "Declined or given up",
    unsupported: "Not supported by the client",
};

/** What an operator can do with a problem: the statuses to which it can be set, with their buttons. @type {Record<string, [string, string][]>} */
const changes = {
    open: [["resolved", "Resolve"], ["muted", "Mute"]],
    muted: [["open", "Reopen"]],
    resolved: [["open", "Reopen"]],
};
const hourMilliseconds = 3_600_000;
/** The hours that sparklines and charts show. */
const chartedHours = 24;
const namedApps = 3;
/** Of a problem with more sessions, the ones that started last are listed. */
const listedSessions = 5_000;

/**
 * @typedef {{id: string, kind: string, flow: string | null, screen: string | null, name: string | null, code: string | null, cause: string | null,
 *   sessions: number, count: number, firstSeen: string, lastSeen: string, firstBuild: string | null, lastBuild: string | null,
 *   apps: {app: string | null, count: number}[], isNew: boolean, status: string, resolvedIn: string | null,
 *   hours: {at: string, count: number}[]}} Problem
 */

/** `Refused: searchButtonPressed`. @param {Problem} problem */
export function problemTitle({ kind, name, screen, flow }) {
    return [kinds[kind] ?? kind, name ?? screen ?? flow].filter(Boolean).join(": ");
}

/** `BookFerry · Ferry.Search · searchButtonPressed`. @param {Problem} problem */
export function problemPlace({ flow, screen, name }) {
    return [flow, screen, name].filter(Boolean).join(" · ");
}

/**
 * What is remarkable about a problem's status.
 * @param {Problem} problem
 * @returns {{status: string, text: string}[]}
 */
export function problemBadges({ isNew, status, resolvedIn }) {
    const build = resolvedIn ? ` in build ${shortBuild(resolvedIn)}` : "";
    return [
        ...(isNew ? [{ status: "new", text: "new since this build" }] : []),
        ...(status === "resolved" ? [{ status, text: `resolved${build}` }] : []),
        ...(status === "muted" ? [{ status, text: "muted" }] : []),
        ...(status === "open" && resolvedIn ? [{ status: "returned", text: `has returned, was resolved${build}` }] : []),
    ];
}

/** The statuses to which a problem can be set, with their buttons. @param {Problem} problem @returns {[string, string][]} */
export function problemChanges({ status }) {
    return changes[status] ?? [];
}

/** Which sessions had the problem. @param {Problem} problem */
export function sessionsText({ sessions }) {
    if (sessions === 0) return "Calls to start or take over a session were refused or failed. They have no session.";
    if (sessions > listedSessions) return `At least ${count(sessions)} sessions had this problem. The last ${count(listedSessions)} that started are listed, unless they were deleted.`;
    return `${counted(sessions, "session")} had this problem. Sessions that were deleted are counted, but not listed.`;
}

/** The newest versions of the app with the problem: `2.1.0 (40), 1.9.0 (3), 2 more`. @param {Problem} problem */
export function appsText({ apps }) {
    const named = [...apps].sort((a, b) => b.count - a.count).slice(0, namedApps).map(({ app, count }) => `${app ?? "unknown"} (${count})`);
    return [...named, ...(apps.length > namedApps ? [`${apps.length - namedApps} more`] : [])].join(", ");
}

/** The builds with the problem: the only one, or the first and the last. @param {Problem} problem */
export function buildsText({ firstBuild, lastBuild }) {
    return [...new Set([firstBuild, lastBuild])].filter(Boolean).map(shortBuild).join(" – ");
}

/** A build's name, short enough for a label: its version and the beginning of its hash. @param {string} build */
export function shortBuild(build) {
    return build.replace(/(\+[0-9a-f]{6})[0-9a-f]{3,}$/, "$1…");
}

/**
 * The counts of the last 24 hours, oldest first. Hours that the problem does not list have none.
 * @param {{at: string, count: number}[]} hours `at` is the beginning of an hour
 * @param {number} now
 * @returns {{starts: number[], values: number[]}} the beginnings of the hours in milliseconds
 */
export function lastHours(hours, now) {
    const first = Math.floor(now / hourMilliseconds) - chartedHours + 1;
    const starts = Array.from({ length: chartedHours }, (_, index) => (first + index) * hourMilliseconds);
    const values = starts.map(() => 0);
    for (const { at, count } of hours) {
        const index = Math.floor(Date.parse(at) / hourMilliseconds) - first;
        if (index in values) values[index] += count;
    }
    return { starts, values };
}
