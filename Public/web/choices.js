// The inputs of choices: radio buttons for a few options, a list for more, and a searchable list for many.

import { Combobox } from "./combobox.js";
import { optionsOf } from "./controls.js";
import { h, newID } from "./dom.js";
import { phrase } from "./language.js";

const mostRadios = 4;
/** The maximum total length of the labels of radio buttons. */
const mostRadioCharacters = 48;
const mostListed = 10;

/**
 * @param {import("./controls.js").FieldSpec} spec
 * @returns {import("./fields.js").Input}
 */
export function choice(spec) {
    // The number of options from a view model can change, so such a field always has a searchable list.
    if (!("values" in spec.options) || spec.options.values.length > mostListed) return searchable(spec);
    const { values } = spec.options;
    const length = values.reduce((sum, { label }) => sum + label.length, 0);
    return values.length <= mostRadios && length <= mostRadioCharacters ? radios(spec, values) : list(spec, values);
}

/** @returns {import("./fields.js").Input} */
function radios(spec, options) {
    const name = newID(spec.name);
    const all = spec.isRequired ? options : [...options, { value: undefined, label: phrase("None") }];
    const inputs = all.map((_, index) => h("input", { type: "radio", name, value: String(index) }));
    const segments = all.map(({ label }, index) => h("label.segment", {}, inputs[index], h("span", {}, label)));
    const element = h("div.segments", { role: "radiogroup", tabindex: "-1", data: { name: spec.name } }, ...segments);
    return {
        element,
        focused: element,
        read: () => all[inputs.findIndex((input) => input.checked)]?.value,
        write: (value) => inputs.forEach((input, index) => (input.checked = all[index].value === (value ?? undefined) && (value ?? null) !== null)),
    };
}

/** @returns {import("./fields.js").Input} */
function list(spec, options) {
    const items = options.map(({ label }, index) => h("option", { value: index }, label));
    const select = h("select", { name: spec.name }, h("option", { value: "" }, spec.isRequired ? phrase("Choose…") : phrase("None")), ...items);
    return {
        element: select,
        focused: select,
        read: () => (select.value === "" ? undefined : options[Number(select.value)].value),
        write: (value) => (select.value = String(options.findIndex((option) => option.value === value)).replace("-1", "")),
    };
}

/** @returns {import("./fields.js").Input} */
function searchable(spec) {
    const combobox = new Combobox({ name: spec.name, placeholder: spec.placeholder ?? phrase("Choose…") });
    combobox.label = spec.label;
    const update = (viewModel) => {
        const value = combobox.value;
        combobox.options = optionsOf(spec.options, viewModel);
        if (value !== undefined) combobox.value = value;
    };
    if ("values" in spec.options) update(null);
    return {
        element: combobox.element,
        focused: combobox.input,
        read: () => combobox.value,
        write: (value) => (combobox.value = value),
        update,
    };
}
