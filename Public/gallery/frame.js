// Draws an example of a screen as the web client does, as a picture that takes no input.

import { h } from "../web/dom.js";
import { locale, phrase } from "../web/language.js";
import { ScreenView } from "../web/screen.js";

/** The widths of the devices, in pixels. */
export const widths = { phone: 390, pad: 820 };

/**
 * @param {any} screen in the catalog
 * @param {any} viewModel
 * @param {string} label
 */
export function frame(screen, viewModel, label) {
    const view = new ScreenView({ id: "example", name: screen.name }, screen, { send() {}, typed() {} });
    view.update({ ...screen, id: "example", flow: "", back: false, viewModel, actions: Object.keys(screen.actions) });
    view.element.inert = true;
    for (const input of view.element.querySelectorAll("[role=combobox]")) withoutRole(input);
    for (const input of view.element.querySelectorAll("input:is([type=date], [type=time], [type=datetime-local])")) localize(input);
    return h("div.frame", { role: "img", "aria-label": label, data: { presentation: screen.presentation } }, view.element);
}

/** A picture of a list has no parts that assistive technology could operate. @param {Element} input */
function withoutRole(input) {
    for (const { name } of [...input.attributes]) if (name === "role" || name.startsWith("aria-")) input.removeAttribute(name);
}

/** Browsers write dates in inputs in their own language. This is the chosen one. @param {HTMLInputElement} input */
function localize(input) {
    const [hasDate, hasTime] = [input.type !== "time", input.type !== "date"];
    /** @type {Intl.DateTimeFormatOptions} */
    const options = {
        timeZone: "UTC",
        ...(hasDate && { day: "2-digit", month: "2-digit", year: "numeric" }),
        ...(hasTime && { hour: "2-digit", minute: "2-digit" }),
    };
    const format = new Intl.DateTimeFormat(locale(), options);
    const { value } = input;
    const moment = Date.parse(hasDate ? (hasTime ? `${value}Z` : value) : `1970-01-01T${value}Z`);
    const letters = { day: phrase("dd"), month: phrase("mm"), year: phrase("yyyy"), hour: "--", minute: "--" };
    const pattern = format.formatToParts(0).map(({ type, value }) => letters[type] ?? value).join("");
    input.type = "text";
    input.placeholder = pattern;
    input.value = Number.isNaN(moment) ? "" : format.format(moment);
}
