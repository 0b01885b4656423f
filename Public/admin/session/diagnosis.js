// Describes the problems of a session in sentences. Pure.

import { span } from "../times.js";

/** The codes of changes that failed, as opposed to those that were refused. */
const failureCodes = new Set(["flow-failed", "flow-timeout"]);
const workKinds = new Set(["timer", "job"]);
const maxFields = 3;

/**
 * @typedef {{at: string, revision: number, kind: string, flow: string | null, screen: string | null, name: string | null, code: string,
 *   errors: {pointer: string, code: string}[], cause: string | null, request: string | null}} Incident
 * @typedef {{id: string, kind: string, name: string, state: "pending" | "running" | "failed", dueAt: string | null, attempts: number,
 *   error: string | null}} Job
 */

/** Whether an incident is a failure of the app, and not a refusal. @param {Incident} incident */
export function isFailure({ code, kind }) {
    return failureCodes.has(code) || workKinds.has(kind);
}

/**
 * The fields that were refused: `/params/address/street` becomes `address.street`.
 * @param {Incident} incident
 * @returns {string[]}
 */
export function fields({ errors }) {
    const paths = errors.map(({ pointer }) => pointer.split("/").slice(1).filter((part, index) => index > 0 || part !== "params"));
    return [...new Set(paths.filter((path) => path.length).map((path) => path.join(".")))];
}

/**
 * Whether this server's build cannot read the session.
 *
 * @param {{session: any, tree?: any}} detail
 */
export function isUnreadable({ session, tree }) {
    return session.status === "active" && tree === null;
}

/**
 * The problems of a session or, if it has none, the work that it waits for. Names are in backticks.
 *
 *     Refused 5 times on `from`, last 12 min ago. Idle for 12 min on `Ferry.Search`.
 *
 * @param {{session: any, tree?: any, incidents: Incident[], jobs: Job[]}} detail incidents newest first
 * @param {number} now
 * @returns {{isProblem: boolean, text: string}}
 */
export function diagnosis(detail, now) {
    const { session, incidents, jobs } = detail;
    const since = (at) => span((now - Date.parse(at)) / 1_000);
    const work = jobs.map((job) => troubled(job, now)).filter(Boolean);
    if (session.status === "over") {
        const end = `The session is over: ${session.outcome}, ${since(session.touchedAt)} ago.`;
        return { isProblem: work.length > 0, text: [...work, end].join(" ") };
    }
    const present = incidents.filter(({ revision }) => revision === session.revision);
    const problems = [
        isUnreadable(detail) && "This server cannot read the session. Its log has the reason.",
        refusals(present.filter((incident) => !isFailure(incident)), since),
        // Attempts of work are reported with the work.
        failures(present.filter((incident) => isFailure(incident) && !workKinds.has(incident.kind)), since),
        ...work,
    ].filter(Boolean);
    const place = session.screen ? ` on \`${session.screen}\`` : "";
    const idle = (now - Date.parse(session.touchedAt)) / 1_000;
    const rest = idle >= 60 ? `Idle for ${span(idle)}${place}.` : `In use${place}.`;
    const others = problems.length ? [] : [earlierFailure(incidents, since), ...jobs.map((job) => awaited(job, session.sandbox, now)).slice(0, 1)];
    return { isProblem: problems.length > 0, text: [...problems, rest, ...others.filter(Boolean)].join(" ") };
}

/** The newest failure of a change, if the session has continued after it. */
function earlierFailure(incidents, since) {
    const failure = incidents.find((incident) => isFailure(incident) && !workKinds.has(incident.kind));
    return failure ? `\`${failure.name ?? failure.kind}\` failed ${since(failure.at)} ago, before the last change.` : null;
}

function times(count) {
    return count === 1 ? "once" : `${count} times`;
}

function last(incidents, since) {
    return incidents.length === 1 ? `${since(incidents[0].at)} ago` : `last ${since(incidents[0].at)} ago`;
}

function refusals(incidents, since) {
    if (!incidents.length) return null;
    const counts = new Map();
    for (const incident of incidents) for (const field of fields(incident)) counts.set(field, (counts.get(field) ?? 0) + 1);
    const worst = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxFields).map(([field]) => `\`${field}\``);
    const [{ name, kind, code }] = incidents;
    const where = worst.length ? `on ${listed(worst)}` : `at \`${name ?? kind}\` with \`${code}\``;
    return `Refused ${times(incidents.length)} ${where}, ${last(incidents, since)}.`;
}

function failures(incidents, since) {
    if (!incidents.length) return null;
    const [{ name, kind, code, cause }] = incidents;
    const verb = code === "flow-timeout" ? "timed out" : "failed";
    return sentence(`\`${name ?? kind}\` ${verb} ${times(incidents.length)}, ${last(incidents, since)}`, cause);
}

/** Work that was given up, or has failed and is tried again. */
function troubled({ name, state, attempts, error, dueAt }, now) {
    if (state === "failed") {
        // Work of a sandbox fails without an attempt.
        const after = attempts > 0 ? ` after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}` : "";
        return sentence(`\`${name}\` was given up${after}`, error);
    }
    if (!attempts || !error) return null;
    const again = dueAt && Date.parse(dueAt) > now ? `is tried again in ${span((Date.parse(dueAt) - now) / 1_000)}` : "is being tried again";
    return sentence(`\`${name}\` failed ${times(attempts)} and ${again}`, error);
}

function awaited({ name, state, dueAt }, isSandbox, now) {
    if (isSandbox) return `\`${name}\` waits for you.`;
    if (state === "running" || !dueAt || Date.parse(dueAt) <= now) return `\`${name}\` is running.`;
    return `\`${name}\` is due in ${span((Date.parse(dueAt) - now) / 1_000)}.`;
}

function sentence(text, cause) {
    const reason = cause?.trim();
    return reason ? `${text}: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}` : `${text}.`;
}

function listed(words) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
