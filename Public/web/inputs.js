// The inputs of fields, by format.

import { h } from "./dom.js";
import { phrase } from "./language.js";
import { currencySymbol, fractionDigits, parsedNumber, sentAmount, typedAmount, typedNumber } from "./numbers.js";

/** `autocomplete` tokens by the name of a parameter. */
const autocompletes = {
    name: "name", email: "email", phone: "tel", address: "street-address", street: "street-address", city: "address-level2",
    country: "country-name", username: "username", password: "current-password", newPassword: "new-password", card: "cc-number",
};
/** Integers within a range of at most this size have buttons for less and more. */
const mostSteps = 20;

/**
 * @typedef {import("./controls.js").FieldSpec} FieldSpec
 * @typedef {import("./fields.js").Input} Input
 */

/** @param {FieldSpec} spec @returns {Input} */
export function inputFor(spec) {
    switch (spec.format) {
        case "toggle":
            return toggle(spec);
        case "integer":
        case "decimal":
            return number(spec);
        case "money":
            return money(spec);
        case "date":
            return native(spec, "date");
        case "time":
            return native(spec, "time");
        case "date-time":
            return moment(spec);
        case "password":
            return password(spec);
        case "json":
            return json(spec);
        default:
            return text(spec);
    }
}

function attributes(spec) {
    const last = spec.path.at(-1);
    const autocomplete = autocompletes[last] ?? "off";
    // The digits of a card are typed with the keyboard for numbers.
    return { name: spec.name, placeholder: spec.placeholder, autocomplete, inputmode: autocomplete === "cc-number" ? "numeric" : null };
}

/** @returns {Input} */
function plain(element, focused, parse, format) {
    return {
        element,
        focused,
        read: () => (focused.value === "" ? undefined : parse(focused.value)),
        write: (value) => (focused.value = value === null || value === undefined ? "" : typeof value === "string" ? value : format(value)),
    };
}

/** @returns {Input} */
function text(spec) {
    const types = { email: "email", phone: "tel", url: "url" };
    const autocomplete = { email: "email", phone: "tel", url: "url" }[spec.format] ?? attributes(spec).autocomplete;
    const input =
        spec.format === "multiline"
            ? h("textarea", { ...attributes(spec), rows: 4 })
            : h("input", { ...attributes(spec), type: types[spec.format] ?? "text", autocomplete });
    if (types[spec.format]) input.setAttribute("autocapitalize", "none");
    return {
        // An empty text is a value: only an optional parameter is omitted.
        ...plain(input, input, (text) => text, String),
        read: () => (input.value === "" && !spec.isRequired ? undefined : input.value),
    };
}

/** @returns {Input} */
function password(spec) {
    // Browsers offer to save and to generate what is typed into a password input. Other secrets are masked by the style sheet.
    const type = /pass|pin$/i.test(spec.name) ? "password" : "text";
    const { autocomplete, ...others } = attributes(spec);
    const completed = type === "password" && autocomplete === "off" ? "current-password" : autocomplete;
    const input = h("input.masked", { ...others, autocomplete: completed, type, spellcheck: "false", autocapitalize: "none" });
    const pressed = { "aria-pressed": "false", "aria-label": `${phrase("Show")}: ${spec.label}` };
    const reveal = h("button.reveal", { type: "button", ...pressed, onclick: () => turn() }, phrase("Show"));
    const turn = () => {
        const isMasked = input.classList.toggle("masked");
        if (type === "password") input.type = isMasked ? "password" : "text";
        reveal.textContent = phrase(isMasked ? "Show" : "Hide");
        reveal.setAttribute("aria-label", `${reveal.textContent}: ${spec.label}`);
        reveal.setAttribute("aria-pressed", String(!isMasked));
    };
    return {
        ...plain(h("div.affixed", {}, input, reveal), input, (text) => text, String),
        read: () => (input.value === "" && !spec.isRequired ? undefined : spec.type.kind === "text" ? input.value : asJSON(input.value)),
    };
}

/** @returns {Input} */
function toggle(spec) {
    const input = h("input", { type: "checkbox", role: "switch", name: spec.name });
    return { element: input, focused: input, read: () => input.checked, write: (value) => (input.checked = value === true) };
}

