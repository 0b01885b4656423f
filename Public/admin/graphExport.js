// Exports the flow map: as text for Mermaid, and as an SVG file.

import { end, placeName, start } from "./layout.js";
import { count } from "./times.js";

/** The properties that a file needs in place of the page's style sheets. */
const styleProperties = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "paint-order", "font-size", "font-weight", "font-family", "text-anchor", "opacity"];
const margin = 24;

/**
 * The map as a Mermaid flowchart. Edges that were not observed are dotted.
 * @param {import("./layout.js").FlowMap} map
 */
export function mermaid(map) {
    const ids = new Map([...map.nodes.keys()].map((name, index) => [name, `n${index}`]));
    const node = ({ name, visits, isDeclared }) => {
        if (name === start || name === end) return `${ids.get(name)}(["${placeName(name)}"])`;
        return `${ids.get(name)}["${escaped(name)}<br/>${isDeclared ? "not visited" : `${count(visits)} visits`}"]`;
    };
    const edge = ({ from, to, count: times, actions }) => {
        const names = actions.map(({ action, count: number }) => (number ? `${escaped(action)} ${count(number)}` : escaped(action)));
        return `${ids.get(from)} ${times ? "-->" : "-.->"}|"${names.join("<br/>")}"| ${ids.get(to)}`;
    };
    const lines = [...[...map.nodes.values()].map(node), ...map.edges.map(edge)];
    return ["flowchart LR", ...lines.map((line) => `    ${line}`), ""].join("\n");
}

function escaped(text) {
    return text.replace(/[#"<>&]/g, (character) => `#${character.codePointAt(0)};`);
}

/**
 * A drawn map as the text of an SVG file, with its colours.
 * @param {SVGSVGElement} drawing in the page
 * @param {string} background
 */
export function svgFile(drawing, background) {
    const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
    const originals = drawing.querySelectorAll("*");
    copy.querySelectorAll("*").forEach((element, index) => {
        const style = getComputedStyle(originals[index]);
        for (const property of styleProperties) element.setAttribute(property, style.getPropertyValue(property));
        for (const name of ["class", "tabindex", "role", "aria-label"]) element.removeAttribute(name);
    });
    const world = /** @type {SVGGElement} */ (drawing.querySelector(".world"));
    const { x, y, width, height } = world.getBBox();
    copy.querySelector(":scope > g").removeAttribute("transform");
    copy.removeAttribute("role");
    copy.setAttribute("viewBox", [x - margin, y - margin, width + 2 * margin, height + 2 * margin].join(" "));
    copy.setAttribute("width", String(width + 2 * margin));
    copy.setAttribute("height", String(height + 2 * margin));
    copy.style.setProperty("background", background);
    return new XMLSerializer().serializeToString(copy);
}

/**
 * Saves a text as a file.
 * @param {string} name @param {string} type @param {string} text
 */
export function download(name, type, text) {
    const href = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement("a");
    link.href = href;
    link.download = name;
    link.click();
    URL.revokeObjectURL(href);
}
