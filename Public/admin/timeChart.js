// Charts of hourly values. Each is an image with a text alternative, and its colours come from the style sheet.

import { h, svg } from "../web/dom.js";
import { shortBuild } from "./problemText.js";

const width = 300;
const height = 72;
const sparklineHeight = 28;
const hourMilliseconds = 3_600_000;
/** The estimated width of a character of a label on the narrowest page, in units of the chart. */
const characterWidth = 10.5;
const mostLabelRows = 2;

/**
 * @typedef {{name: string, values: (number | null)[], kind: "bars" | "line", look?: string, text?: (value: number) => string}} Series
 *   `look` is a class; null values are drawn as gaps
 * @typedef {{at: number, build: string}} Mark the start of a build, in milliseconds
 * @typedef {{build: string, at: number, place: number, row: number | null}} PlacedMark `place` is between 0 and 1; `row` is the row of
 *   the label, or null if there is no room for one
 */

/**
 * @param {{title: string, figure: string, about: string, series: Series[], starts: number[], marks?: Mark[], now?: number}} chart `figure`
 *   is the value to read at a glance; `starts` are the beginnings of the values' hours in milliseconds
 * @returns {HTMLElement}
 */
export function timeChart({ title, figure, about, series, starts, marks = [], now = Date.now() }) {
    const most = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)), 0);
    const placed = placeMarks(marks, starts);
    const words = [...series.map((one) => `${one.name}: ${spoken(one, starts)}`), ...placed.map(({ build, at }) => `Build ${build} since ${clock(at)}.`)].join(" ");
    const image = svg(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}. ${words}` },
        svg("line", { class: "axis", x1: 0, x2: width, y1: height - 0.5, y2: height - 0.5 }),
        ...series.flatMap((one) => (one.kind === "bars" ? bars(one, most, height) : line(one, most))),
        ...placed.map(({ place }) => svg("line", { class: "build-mark", x1: place * width, x2: place * width, y1: 0, y2: height })),
    );
    return h(
        "figure.card.time-chart",
        { data: { chart: title } },
        h("figcaption", {}, h("span.chart-title", {}, title), h("strong", {}, figure), h("span.caption", {}, about)),
        h("div.plot", {}, buildLabels(placed), image),
        h("div.time-axis.caption", {}, h("span", {}, clock(starts[0])), h("span", { style: { "margin-right": `${(1 - placeOf(now, starts)) * 100}%` } }, "now")),
    );
}

/**
 * A small chart without axes.
 * @param {{values: number[], starts: number[], name: string}} chart
 */
export function sparkline({ values, starts, name }) {
    const most = Math.max(...values, 0);
    return svg(
        "svg",
        { class: "sparkline", viewBox: `0 0 ${width} ${sparklineHeight}`, preserveAspectRatio: "none", role: "img", "aria-label": `${name}: ${spoken({ values }, starts)}` },
        svg("line", { class: "axis", x1: 0, x2: width, y1: sparklineHeight - 0.5, y2: sparklineHeight - 0.5 }),
        ...bars({ values, look: "bad" }, most, sparklineHeight),
    );
}

/**
 * Places marks on a chart. Labels do not overlap; those of the newest builds come first.
 * @param {Mark[]} marks
 * @param {number[]} starts the beginnings of the chart's hours
 * @returns {PlacedMark[]} those in the chart, newest first
 */
export function placeMarks(marks, starts) {
    const [from, to] = [starts[0], starts[0] + starts.length * hourMilliseconds];
    /** The left edges of the last labels, by row. */
    const edges = Array.from({ length: mostLabelRows }, () => width);
    const inside = marks.filter(({ at }) => at >= from && at < to).sort((a, b) => b.at - a.at);
    return inside.map(({ at, build }) => {
        const place = placeOf(at, starts);
        const length = shortBuild(build).length * characterWidth;
        // A label is to the left of its line if there is no room to the right.
        const left = isLeft(place, length) ? place * width - length : place * width;
        const row = edges.findIndex((edge) => left + length <= edge && left >= 0);
        if (row >= 0) edges[row] = left - characterWidth;
        return { build, at, place, row: row < 0 ? null : row };
    });
}

/**
 * Where a time is on a chart, between 0 and 1. The last hour is drawn in full, so the present is before the chart's end.
 * @param {number} at @param {number[]} starts
 */
export function placeOf(at, starts) {
    return Math.min(1, Math.max(0, (at - starts[0]) / (starts.length * hourMilliseconds)));
}

const isLeft = (place, length) => place * width + length > width;

/** @param {PlacedMark[]} placed */
function buildLabels(placed) {
    const label = ({ build, at, place, row }) => {
        const side = isLeft(place, shortBuild(build).length * characterWidth) ? { right: `${(1 - place) * 100}%` } : { left: `${place * 100}%` };
        return h("span", { style: { ...side, top: `${row}lh` }, title: `${build} since ${clock(at)}` }, shortBuild(build));
    };
    const rows = Math.max(0, ...placed.map(({ row }) => (row ?? -1) + 1));
    return h("div.build-labels", { "aria-hidden": "true", style: { height: `${rows}lh` } }, ...placed.filter(({ row }) => row !== null).map(label));
}

function bars({ values, look = "" }, most, height) {
    const step = width / values.length;
    return values.flatMap((value, index) => {
        if (!value) return [];
        // Bars start at the axis; a small value must be visible.
        const size = Math.max(2, (value / most) * (height - 4));
        return [svg("rect", { class: `value-bar ${look}`, x: index * step, y: height - size, width: Math.max(1, step - 1), height: size })];
    });
}

/** A line for each run of values without a gap. */
function line({ values, look = "" }, most) {
    const step = width / values.length;
    const point = (value, index) => `${((index + 0.5) * step).toFixed(1)} ${(height - 2 - (value / (most || 1)) * (height - 8)).toFixed(1)}`;
    const runs = [];
    let isOpen = false;
    values.forEach((value, index) => {
        if (value === null) return (isOpen = false);
        if (isOpen) runs.at(-1).push(point(value, index));
        else runs.push([point(value, index)]);
        isOpen = true;
    });
    // A single value is drawn as a dot, by its round cap.
    return runs.map((points) => svg("path", { class: `value-line ${look}`, d: `M${points.length === 1 ? [points[0], points[0]].join("L") : points.join("L")}` }));
}

/** @param {{values: (number | null)[], text?: (value: number) => string}} series @param {number[]} starts */
function spoken({ values, text = (value) => String(value) }, starts) {
    const known = values.filter((value) => value !== null);
    if (!known.length) return "no values.";
    const most = Math.max(...known);
    return `${text(known.at(-1))} now, at most ${text(most)}${most ? ` at ${clock(starts[values.indexOf(most)])}` : ""}.`;
}

function clock(at) {
    return new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
