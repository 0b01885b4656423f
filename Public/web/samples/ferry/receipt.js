// Draws a booking's summary, payment and processing screens.

import { h } from "../../dom.js";
import { drawValue } from "../../values.js";
import { ship, voyage } from "./crossing.js";
import { money } from "./formats.js";

/**
 * A list of labelled values and the total. Lines without a value are omitted.
 * @returns {HTMLElement}
 */
export function receipt(lines, totalCents) {
    const drawn = lines.filter(([, value]) => value).map(([name, value]) => h("div.fact", {}, h("dt", {}, name), h("dd", {}, value)));
    return h("dl.facts", {}, ...drawn, h("div.fact.total", {}, h("dt", {}, "Total"), h("dd", {}, money(totalCents))));
}

/** The lines for the passengers, child meals and cots. */
export function party(passengers, { childMeals, cots }) {
    return [
        ["Passengers", passengers.map(({ name, age }) => `${name} (${age})`).join(", ")],
        ["Child meals", childMeals],
        ["Cots", cots],
    ];
}

/** @type {import("../../renderers.js").Renderer} */
export function overview(booking) {
    const { sailing, departs, arrives, cabin, heldUntil, member } = booking;
    return [
        departs && arrives ? voyage({ title: sailing ?? "", departs, arrives }) : h("p.message", {}, "No sailing is chosen yet."),
        receipt(
            [
                ...party(booking.passengers, booking),
                ["Cabin", cabin],
                ["Held until", heldUntil && drawValue(heldUntil, "heldUntil")],
                ["Booked by", member],
            ],
            booking.totalCents,
        ),
    ];
}

/** @type {import("../../renderers.js").Renderer} */
export function payment({ amountCents }) {
    return [h("p.amount", {}, h("span.caption", {}, "To pay"), h("strong", {}, money(amountCents)))];
}

/** @type {import("../../renderers.js").Renderer} */
export function processing({ amountCents }, context) {
    context.title("One moment");
    return [
        h("div.sea", {}, ship()),
        h("p.message", { role: "status" }, `Your card is being charged ${money(amountCents)}. Your ticket will appear here.`),
    ];
}
