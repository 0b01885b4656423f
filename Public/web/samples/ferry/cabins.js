// Draws the plan of a deck, and of a single cabin.

import { fact, h, svg } from "../../dom.js";
import { phrase } from "../../language.js";

const maxBerths = 10;
const berthsInRow = 5;
const kinds = {
    inside: { deck: "Inside cabins", view: "Inside, with no window" },
    outside: { deck: "Outside cabins", view: "Outside, with a window on the sea" },
    suite: { deck: "Suites", view: "Suite, with a balcony over the sea" },
};

/**
 * The floor plan of a cabin: walls, windows and berths.
 * @returns {SVGElement}
 */
function plan({ kind, sleeps }) {
    // Draw a single row of berths longer, to fill the cabin.
    const height = sleeps > berthsInRow ? 18 : 30;
    const berths = Array.from({ length: Math.min(sleeps, maxBerths) }, (_, index) => {
        const x = 12 + (index % berthsInRow) * 16;
        const y = 21 + Math.floor(index / berthsInRow) * 20;
        return [
            svg("rect", { class: "berth", x, y, width: 12, height, rx: 2 }),
            svg("rect", { class: "pillow", x: x + 2, y: y + 2, width: 8, height: 5, rx: 2 }),
        ];
    });
    return svg(
        "svg",
        { viewBox: "0 0 100 76", class: "plan", "aria-hidden": "true" },
        svg("rect", { class: "walls", x: 4, y: 14, width: 92, height: 58, rx: 4 }),
        svg("path", { class: "door", d: "M78 72V60a12 12 0 0 1 12 12" }),
        kind === "outside" ? svg("rect", { class: "window", x: 30, y: 11, width: 40, height: 6, rx: 3 }) : null,
        kind === "suite" ? svg("path", { class: "balcony", d: "M12 14V3h76v11" }) : null,
        kind === "suite" ? svg("rect", { class: "window", x: 12, y: 11, width: 76, height: 6, rx: 3 }) : null,
        ...berths.flat(),
    );
}

/** @type {import("../../renderers.js").Renderer} */
export function cabinDeck({ kind, offers }, context) {
    context.title(phrase(kinds[kind]?.deck ?? "Cabins"));
    context.claim("didSelectCabin");
    const cabins = offers.map((offer, index) => {
        const drawn = [
            plan(offer),
            h("strong", {}, offer.number),
            h("span.caption", {}, phrase("Sleeps {}", offer.sleeps)),
            h("span", {}, offer.isFree ? offer.price : phrase("Taken")),
        ];
        const press = () => context.send("didSelectCabin", { number: offer.number });
        return offer.isFree
            ? h("li", {}, h("button.cabin", { type: "button", data: { focus: `offers/${index}` }, onclick: press }, ...drawn))
            : h("li", {}, h("div.cabin.taken", {}, ...drawn));
    });
    return [h("div.hull", {}, h("ul.deck", { "aria-label": phrase("Cabins") }, ...cabins))];
}

/** @type {import("../../renderers.js").Renderer} */
export function cabinDetail({ cabin, price }, context) {
    context.title(phrase("Cabin {}", cabin.number));
    const facts = { Kind: phrase(kinds[cabin.kind]?.view ?? cabin.kind), Sleeps: cabin.sleeps, Price: price };
    return [
        h("div.hull.alone", {}, plan(cabin)),
        h("dl.facts", {}, ...Object.entries(facts).flatMap(([name, value]) => fact(phrase(name), value))),
    ];
}
