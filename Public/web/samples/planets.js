import { fact, h, newID, svg } from "../dom.js";
import { phrase } from "../language.js";

/** Colours, distance from the sun in astronomical units, diameter relative to Earth's, and orbital period. */
const planets = {
    Mercury: { light: "#d8cfc4", dark: "#6f665e", distance: 0.39, width: 0.38, year: [88, "{} days"] },
    Venus: { light: "#f7e3b0", dark: "#b8792c", distance: 0.72, width: 0.95, year: [225, "{} days"], bands: 2 },
    Earth: { light: "#8fd3ff", dark: "#12508f", distance: 1, width: 1, year: [365, "{} days"], land: true },
    Mars: { light: "#f4a77c", dark: "#8c3516", distance: 1.52, width: 0.53, year: [687, "{} days"] },
    Jupiter: { light: "#f6dcc0", dark: "#a5673f", distance: 5.2, width: 11.2, year: [12, "{} years"], bands: 5 },
    Saturn: { light: "#f8e8bf", dark: "#a98342", distance: 9.6, width: 9.4, year: [29, "{} years"], bands: 4, ring: true },
    Uranus: { light: "#d5f6f5", dark: "#3f9aa6", distance: 19.2, width: 4, year: [84, "{} years"] },
    Neptune: { light: "#9cc2ff", dark: "#213f9e", distance: 30, width: 3.9, year: [165, "{} years"], bands: 2 },
};

/** The colours of an unknown planet. */
const unknown = { light: "#cbd5e1", dark: "#475569" };

const continents = [
    "M30 34q12-10 20-4t-2 14-8 14-12-8 2-16Z",
    "M58 50q12-4 16 6t-8 18-12-6 4-18Z",
    "M42 74q8-2 8 4t-8 4-6-4 6-4Z",
];
const ringPath = "M20 58C4 66 8 74 34 68S96 46 92 36c-2-5-8-4-12-3";

/** @param {string} name @returns {SVGElement} */
function globe(name) {
    const { light, dark, bands = 0, ring, land } = planets[name] ?? unknown;
    const id = newID("planet");
    const clip = `url(#${id}-disc)`;
    const stripes = Array.from({ length: bands }, (_, band) =>
        svg("rect", { x: 0, y: 28 + (band * 48) / bands, width: 100, height: 20 / bands, fill: dark, opacity: 0.28, "clip-path": clip }),
    );
    const green = { fill: "#4d9b63", opacity: 0.85, "clip-path": clip };
    const seen = land ? continents.map((d) => svg("path", { d, ...green })) : [];
    const stroke = { fill: "none", stroke: light, "stroke-width": 4, "stroke-linecap": "round", opacity: 0.9 };
    return svg(
        "svg",
        { viewBox: "0 0 100 100", class: "globe", "aria-hidden": "true" },
        svg(
            "defs",
            {},
            svg(
                "radialGradient",
                { id, cx: 0.35, cy: 0.3, r: 0.8 },
                svg("stop", { offset: 0, "stop-color": light }),
                svg("stop", { offset: 1, "stop-color": dark }),
            ),
            svg("clipPath", { id: `${id}-disc` }, svg("circle", { cx: 50, cy: 50, r: 32 })),
        ),
        svg("circle", { cx: 50, cy: 50, r: 32, fill: `url(#${id})` }),
        ...stripes,
        ...seen,
        ring ? svg("path", { d: ringPath, ...stroke }) : null,
    );
}

/** @type {import("../renderers.js").Renderer} */
export function planetsStart() {
    return [h("div.system", { "aria-hidden": "true" }, ...Object.keys(planets).map(globe))];
}

/** @type {import("../renderers.js").Renderer} */
export function planetList({ planets: names }, context) {
    context.title("Planets");
    context.claim("didSelectRow");
    const rows = names.map((name, index) =>
        h(
            "li",
            {},
            h(
                "button.choice",
                { type: "button", data: { focus: `planets/${index}` }, onclick: () => context.send("didSelectRow", { index }) },
                globe(name),
                h("span.lines", {}, h("strong", {}, name), planets[name] && h("span.caption", {}, `${planets[name].distance} AU from the sun`)),
            ),
        ),
    );
    return [h("ul.planets", { "aria-label": phrase("Planets") }, ...rows)];
}

/** @type {import("../renderers.js").Renderer} */
export function planetDetail({ planet }, context) {
    context.title(planet);
    const known = planets[planet];
    const facts = known ? { "From the sun": phrase("{} AU", known.distance), Width: phrase("{} × Earth", known.width), Year: phrase(known.year[1], known.year[0]) } : {};
    return [
        h("div.hero", {}, globe(planet)),
        h("dl.facts", {}, ...Object.entries(facts).flatMap(([name, value]) => fact(phrase(name), value))),
    ];
}
