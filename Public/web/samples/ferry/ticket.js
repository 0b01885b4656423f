import { h } from "../../dom.js";
import { phrase } from "../../language.js";
import { barcode } from "./barcode.js";
import { voyage } from "./crossing.js";
import { party, receipt } from "./receipt.js";

/**
 * A boarding pass.
 * @type {import("../../renderers.js").Renderer}
 */
export function ticket({ reference, journey, cabin, total }) {
    const { sailing, passengers, extras } = journey;
    return [
        h(
            "section.pass",
            { "aria-label": phrase("Boarding pass") },
            voyage(sailing),
            receipt([[phrase("Cabin"), cabin], ...party(passengers, extras)], total),
            h("div.stub", {}, barcode(reference), h("p", {}, h("span.caption", {}, phrase("Reference")), h("strong.reference", {}, reference))),
        ),
    ];
}
