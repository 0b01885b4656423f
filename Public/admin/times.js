// Formats times and counts. Pure.

/** @type {[string, number][]} */
const units = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/**
 * `3 minutes ago`.
 * @param {string} at
 * @param {number} [now]
 */
export function ago(at, now = Date.now()) {
    const seconds = Math.round((now - Date.parse(at)) / 1000);
    return seconds < 10 ? "just now" : `${rounded(seconds)} ago`;
}

/**
 * `in 3 minutes`, or for a past time `3 minutes ago`.
 * @param {string} at
 * @param {number} [now]
 */
export function until(at, now = Date.now()) {
    const seconds = Math.round((Date.parse(at) - now) / 1000);
    return seconds <= 0 ? ago(at, now) : `in ${rounded(seconds)}`;
}

function rounded(seconds) {
    const [unit, size] = units.find(([, size]) => seconds >= size) ?? units.at(-1);
    const count = Math.floor(seconds / size);
    return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * `1.2 s`, `340 ms`, `80 µs`.
 * @param {number} micros
 */
export function duration(micros) {
    if (micros < 1_000) return `${micros} µs`;
    if (micros < 1_000_000) return `${Math.round(micros / 1_000)} ms`;
    if (micros < 60_000_000) return `${(micros / 1_000_000).toFixed(1)} s`;
    if (micros < 3_600_000_000) return `${Math.round(micros / 60_000_000)} min`;
    return `${Math.round(micros / 3_600_000_000)} h`;
}

/** @param {number} number */
export function count(number) {
    return number.toLocaleString("en-GB");
}
