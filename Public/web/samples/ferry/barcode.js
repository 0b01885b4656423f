// A booking's reference as a barcode: Code 39 (ISO/IEC 16388).

import { svg } from "../../dom.js";

/** Four rows of ten characters. A character's place gives its bars, its row the one gap that is wide. `*` starts and stops. */
const characters = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-. *";
const wideBars = ["10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010", "00110"];
const wideGaps = ["0100", "0010", "0001", "1000"];
const wide = 3;
const mostCharacters = 32;
/** White that a scanner needs on either side, in narrow bars. */
const margin = 10;

/**
 * Where the bars are, in widths of a narrow one; none for a text that cannot be written so.
 * @param {string} text
 * @returns {{at: number, width: number}[]}
 */
export function stripes(text) {
    if (typeof text !== "string" || !/^[0-9A-Z. -]*$/.test(text) || text.length > mostCharacters) return [];
    const found = [];
    let at = 0;
    for (const character of `*${text}*`) {
        const place = characters.indexOf(character);
        const gaps = wideGaps[Math.floor(place / 10)];
        for (const [index, isWide] of [...wideBars[place % 10]].entries()) {
            const width = isWide === "1" ? wide : 1;
            found.push({ at, width });
            // Between two characters is a narrow gap.
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
    const rects = bars.map(({ at, width }) => svg("rect", { x: margin + at, width, y: 5, height: 40 }));
    const viewBox = `0 0 ${last.at + last.width + 2 * margin} 50`;
    return svg("svg", { viewBox, class: "barcode", "aria-hidden": "true", preserveAspectRatio: "none" }, ...rects);
}
