// Merges a session's journal and incidents into one timeline. Pure.

const gapSeconds = 60;
/** The server keeps the newest incidents of a session. */
const mostIncidents = 50;

/**
 * @typedef {import("./diagnosis.js").Incident} Incident
 * @typedef {{type: "entry", entry: any} | {type: "incident", incident: Incident, count: number, firstAt: string}
 *   | {type: "gap", seconds: number, isOpen: boolean}} Item `count` equal incidents in a row are one item
 */

/**
 * The items of the timeline, newest first. An incident belongs to the revision that was refused a change.
 * @param {any[]} entries of the journal, newest first, without gaps
 * @param {Incident[]} incidents newest first
 * @param {{now: number, isActive: boolean, isWhole: boolean}} present `isWhole` if no earlier entries can be loaded
 * @returns {Item[]}
 */
export function timeline(entries, incidents, { now, isActive, isWhole }) {
    /** @type {Item[]} */
    const items = [];
    let later = isActive ? now : null;
    const add = (item, at, firstAt = at) => {
        const seconds = later === null ? 0 : (later - Date.parse(at)) / 1_000;
        if (seconds >= gapSeconds) items.push({ type: "gap", seconds, isOpen: items.length === 0 });
        items.push(item);
        later = Date.parse(firstAt);
    };
    let next = 0;
    const addIncidents = (isNewEnough) => {
        while (next < incidents.length && isNewEnough(incidents[next].revision)) {
            const incident = incidents[next];
            let count = 1;
            while (next + count < incidents.length && isRepeat(incident, incidents[next + count])) count += 1;
            const firstAt = incidents[next + count - 1].at;
            add({ type: "incident", incident, count, firstAt }, incident.at, firstAt);
            next += count;
        }
    };
    for (const entry of entries) {
        addIncidents((revision) => revision >= entry.revision);
        add({ type: "entry", entry }, entry.at);
    }
    // Incidents before the oldest entry may be among entries that can still be loaded.
    if (isWhole) addIncidents(() => true);
    return items;
}

function isRepeat(a, b) {
    const same = (name) => JSON.stringify(a[name]) === JSON.stringify(b[name]);
    return ["revision", "kind", "name", "code", "errors", "cause"].every(same);
}

/**
 * The earlier entries in a page of the journal. The page also has later ones if the journal lacks its first entries: a sandbox
 * begins at a later revision, and old entries are deleted.
 * @template {{revision: number}} Entry
 * @param {Entry[]} page newest first
 * @param {{after: number, before?: number}} range the revision after which the page begins, and the oldest loaded one
 * @returns {{entries: Entry[], isWhole: boolean}} `isWhole` if the journal has no entries before these
 */
export function earlierEntries(page, { after, before = Infinity }) {
    const entries = page.filter(({ revision }) => revision < before);
    return { entries, isWhole: after === 0 || entries.at(-1)?.revision !== after + 1 };
}

/**
 * Whether a session has changed since its document was read, or may have new incidents.
 * @param {{session: {revision: number}, incidents: Incident[]}} detail
 * @param {{revision: number, refusals: number} | undefined} row of the list of sessions, if it has one
 */
export function hasChanged({ session, incidents }, row) {
    if (!row) return false;
    // A new incident replaces the oldest one, so the number of incidents stays the same.
    return row.revision !== session.revision || row.refusals !== incidents.length || incidents.length >= mostIncidents;
}
