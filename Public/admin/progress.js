// Runs a call for each of many rows, and shows how far it got.

import { h } from "../web/dom.js";
import { count } from "./times.js";

const callsAtOnce = 4;

/**
 * Runs calls until all are done or the returned element's button is pressed. A failed call does not stop the others.
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => Promise<any>} call
 * @param {(result: {done: number, failed: number, error: Error | null}) => void} onEnd
 * @returns {HTMLElement}
 */
export function progressOf(rows, call, onEnd) {
    const waiting = [...rows];
    const result = { done: 0, failed: 0, error: null };
    const bar = h("progress", { max: rows.length, value: 0, "aria-label": "Progress" });
    const text = h("span", { role: "status" });
    const stop = h("button.plain.small", { type: "button", onclick: () => (waiting.length = 0) }, "Stop");
    const report = () => {
        bar.value = result.done + result.failed;
        text.textContent = progressText(result.done, result.failed, rows.length);
    };
    const work = async () => {
        for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
            try {
                await call(row);
                result.done += 1;
            } catch (error) {
                result.failed += 1;
                result.error = error;
            }
            report();
        }
    };
    report();
    Promise.all(Array.from({ length: callsAtOnce }, work)).then(() => onEnd(result));
    return h("div.progress", {}, bar, text, stop);
}

/** `12 of 40 done, 2 failed`. @param {number} done @param {number} failed @param {number} total */
export function progressText(done, failed, total) {
    return `${count(done)} of ${count(total)} done${failed ? `, ${count(failed)} failed` : ""}`;
}
