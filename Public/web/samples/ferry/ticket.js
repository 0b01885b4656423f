import { h } from "../../dom.js";
import { barcode } from "./barcode.js";
import { voyage } from "./crossing.js";
import { party, receipt } from "./receipt.js";

/**
 * A boarding pass.
 * @type {import("../../renderers.js").Renderer}
 */
export function ticket({ reference, journey, total }) {
    const { sailing, cabin, passengers, extras } = journey;
    return [
        h(
            "section.pass",
            { "aria-label": "Boarding pass" },
            voyage(sailing),
            receipt([["Cabin", `${cabin.number} (${cabin.kind})`], ...party(passengers, extras)], total),
            h("div.stub", {}, barcode(reference), h("p", {}, h("span.caption", {}, "Reference"), h("strong.reference", {}, reference))),
        ),
    ];
}
