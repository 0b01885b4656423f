// The open problems that are new since the newest build, and their number in the navigation.

import { count } from "./times.js";

/** The problems are read by pages of this size, and at most this many pages. */
const pageSize = 500;
const mostPages = 4;
/** The event on `window` after an operator has changed a problem. */
export const problemChanged = "problem-changed";
/** How often the number in the navigation is read, except after a change of an operator. */
const countMilliseconds = 60_000;

/**
 * The open problems that were first seen under the newest build.
 * @param {import("./operator.js").Operator} operator
 * @param {Record<string, any>} [filters]
 * @returns {Promise<import("./problemText.js").Problem[]>}
 */
export async function newProblems(operator, filters = {}) {
    const found = [];
    const { builds } = await operator.get("/builds", { limit: 1 });
    if (!builds.length) return [];
    const given = { status: "open", ...filters, build: builds[0].build, limit: pageSize };
    for (let cursor = "", pages = 0; pages < mostPages; pages++) {
        // These are the problems that this build has seen, whichever saw them first.
        const page = await operator.get("/problems", { ...given, cursor });
        found.push(...page.problems.filter(({ isNew }) => isNew));
        if (!page.next) break;
        cursor = page.next;
    }
    return found;
}

/**
 * Shows the number of the open problems that are new since the newest build, while an operator is signed in.
 * @param {import("./operator.js").Operator} operator
 * @param {HTMLElement} badge
 * @returns {() => void} reads the number if it is old
 */
export function followNewProblems(operator, badge) {
    let readAt = 0;
    const read = async () => {
        if (!operator.token || document.hidden) return;
        readAt = Date.now();
        // A page that cannot be read reports why.
        const problems = await newProblems(operator).catch(() => []);
        badge.textContent = `${count(problems.length)} new`;
        badge.hidden = !problems.length;
    };
    const readIfOld = () => void (Date.now() - readAt >= countMilliseconds && read());
    addEventListener(problemChanged, read);
    setInterval(readIfOld, countMilliseconds);
    return readIfOld;
}
