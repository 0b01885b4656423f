// Counts down the time for which a cabin is held.

import { h } from "../../dom.js";
import { phrase } from "../../language.js";
import { clock, date, remaining } from "./formats.js";

const second = 1_000;
const lastMinute = 60 * second;
const hour = 60 * lastMinute;

/**
 * @param {string} until
 * @returns {HTMLElement}
 */
export function countdown(until) {
    const end = Date.parse(until);
    // Screen readers read the time on request, and not every second.
    const time = h("strong", { role: "timer", "aria-live": "off", "aria-label": phrase("Time left") });
    const text = h("span", {}, phrase("Your cabin is held for "));
    const element = h("p.hold", {}, text, time);
    if (end - Date.now() > hour) {
        text.textContent = phrase("Your cabin is held until ");
        time.replaceWith(h("time", { datetime: until }, `${date(until)}, ${clock(until)}`));
        return element;
    }
    const show = () => {
        const left = Math.max(0, end - Date.now());
        time.textContent = left ? remaining(left) : "";
        if (!left) text.textContent = phrase("Your cabin is no longer held.");
        element.dataset.urgent = String(left < lastMinute);
        return left > 0;
    };
    if (!show()) return element;
    // Continues while the screen is covered, because the screen is not drawn again when it is uncovered.
    const timer = setInterval(() => show() || clearInterval(timer), second);
    return element;
}
