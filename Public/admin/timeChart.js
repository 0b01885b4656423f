// A small chart of values over time. It is an image with a text alternative, and its colours come from the style sheet.

import { h, svg } from "../web/dom.js";

const width = 300;
const height = 72;

/**
 * @typedef {{name: string, values: (number | null)[], kind: "bars" | "line", look?: string, text?: (value: number) => string}} Series
 *   `look` is a class; null values are drawn as gaps
 */

/**
 * @param {{title: string, figure: string, about: string, series: Series[], starts: number[]}} chart `figure` is the value to read at a
 *   glance; `starts` are the moments of the values in milliseconds
 * @returns {HTMLElement}
 */
export function timeChart({ title, figure, about, series, starts }) {
    const most = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)), 0);
    const words = series.map((one) => `${one.name}: ${spoken(one, starts)}`).join(" ");
    const image = svg(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}. ${words}` },
        svg("line", { class: "axis", x1: 0, x2: width, y1: height - 0.5, y2: height - 0.5 }),
        ...series.flatMap((one) => (one.kind === "bars" ? bars(one, most) : line(one, most))),
    );
    return h(
        "figure.card.time-chart",
        { data: { chart: title } },
        h("figcaption", {}, h("span.chart-title", {}, title), h("strong", {}, figure), h("span.caption", {}, about)),
        image,
        h("div.time-axis.caption", {}, h("span", {}, clock(starts[0])), h("span", {}, "now")),
    );
}

function bars({ values, look = "" }, most) {
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

/** @param {Series} series @param {number[]} starts */
function spoken({ values, text = (value) => String(value) }, starts) {
    const known = values.filter((value) => value !== null);
    if (!known.length) return "no values.";
    const most = Math.max(...known);
    return `${text(known.at(-1))} now, at most ${text(most)}${most ? ` at ${clock(starts[values.indexOf(most)])}` : ""}.`;
}

function clock(at) {
    return new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
