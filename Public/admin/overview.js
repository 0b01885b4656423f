// Summarises the samples of the overview for charts. Pure.

const minuteMilliseconds = 60_000;

/**
 * @typedef {{at: string, active: number | null, completed: number, refused: number, failed: number, handlerP95: number | null,
 *   commitP95: number | null}} Sample counts are since the previous sample
 * @typedef {{start: number, active: number | null, completed: number, refused: number, failed: number, handlerP95: number | null,
 *   commitP95: number | null}} Bin `start` is in milliseconds; `active` is the last value, and the 95th percentiles are the largest
 */

/**
 * Equal spans of time up to now, oldest first.
 * @param {Sample[]} samples oldest first
 * @param {{now: number, bins: number, minutesPerBin: number}} range
 * @returns {Bin[]}
 */
export function binned(samples, { now, bins: count, minutesPerBin }) {
    const size = minutesPerBin * minuteMilliseconds;
    const first = now - count * size;
    const bins = Array.from({ length: count }, (_, index) => emptyBin(first + index * size));
    for (const sample of samples) {
        // A sample ends at its moment.
        const index = Math.ceil((Date.parse(sample.at) - first) / size) - 1;
        const bin = bins[Math.min(index, count - 1)];
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
