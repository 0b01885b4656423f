// Draws a booking's summary, payment and processing screens.

import { fact, h } from "../../dom.js";
import { phrase } from "../../language.js";
import { countdown } from "./countdown.js";
import { ship, voyage } from "./crossing.js";

/**
 * A list of labelled values and the total. Lines without a value are omitted.
 * @param {[string, any][]} lines
 * @param {string} total
 * @returns {HTMLElement}
 */
export function receipt(lines, total) {
    return listed(lines, fact(phrase("Total"), total, { style: "total" }));
}

function listed(lines, last = []) {
    const drawn = lines.filter(([, value]) => value).flatMap(([name, value]) => fact(name, value));
    return drawn.length || last.length ? h("dl.facts", {}, ...drawn, ...last) : null;
}

/**
 * The lines for the passengers, child meals and cots.
 * @param {{name: string, age: number}[]} passengers
 * @param {{childMeals?: number, cots?: number}} extras
 * @returns {[string, any][]}
 */
export function party(passengers, { childMeals, cots }) {
    return [
        [phrase("Passengers"), passengers.map(({ name, age }) => `${name} (${age})`).join(", ")],
        [phrase("Children's meals"), childMeals],
        [phrase("Cots"), cots],
    ];
}

/**
 * The parts of the price.
 * @returns {[string, any][]}
 */
function priced(lines) {
    return lines.map(({ label, count, amount }) => [count > 1 ? `${label} × ${count}` : label, h("span.number", {}, amount)]);
}

/** @type {import("../../renderers.js").Renderer} */
export function overview(booking) {
    const { sailing, departs, arrives, cabin, heldUntil, member, lines, passengers, total } = booking;
    return [
        heldUntil && countdown(heldUntil),
        departs && arrives ? voyage({ title: sailing ?? "", departs, arrives }) : h("p.message", {}, phrase("No sailing is chosen yet.")),
        listed([...party(passengers, {}), [phrase("Cabin"), cabin], [phrase("Booked by"), member]]),
        receipt(priced(lines), total),
    ].filter(Boolean);
}

/** @type {import("../../renderers.js").Renderer} */
export function payment({ amount, heldUntil, message }, context) {
    if (message) context.alert(message);
    return [
        heldUntil && countdown(heldUntil),
        h("p.amount", {}, h("span.caption", {}, phrase("To pay")), h("strong", {}, amount)),
    ].filter(Boolean);
}

/** @type {import("../../renderers.js").Renderer} */
export function processing({ amount }, context) {
    context.title(phrase("One moment"));
    return [
        h("div.sea", {}, ship()),
        h("p.message", { role: "status" }, phrase("Your card is being charged {}. Your ticket will appear here.", amount)),
    ];
}
