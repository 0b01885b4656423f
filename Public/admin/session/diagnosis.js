// Describes the problems of a session in sentences. Pure.

import { span } from "../times.js";
import { changeName, namesOf } from "./names.js";

/** The codes of changes that failed, as opposed to those that were refused. */
const failureCodes = new Set(["flow-failed", "flow-timeout"]);
const workKinds = new Set(["timer", "job"]);
/** Incidents of these kinds are not actions of the user. */
const serverKinds = new Set([...workKinds, "signal"]);
/** For how long after an action of its user a session counts as in use. */
const inUseSeconds = 60;
const maxFields = 3;
/** The sentences of refusals, and the pending timers, that a diagnosis quotes. */
const maxSentences = 2;
const maxTimers = 2;

/**
 * @typedef {{at: string, revision: number, kind: string, flow: string | null, screen: string | null, name: string | null, code: string,
 *   errors: {pointer: string, code: string, message?: string | null}[], cause: string | null, request: string | null,
 *   message?: string | null}} Incident
 * @typedef {{revision: number, at: string, kind: string, flow: string | null, screen: string | null, name: string | null, to: string | null,
 *   result?: "completed" | "failed" | "given-up" | null, message?: string | null, cause?: string | null, attempts?: number | null,
 *   handled?: boolean | null, request?: string | null}} Entry an entry of the journal
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
 * The problems of a session and the timers that it waits for. Without a problem, also the work that it waits for. Names that the app's
 * users do not know are in backticks.
 *
 *     “Charge card” was declined twice (“Your card was declined.”), last 2 min ago. In use on “Payment”. Timer “Hold ended” fires in 7 min.
 *
 * @param {{session: any, tree?: any, incidents: Incident[], jobs: Job[]}} detail incidents newest first
 * @param {number} now
 * @param {{entries?: Entry[], names?: import("./names.js").Names}} known `entries` of the journal, newest first
 * @returns {{isProblem: boolean, text: string}}
 */
export function diagnosis(detail, now, { entries = [], names = namesOf([]) } = {}) {
    const { session, incidents, jobs } = detail;
    const since = (at) => span((now - Date.parse(at)) / 1_000);
    const work = jobs.map((job) => troubled(job, now, names)).filter(Boolean);
    if (session.status === "over") {
        const end = `The session is over: ${session.outcome}, ${since(session.touchedAt)} ago.`;
        return { isProblem: work.length > 0, text: [...work, end].join(" ") };
    }
    const present = incidents.filter(({ revision }) => revision === session.revision);
    const problems = [
        isUnreadable(detail) && "This server cannot read the session. Its log has the reason.",
        refusals(present.filter((incident) => !isFailure(incident)), since, names),
        // Attempts of work are reported with the work.
        failures(present.filter((incident) => isFailure(incident) && !workKinds.has(incident.kind)), since, names),
        ...endedJobs(entries, session.screen).map((ends) => endedJob(ends, incidents, since, names)),
        ...work,
    ].filter(Boolean);
    const place = session.screen ? ` on “${names.screen(session.screen)}”` : "";
    const idle = idleSeconds(detail, now);
    const rest = session.openStreams > 0 || idle < inUseSeconds ? `In use${place}.` : `Idle for ${span(idle)}${place}.`;
    const open = jobs.filter((job) => !troubled(job, now, names));
    const timers = open.filter(({ kind }) => kind === "timer").slice(0, maxTimers);
    const awaitedJobs = problems.length ? [] : open.filter(({ kind }) => kind !== "timer").slice(0, 1);
    const others = [problems.length ? null : earlierFailure(incidents, since, names), ...[...awaitedJobs, ...timers].map((job) => awaited(job, session.sandbox, now, names))];
    return { isProblem: problems.length > 0, text: [...problems, rest, ...others.filter(Boolean)].join(" ") };
}

/** The time since the user has acted. A refused action changes nothing, but is an action, too. */
function idleSeconds({ session, incidents }, now) {
    const tried = incidents.filter(({ kind }) => !serverKinds.has(kind)).map(({ at }) => Date.parse(at));
    return (now - Math.max(Date.parse(session.userActedAt ?? session.touchedAt), ...tried)) / 1_000;
}

/** The newest failure of a change, if the session has continued after it. */
function earlierFailure(incidents, since, names) {
    const failure = incidents.find((incident) => isFailure(incident) && !workKinds.has(incident.kind));
    return failure ? `${quoted(failure, names)} failed ${since(failure.at)} ago, before the last change.` : null;
}

/**
 * The failures of jobs that the flow has handled and that led to the present screen, by job, newest first. A job that was completed
 * afterwards has no failures.
 * @param {Entry[]} entries newest first
 * @param {string | null} screen
 * @returns {Entry[][]}
 */
function endedJobs(entries, screen) {
    /** @type {Map<string, Entry[] | null>} */
    const found = new Map();
    for (const entry of entries) {
        if (!entry.result || entry.kind !== "job" || found.get(entry.name) === null) continue;
        if (entry.result === "completed" || entry.to !== screen) found.set(entry.name, found.get(entry.name) ?? null);
        else if (entry.handled) found.set(entry.name, [...(found.get(entry.name) ?? []), entry]);
    }
    return [...found.values()].filter(Boolean);
}

