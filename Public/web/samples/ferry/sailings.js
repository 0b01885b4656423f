import { h } from "../../dom.js";
import { phrase } from "../../language.js";
import { crossing } from "./crossing.js";
import { date } from "./formats.js";

/** @type {import("../../renderers.js").Renderer} */
export function sailings({ date: day, sailings }, context) {
    context.claim("didSelectSailing");
    const cards = sailings.map((sailing, index) => {
        const press = () => context.send("didSelectSailing", { id: sailing.id });
        const fare = h("span.fare", {}, h("strong", {}, sailing.fare), h("span.caption", {}, phrase("per adult")));
        return h("li", {}, h("button.choice", { type: "button", data: { focus: `sailings/${index}` }, onclick: press }, crossing(sailing), fare));
    });
    return [
        day && h("p.caption", {}, date(day)),
        cards.length ? h("ul.sailings", { "aria-label": phrase("Sailings") }, ...cards) : h("p.message", {}, phrase("No ferry sails on that day. Go back and choose another.")),
    ].filter(Boolean);
}