/** @returns {Input} */
function number(spec) {
    const { minimum, maximum, multipleOf = 1 } = spec.type.rules;
    const isInteger = spec.format === "integer";
    const inputmode = isInteger ? (minimum >= 0 ? "numeric" : "text") : minimum >= 0 ? "decimal" : "text";
    const input = h("input.short", { ...attributes(spec), type: "text", inputmode });
    const parse = (text) => {
        const parsed = parsedNumber(text);
        if (parsed === null) return text;
        // A whole number beyond 2^53 would be rounded.
        return isInteger && Number.isInteger(parsed) && !Number.isSafeInteger(parsed) ? parsed * Infinity : parsed;
    };
    const move = (steps) => {
        const typed = parsedNumber(input.value);
        if (typed === null && input.value.trim()) return;
        const now = typed ?? (steps > 0 ? (minimum ?? 0) - multipleOf : (minimum ?? 0) + multipleOf);
        const next = Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, Number((now + steps * multipleOf).toPrecision(15))));
        input.value = typedNumber(next);
        input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    input.addEventListener("keydown", (event) => {
        const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!steps) return;
        event.preventDefault();
        move(steps);
    });
    const hasButtons = isInteger && maximum - minimum <= mostSteps;
    // The arrow keys do the same, so the tab key skips the buttons.
    const button = (symbol, word, steps) => {
        const label = { tabindex: "-1", "aria-label": `${phrase(word)}: ${spec.label}` };
        return h("button.step", { type: "button", ...label, onclick: () => move(steps) }, symbol);
    };
    const element = hasButtons ? h("div.stepper", {}, button("−", "Less", -1), input, button("+", "More", 1)) : input;
    return plain(affixed(element, null, spec.unit), input, parse, (value) => typedNumber(value));
}

/** @returns {Input} */
function money(spec) {
    const currency = spec.unit ?? "EUR";
    const isInteger = spec.type.kind === "integer";
    const { symbol, isBefore } = currencySymbol(currency);
    const input = h("input.short", { ...attributes(spec), type: "text", inputmode: "decimal" });
    const format = (value) => typedNumber(typedAmount(value, currency, isInteger), undefined, fractionDigits(currency));
    const parse = (text) => {
        const amount = parsedNumber(text.replace(symbol, "").replace(currency, ""));
        return amount === null ? text : sentAmount(amount, currency, isInteger);
    };
    input.addEventListener("change", () => {
        const parsed = input.value.trim() ? parse(input.value) : "";
        if (typeof parsed === "number") input.value = format(parsed);
    });
    return plain(affixed(input, isBefore ? symbol : null, isBefore ? null : symbol), input, parse, format);
}

/** @returns {Input} */
function native(spec, type) {
    const input = h("input.short", { name: spec.name, type, step: type === "time" ? "any" : null });
    // An incomplete date is an empty text, which breaks the format. It is not omitted.
    return { ...plain(input, input, (text) => text, String), read: () => input.value || (input.validity.badInput ? "" : undefined) };
}

/** A moment, typed in local time and sent as RFC 3339. @returns {Input} */
function moment(spec) {
    const input = h("input.short", { name: spec.name, type: "datetime-local", step: "any" });
    let written = { text: "", value: "" };
    return {
        element: input,
        focused: input,
        read: () => {
            if (!input.value) return input.validity.badInput ? "" : undefined;
            // The input has no fractions of milliseconds and no offset, so an unchanged value is sent as it came.
            return input.value === written.text ? written.value : new Date(input.value).toISOString();
        },
        write: (value) => {
            const date = new Date(value ?? NaN);
            const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
            input.value = Number.isNaN(date.getTime()) ? "" : local.toISOString().replace(/(:00)?(\.000)?Z$/, "").replace("Z", "");
            written = { text: input.value, value };
        },
    };
}

/** A value of a form that no input fits. @returns {Input} */
function json(spec) {
    const { name } = spec;
    const input = spec.type.isSecret ? h("input", { type: "password", name }) : h("textarea.code", { rows: 3, spellcheck: "false", name });
    return plain(input, input, asJSON, (value) => JSON.stringify(value));
}

function asJSON(text) {
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

function affixed(element, prefix, suffix) {
    if (!prefix && !suffix) return element;
    return h("div.affixed", {}, prefix && h("span.affix", {}, prefix), element, suffix && h("span.affix", {}, suffix));
}
