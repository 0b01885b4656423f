// The open problems that are new since the newest build, and their number in the navigation.

/** The problems of the newest build that are searched for new ones, those that were seen last first. */
export const searchedProblems = 100;
const mostShown = 99;
/** The minimum time between two reads of the new problems for a page. */
export const newProblemsMilliseconds = 15_000;
/** The event on `window` after an operator has changed a problem. */
export const problemChanged = "problem-changed";
/** How often the number in the navigation is read, except after a change of an operator. */
const countMilliseconds = 60_000;

/**
 * @typedef {{problems: import("./problemText.js").Problem[], isCut: boolean}} NewProblems `isCut` if the build has more problems than were
 *   searched
 */

/** The name of the newest build; null if none is recorded. @param {import("./operator.js").Operator} operator */
export async function newestBuild(operator) {
    const { builds } = await operator.get("/builds", { limit: 1 });
    return builds.length ? builds[0].build : null;
}

/**
 * The open problems that were first seen under the newest build.
 * @param {import("./operator.js").Operator} operator
 * @param {string | null} build the newest one
 * @param {Record<string, any>} [filters]
 * @returns {Promise<NewProblems>}
 */
export async function newProblems(operator, build, filters = {}) {
    if (!build) return { problems: [], isCut: false };
    // These are the problems that this build has seen, whichever saw them first.
    const { problems, next } = await operator.get("/problems", { status: "open", ...filters, build, limit: searchedProblems });
    return { problems: problems.filter(({ isNew }) => isNew), isCut: next !== null };
}

/** How many problems are new: `12`, or `99+` if there may be more. @param {NewProblems} found */
export function newProblemsText({ problems: { length }, isCut }) {
    return `${Math.min(length, mostShown)}${isCut || length > mostShown ? "+" : ""}`;
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
        // A page that cannot be read reports why. The number stays until it can be read again.
        const found = await newestBuild(operator).then((build) => newProblems(operator, build)).catch(() => null);
        if (!found) return;
        badge.textContent = `${newProblemsText(found)} new`;
        badge.hidden = !found.problems.length;
    };
    const readIfOld = () => void (Date.now() - readAt >= countMilliseconds && read());
    addEventListener(problemChanged, read);
    setInterval(readIfOld, countMilliseconds);
    return readIfOld;
}
