// The actions of a screen: their names, their parameters, and a request body for each.

import { controlsOf, optionsOf } from "../web/controls.js";
import { h } from "../web/dom.js";
import { jsonView } from "../web/jsonView.js";
import { pointerTo, put, valueAt } from "../web/pointer.js";
import { derivedRows, rowParams } from "../web/rows.js";

/** Values of the formats of texts. */
const texts = {
    date: "2030-06-01", time: "09:30", "date-time": "2030-06-01T09:30:00Z", email: "ada@example.org", phone: "+494311234567",
    url: "https://example.org",
};

/**
 * @param {any} screen in the catalog
 * @returns {Node[]}
 */
export function actionsView(screen) {
    const viewModel = screen.examples.at(-1) ?? {};
    const controls = controlsOf(screen);
    const rows = derivedRows(viewModel, controls);
    if (!controls.length) return [h("p.nothing", {}, "This screen has no actions.")];
    return controls.map((control) => actionView({ ...control, row: control.row ?? rows.get(control.action) ?? null }, viewModel));
}

/** @param {import("../web/controls.js").Control} control @param {any} viewModel */
function actionView(control, viewModel) {
    const { action, confirm, decline, fields, row } = control;
    const button = viewModel.buttons?.find?.((button) => button?.action === action);
    const about = [
        `The button “${button?.title ?? control.label}”${row ? ` on each row of ${row.list.slice(1)}` : ""}.`,
        confirm && `Asks first: “${confirm}”${decline ? ` The other answer is “${decline}”.` : ""}`,
    ];
    return h(
        "section.action",
        {},
        h("h3", {}, action),
        h("p", {}, about.filter(Boolean).join(" ")),
        fields.length > 0 && h("ul.parameters", {}, ...fields.map(parameter)),
        jsonView(request(control, viewModel)),
    );
}

/** @param {import("../web/controls.js").FieldSpec} field */
function parameter({ path, label, format, isRequired, type, unit }) {
    const rules = Object.entries(type.rules).filter(([, value]) => value !== undefined);
    const facts = [format, unit, !isRequired && "optional", ...rules.map(([name, value]) => `${name} ${value}`)].filter(Boolean);
    return h("li", {}, h("code", {}, path.join("/")), ` ${label} `, h("span.caption", {}, facts.join(", ")));
}

/**
 * The body of a request with sample values.
 * @param {import("../web/controls.js").Control} control
 * @param {any} viewModel
 */
export function request({ action, row, fields, type }, viewModel) {
    const params = {};
    const item = row && valueAt(viewModel, row.list)?.[0];
    if (row && item !== undefined) Object.assign(params, rowParams(row, item, 0));
    for (const field of fields) if (field.isRequired) put(params, field.path, sample(field, viewModel));
    for (const { name, type: member } of type.members ?? []) {
        if (!(name in params) && !member.isOptional) params[name] = sampleOf(member);
    }
    return { action, ...(Object.keys(params).length && { params }) };
}

/** @param {import("../web/controls.js").FieldSpec} field @param {any} viewModel */
function sample({ path, options, placeholder, format, type }, viewModel) {
    const shown = valueAt(viewModel, pointerTo(path));
    if (shown !== undefined && shown !== null) return shown;
    const [first] = options ? optionsOf(options, viewModel) : [];
    if (first) return first.value;
    return type.kind === "text" ? (placeholder ?? texts[format] ?? "…") : sampleOf(type);
}

/** @param {import("../web/schema.js").Type} type @returns {any} */
function sampleOf(type) {
    switch (type.kind) {
        case "choice":
            return type.choices[0];
        case "integer":
        case "number":
            return type.rules.minimum ?? 1;
        case "boolean":
            return true;
        case "list":
            return [];
        case "object":
            return Object.fromEntries(type.members.filter(({ type }) => !type.isOptional).map(({ name, type }) => [name, sampleOf(type)]));
        default:
            return texts[type.format] ?? "…";
    }
}
