// Checks that a page is accessible to users with impaired vision.

import assert from "node:assert/strict";

/** The roles of the interactive elements and images without an accessible name. */
async function nameless(page) {
    const { nodes } = await page.devtools("Accessibility.getFullAXTree");
    const roles = new Set(["button", "link", "textbox", "searchbox", "combobox", "checkbox", "tab", "dialog", "alertdialog", "img"]);
    return nodes.filter(({ ignored, role, name }) => !ignored && roles.has(role?.value) && !name?.value).map(({ role }) => role.value);
}

/** Texts with too little contrast (WCAG 2.2, 1.4.3). */
const faint = `() => {
    const parse = (colour) => {
        const numbers = colour.match(/[\\d.]+/g).map(Number);
        return colour.startsWith("color(srgb") ? [...numbers.slice(0, 3).map((part) => part * 255), numbers[3] ?? 1] : [...numbers.slice(0, 3), numbers[3] ?? 1];
    };
    const over = (top, below) => top.slice(0, 3).map((part, index) => part * top[3] + below[index] * (1 - top[3]));
    const behind = (element) => {
        if (!element) return [255, 255, 255];
        const colour = parse(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour : over(colour, behind(element.parentElement));
    };
    const light = (colour) => {
        const [r, g, b] = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    for (const element of document.querySelectorAll("body :not(svg *, svg, script, noscript, option)")) {
        const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
        if (!text || element.closest("[inert], [aria-hidden=true]") || !element.checkVisibility()) continue;
        const back = behind(element);
        const style = getComputedStyle(element);
        const pair = [light(over(parse(style.color), back)), light(back)].sort((a, b) => b - a);
        const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
        const isLarge = parseFloat(style.fontSize) >= 24;
        if (ratio < (isLarge ? 3 : 4.5)) found.push(text.slice(0, 30) + " " + ratio.toFixed(2));
    }
    return found;
}`;

/** Asserts accessible names and sufficient contrast. @param {string} place named in failures */
export async function assertReadable(page, place) {
    assert.deepEqual(await nameless(page), [], place);
    assert.deepEqual(await page.evaluate(faint), [], place);
}
