import { newID, svg } from "./dom.js";

const imageName = /\.(jpe?g|png|gif|webp|avif|heic|svg)$/i;

/**
 * Whether a text is the file name of an image.
 * @param {any} value
 */
export function isImageName(value) {
    return typeof value === "string" && value.length < 256 && imageName.test(value) && !/\s{2}|\n/.test(value);
}

/**
 * A hash of a text (32-bit FNV-1a).
 * @param {string} text
 */
export function hash(text) {
    let value = 2166136261;
    for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 16777619);
    return value >>> 0;
}

/**
 * A generated placeholder for an image. Only the image's name is known, and it determines the drawing.
 * @param {string} name
 */
export function picture(name) {
    const seed = hash(name);
    const part = (shift, range) => (seed >>> shift) % range;
    const hue = 185 + part(0, 60);
    const id = newID("sky");
    const horizon = 62 + part(6, 14);
    const wave = (y, height) => `M0 ${y}q20 ${-height} 40 0t40 0t40 0t40 0V120H0Z`;
    return svg(
        "svg",
        { viewBox: "0 0 160 120", role: "img", "aria-label": name, class: "picture", preserveAspectRatio: "xMidYMid slice" },
        svg(
            "defs",
            {},
            svg(
                "linearGradient",
                { id, x2: 0, y2: 1 },
                svg("stop", { offset: 0, "stop-color": `hsl(${hue} 55% 72%)` }),
                svg("stop", { offset: 1, "stop-color": `hsl(${30 + part(9, 25)} 75% 86%)` }),
            ),
        ),
        svg("rect", { width: 160, height: 120, fill: `url(#${id})` }),
        svg("circle", { cx: 30 + part(3, 100), cy: horizon - 22, r: 10 + part(12, 6), fill: "hsl(42 95% 88%)" }),
        svg("path", {
            d: `M0 ${horizon}l${30 + part(15, 20)} -${12 + part(18, 16)}l${25 + part(20, 20)} ${9}l40 -${part(22, 18)}l70 24V120H0Z`,
            fill: `hsl(${hue} 28% 46%)`,
        }),
        svg("path", { d: wave(horizon + 6, 4), fill: `hsl(${hue} 52% 40%)` }),
        svg("path", { d: wave(horizon + 20, 7), fill: `hsl(${hue} 58% 31%)` }),
        svg("path", { d: wave(horizon + 36, 9), fill: `hsl(${hue} 62% 23%)` }),
    );
}
