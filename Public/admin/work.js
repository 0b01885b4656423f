// Describes timers, jobs and signals that wait, and groups those that failed. Pure.

import { span } from "./times.js";

const longestText = 200;

/**
 * @typedef {{session: string, id: string, flow: string, flowName: string | null, kind: "timer" | "job" | "signal", name: string,
 *   state: "pending" | "running" | "failed", dueAt: string | null, attempts: number, error: string | null, request: string | null}} WorkRow
 * @typedef {{key: string, name: string, kind: string, flows: string[], error: string | null, rows: WorkRow[]}} FailureGroup
 */

/**
 * Whether a timer or job is running, or its due time has passed.
 * @param {WorkRow} row @param {number} now
 */
export function isDue({ state, dueAt }, now) {
    return state === "running" || (state === "pending" && (!dueAt || Date.parse(dueAt) <= now));
}

/**
 * What running a timer or job now does, or delivering a signal, as a question and a sentence.
 * @param {WorkRow} row @param {number} now
 * @returns {{question: string, about: string, verb: string}}
 */
export function runNow(row, now) {
    const flow = row.flowName ? ` of ${row.flowName}` : "";
    const early = row.dueAt && Date.parse(row.dueAt) > now ? `, ${span((Date.parse(row.dueAt) - now) / 1_000)} early` : "";
    if (row.state === "failed") {
        const delivers = row.kind === "job" ? `Runs the job “${row.name}”${flow} again.` : `Delivers the ${row.kind} “${row.name}”${flow} again.`;
        return { question: `Retry ${row.name}?`, about: `${delivers} The count of attempts starts again.`, verb: "Retry" };
    }
    if (row.kind === "timer") {
        return { question: `Fire ${row.name}?`, about: `Fires the timer “${row.name}”${flow} now${early}.`, verb: "Fire now" };
    }
    if (row.kind === "signal") {
        return { question: `Deliver ${row.name}?`, about: `Delivers the signal “${row.name}” now. The flow may let it wait again.`, verb: "Deliver now" };
    }
    const attempts = row.attempts === 0 ? "" : row.attempts === 1 ? " One attempt has failed." : ` ${row.attempts} attempts have failed.`;
    const next = row.attempts > 0 && early ? `${early.replace(" early", "")} before its next attempt` : early;
    return { question: `Run ${row.name}?`, about: `Runs the job “${row.name}”${flow} now${next}.${attempts}`, verb: "Run now" };
}

/**
 * What cancelling a timer, a job or a signal does.
 * @param {WorkRow} row
 */
export function cancelling(row) {
    const effects = {
        timer: "It will not fire. Its flow is not told.",
        job: "It will not run again. A flow that waits for its result gets a failure.",
        signal: "It will not be delivered. Its sender is not told.",
    };
    return { question: `Cancel ${row.name}?`, about: effects[row.kind], verb: `Cancel ${row.kind}` };
}

/**
 * Failed work by its name and error. Numbers and ids in errors differ between rows, so they are ignored. Largest group first.
 * @param {WorkRow[]} rows
 * @returns {FailureGroup[]}
 */
export function failureGroups(rows) {
    /** @type {Map<string, FailureGroup>} */
    const groups = new Map();
    for (const row of rows) {
        const key = JSON.stringify([row.kind, row.name, row.error && pattern(row.error)]);
        const group = groups.get(key) ?? { key, name: row.name, kind: row.kind, flows: [], error: row.error, rows: [] };
        group.rows.push(row);
        if (row.flowName && !group.flows.includes(row.flowName)) group.flows.push(row.flowName);
        groups.set(key, group);
    }
    return [...groups.values()].sort((a, b) => b.rows.length - a.rows.length || a.name.localeCompare(b.name));
}

function pattern(error) {
    return error.slice(0, longestText).replace(/[0-9a-f-]*\d[0-9a-f-]*/gi, "#");
}
