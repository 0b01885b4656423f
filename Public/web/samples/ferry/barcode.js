// Draws a booking reference as a Code 39 barcode (ISO/IEC 16388).

import { svg } from "../../dom.js";

/** Four rows of ten characters. The column determines a character's wide bars, the row its wide gap. `*` is the start and stop character. */
const characters = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-. *";
const wideBars = ["10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010", "00110"];
const wideGaps = ["0100", "0010", "0001", "1000"];
const wide = 3;
const maxCharacters = 32;
/** The quiet zone on either side, in widths of a narrow bar. */
const quietZone = 10;

/**
 * The positions of the bars, in widths of a narrow bar. Empty if the text cannot be encoded.
 * @param {string} text
 * @returns {{at: number, width: number}[]}
 */
export function stripes(text) {
    if (typeof text !== "string" || !/^[0-9A-Z. -]*$/.test(text) || text.length > maxCharacters) return [];
    const found = [];
    let at = 0;
    for (const character of `*${text}*`) {
        const position = characters.indexOf(character);
        const gaps = wideGaps[Math.floor(position / 10)];
        for (const [index, isWide] of [...wideBars[position % 10]].entries()) {
            const width = isWide === "1" ? wide : 1;
            found.push({ at, width });
            // Characters are separated by a narrow gap.
            at += width + (gaps[index] === "1" ? wide : 1);
        }
    }
    return found;
}

/** @param {string} text @returns {SVGElement | null} */
export function barcode(text) {
    const bars = stripes(text);
    if (!bars.length) return null;
    const last = bars.at(-1);
    const rects = bars.map(({ at, width }) => svg("rect", { x: quietZone + at, width, y: 5, height: 40 }));
    const viewBox = `0 0 ${last.at + last.width + 2 * quietZone} 50`;
    return svg("svg", { viewBox, class: "barcode", "aria-hidden": "true", preserveAspectRatio: "none" }, ...rects);
}