function endedJob(ends, incidents, since, names) {
    const [newest] = ends;
    const same = ends.filter((end) => end.result === newest.result && isCancelled(end) === isCancelled(newest));
    const name = `“${names.work(newest.name)}”`;
    if (newest.result === "failed") return `${name} was declined ${times(same.length)}${parenthesized(same)}, ${last(same, since)}.`;
    const often = same.length === 1 ? "" : ` ${times(same.length)}`;
    if (isCancelled(newest)) return `${name} was cancelled${often} by an operator, ${last(same, since)}.`;
    return sentence(`${name} gave up${often} ${tries(newest.attempts)}, ${last(same, since)}`, causeOf(newest, incidents));
}

/** Whether work was given up before its first attempt: only an operator does that. @param {Entry} entry */
function isCancelled({ result, attempts }) {
    return result === "given-up" && attempts === 0;
}

/**
 * How a delivered timer or job had ended: `declined: “Your card was declined.” Handled by the flow.`
 * @param {Entry} entry
 * @param {Incident[]} incidents newest first
 * @returns {string | null} null for other changes
 */
export function outcome(entry, incidents) {
    const { result, handled, flow } = entry;
    if (!result) return null;
    if (result === "completed") return entry.kind === "timer" ? null : "completed";
    const end = handled ? "Handled by the flow." : flow ? "No flow handled it: it waited for an operator." : "Its flow had left.";
    return `${endWords(entry, incidents)} ${end}`;
}

function endWords(entry, incidents) {
    const { result, message, attempts } = entry;
    if (result === "failed") return sentence("declined", message && `“${message}”`);
    return isCancelled(entry) ? "was cancelled by an operator." : sentence(`gave up ${tries(attempts)}`, causeOf(entry, incidents) ?? message);
}

/** @param {number | null} [attempts] */
function tries(attempts) {
    return `after ${attempts === 1 ? "1 try" : `${attempts ?? 0} tries`}`;
}

/** Why a job was given up: the cause of its last attempt. An entry may lack it, but not the incident of the attempt. */
function causeOf({ name, at, cause }, incidents) {
    if (cause) return cause;
    const attempt = incidents.find((incident) => incident.kind === "job" && incident.name === name && Date.parse(incident.at) <= Date.parse(at));
    return attempt?.cause ?? null;
}

function quoted(change, names) {
    const name = changeName(change, names);
    return name ? `“${name}”` : `\`${change.kind}\``;
}

/** The sentences that the user read: ` (“Choose a port.”)`, or nothing. */
function parenthesized(changes) {
    const sentences = [...new Set(changes.map(({ message }) => message).filter(Boolean))].slice(0, maxSentences);
    return sentences.length ? ` (${sentences.map((text) => `“${text}”`).join(", ")})` : "";
}

function times(count) {
    return ["once", "twice"][count - 1] ?? `${count} times`;
}

function last(changes, since) {
    return changes.length === 1 ? `${since(changes[0].at)} ago` : `last ${since(changes[0].at)} ago`;
}

function refusals(incidents, since, names) {
    if (!incidents.length) return null;
    const counts = new Map();
    for (const incident of incidents) for (const field of fields(incident)) counts.set(field, (counts.get(field) ?? 0) + 1);
    const worst = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxFields).map(([field]) => `\`${field}\``);
    const said = parenthesized(incidents);
    const [newest] = incidents;
    const where = worst.length ? `on ${listed(worst)}` : `at ${quoted(newest, names)}${said ? "" : ` with \`${newest.code}\``}`;
    return `Refused ${times(incidents.length)} ${where}${said}, ${last(incidents, since)}.`;
}

function failures(incidents, since, names) {
    if (!incidents.length) return null;
    const [newest] = incidents;
    const verb = newest.code === "flow-timeout" ? "timed out" : "failed";
    return sentence(`${quoted(newest, names)} ${verb} ${times(incidents.length)}, ${last(incidents, since)}`, newest.cause);
}

/** Work that was given up, or has failed and is tried again. */
function troubled({ name, state, attempts, error, dueAt }, now, names) {
    const work = `“${names.work(name)}”`;
    if (state === "failed") {
        // Work of a sandbox fails without an attempt.
        return sentence(`${work} was given up${attempts > 0 ? ` ${tries(attempts)}` : ""}`, error);
    }
    if (!attempts || !error) return null;
    const again = dueAt && Date.parse(dueAt) > now ? `is tried again in ${span((Date.parse(dueAt) - now) / 1_000)}` : "is being tried again";
    return sentence(`${work} failed ${times(attempts)} and ${again}`, error);
}

function awaited({ name, kind, state, dueAt }, isSandbox, now, names) {
    const kinds = { timer: "Timer ", signal: "Signal " };
    const work = `${kinds[kind] ?? ""}“${names.work(name)}”`;
    if (isSandbox) return `${work} waits for you.`;
    if (kind === "signal" && state === "pending") return `${work} waits for its flow.`;
    if (state === "running" || !dueAt || Date.parse(dueAt) <= now) return `${work} is running.`;
    return `${work} ${kind === "timer" ? "fires" : "is due"} in ${span((Date.parse(dueAt) - now) / 1_000)}.`;
}

function sentence(text, cause) {
    const reason = cause?.trim();
    return reason ? `${text}: ${/[.!?]”?$/.test(reason) ? reason : `${reason}.`}` : `${text}.`;
}

function listed(words) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
