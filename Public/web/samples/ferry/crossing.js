// Draws a crossing as on a departure board.

import { h, svg } from "../../dom.js";
import { phrase } from "../../language.js";
import { clock, date, days, duration, ports } from "./formats.js";

/** @returns {SVGElement} */
export function ship() {
    return svg(
        "svg",
        { viewBox: "0 0 48 26", class: "ship", "aria-hidden": "true" },
        svg("path", { d: "M2 15h44l-5 9H8Z" }),
        svg("path", { d: "M9 8h27l3 5H9ZM15 2h13l2 4H15Z", opacity: 0.6 }),
    );
}

/** @param {{title: string, from?: string, to?: string, departs: string, arrives: string}} sailing */
export function crossing(sailing) {
    const { departs, arrives } = sailing;
    const [from, to] = ports(sailing);
    const later = days(departs, arrives);
    return h(
        "span.crossing",
        {},
        end(departs, from),
        h("span.course", {}, ship(), h("span.caption", {}, duration(departs, arrives))),
        end(arrives, to, later > 0 && h("span.later", {}, later === 1 ? phrase("next day") : phrase("{} days later", later))),
    );
}

function end(moment, port, later) {
    return h("span.end", {}, h("time", { datetime: moment }, clock(moment)), h("strong", {}, port), later);
}

/** A crossing, with its date above it. */
export function voyage(sailing) {
    return h("div.voyage", {}, h("p.caption", {}, date(sailing.departs)), crossing(sailing));
}
