// Formats times, counts and ids. Pure.

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
 * `1.2 s`, `340 ms`, `1.2 ms`, `80 µs`.
 * @param {number} micros
 */
export function duration(micros) {
    if (micros < 1_000) return `${micros} µs`;
    if (micros < 9_950) return `${Number((micros / 1_000).toFixed(1))} ms`;
    if (micros < 1_000_000) return `${Math.round(micros / 1_000)} ms`;
    if (micros < 60_000_000) return `${(micros / 1_000_000).toFixed(1)} s`;
    if (micros < 3_600_000_000) return `${Math.round(micros / 60_000_000)} min`;
    return `${Math.round(micros / 3_600_000_000)} h`;
}

/** @param {number} number */
export function count(number) {
    return number.toLocaleString("en-GB");
}

/** `1 visit`, `1,200 visits`. @param {number} number @param {string} one */
export function counted(number, one) {
    return `${count(number)} ${one}${number === 1 ? "" : "s"}`;
}

/**
 * `45 s`, `12 min`, `3 h`, `2 days`.
 * @param {number} seconds
 */
export function span(seconds) {
    if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`;
    if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
    if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
    return `${Math.floor(seconds / 86_400)} days`;
}

/**
 * The end of a session's id. The beginning is the time of its start, which is equal for sessions that start together.
 * @param {string} id
 */
export function shortID(id) {
    return id.slice(-8);
}

/**
 * The length of a stay on a screen: `< 1 s`, `8.2 s`, `24 s`, `1 min 32 s`, `12 min`.
 * @param {number | null} seconds
 */
export function stay(seconds) {
    if (seconds === null) return "–";
    if (seconds < 1) return "< 1 s";
    if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
    const whole = Math.round(seconds);
    if (whole < 60 || whole >= 600) return span(whole);
    return whole % 60 ? `${span(whole)} ${whole % 60} s` : span(whole);
}

/**
 * A moment as an absolute time, with the distance from now: `12:30:05, in 3 minutes`. A moment on another day has its date.
 * @param {string} at
 * @param {number} [now]
 */
export function moment(at, now = Date.now()) {
    const date = new Date(at);
    const isToday = date.toDateString() === new Date(now).toDateString();
    const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
    const time = date.toLocaleTimeString("en-GB");
    return `${isToday ? time : `${day}, ${time}`}, ${until(at, now)}`;
}
