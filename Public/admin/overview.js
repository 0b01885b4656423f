// Summarises the hourly samples of the overview for charts. Pure.

const hourMilliseconds = 3_600_000;
/** The hours of the charts: the current one, and the 23 before it. */
const chartedHours = 24;

/**
 * @typedef {{at: string, active: number | null, completed: number, refused: number, failed: number, handlerP95: number | null,
 *   commitP95: number | null}} Sample counts are since the previous sample
 * @typedef {{start: number, active: number | null, completed: number, refused: number, failed: number, handlerP95: number | null,
 *   commitP95: number | null}} Bin `start` is in milliseconds; `active` is the last value, and the 95th percentiles are the largest
 */

/**
 * The current hour and the 23 hours before it, oldest first. Earlier samples are left out, so that sums are of at most 24 hours.
 * @param {Sample[]} samples oldest first
 * @param {number} now
 * @returns {Bin[]}
 */
export function hourly(samples, now) {
    const first = Math.ceil(now / hourMilliseconds) - chartedHours;
    const bins = Array.from({ length: chartedHours }, (_, index) => emptyBin((first + index) * hourMilliseconds));
    for (const sample of samples) {
        // A sample ends at its moment.
        const index = Math.ceil(Date.parse(sample.at) / hourMilliseconds) - 1 - first;
        const bin = bins[Math.min(index, chartedHours - 1)];
        if (!bin) continue;
        bin.active = sample.active ?? bin.active;
        for (const name of ["completed", "refused", "failed"]) bin[name] += sample[name];
        for (const name of ["handlerP95", "commitP95"]) bin[name] = largest(bin[name], sample[name]);
    }
    return bins;
}

/** @returns {Bin} */
function emptyBin(start) {
    return { start, active: null, completed: 0, refused: 0, failed: 0, handlerP95: null, commitP95: null };
}

function largest(a, b) {
    return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The sum of a count over bins. @param {Bin[]} bins @param {"completed" | "refused" | "failed"} name */
export function total(bins, name) {
    return bins.reduce((sum, bin) => sum + bin[name], 0);
}
