// Draws any view model generically, by the shape of its values.

import { fact, h } from "./dom.js";
import { formattedMoment, formattedNumber, isIdentifier, isIdentifierName, labelOf, shownMembers } from "./formats.js";
import { truncated as truncatedJSON } from "./json.js";
import { isImageName, picture } from "./pictures.js";
import { humanize } from "./labels.js";
import { phrase } from "./language.js";
import { deeper, drawPaged, minGroupBudget, outermost, pageSize, screenBudget, within } from "./paging.js";
import { pointerTo } from "./pointer.js";

const maxCharacters = 4_000;
const maxDepth = 8;
const mostColumns = 6;
/** Member names for a row's headline and caption, by priority. */
const headlines = ["title", "name", "label", "text", "key"];
const captions = ["about", "subtitle", "detail", "description", "message"];

/**
 * @typedef {import("./paging.js").Nesting} Nesting
 * @typedef {{
 *   screen: import("../fairway/state.js").ScreenDocument, edited: Set<string>,
 *   send: (action: string, params?: any) => void, claim: (action: string) => void, title: (text: string) => void,
 *   alert: (text: string) => void, rows: (list: string) => import("./rowControls.js").RowControl[]
 * }} Context the interface for renderers. A renderer claims the actions that it draws itself, so they are not drawn again. `alert`
 *   draws the view model's message as an alert. `rows` are the controls on each row of a list, by its pointer. `edited` has the pointers
 *   to values that a form shows
 */

/**
 * @param {any} viewModel
 * @param {Context} context
 * @returns {Node[]}
 */
export function drawViewModel(viewModel, context) {
    if (viewModel === null || typeof viewModel !== "object" || Array.isArray(viewModel)) return [drawValue(viewModel, "", outermost(context))];
    const isDrawnElsewhere = ([name, value]) => {
        if (["title", "message", "buttons"].includes(name) && isHeading(name, value)) return true;
        return context.edited.has(pointerTo([name]));
    };
    const left = shownMembers(viewModel).filter((member) => !isDrawnElsewhere(member));
    const groups = grouped(left);
    // Give each group the same share, so that the first groups do not use up the budget.
    const share = Math.max(minGroupBudget, Math.floor(screenBudget / Math.min(groups.length, pageSize)));
    const draw = (group) => {
        const nesting = { ...outermost(context), budget: { left: share } };
        if (group.facts) return [h("dl.facts", {}, ...drawFacts(group.facts, nesting))];
        const heading = groups.length > 1 ? [h("h2.group-title", {}, phrase(humanize(group.name)))] : [];
        return [h("section.listed", {}, ...heading, drawList(group.name, group.list, within(nesting, group.name)))];
    };
    return drawPaged(groups, draw, (more) => h("p", {}, more), outermost(context));
}

/**
 * Groups members: each list is its own group, and adjacent other members form one group.
 * @param {[string, any][]} members
 */
function grouped(members) {
    /** @type {{name?: string, list?: any[], facts?: [string, any][]}[]} */
    const groups = [];
    for (const [name, value] of members) {
        const last = groups.at(-1);
        if (Array.isArray(value)) groups.push({ name, list: value });
        else if (last?.facts) last.facts.push([name, value]);
        else groups.push({ facts: [[name, value]] });
    }
    return groups;
}

function isHeading(name, value) {
    return name === "buttons" ? Array.isArray(value) && value.every((button) => button?.action) : typeof value === "string";
}

/** @param {[string, any][]} members @param {Nesting} nesting */
function drawFacts(members, nesting) {
    const draw = ([name, value], index, nesting) => {
        return fact(labelOf(name, value), drawValue(value, name, within(nesting, name)), { name });
    };
    return drawPaged(members, draw, (more) => h("dd.rest", {}, more), nesting);
}

/** @param {any} value @param {string} name @param {Nesting} [nesting] @returns {Node} */
export function drawValue(value, name, nesting = outermost()) {
    if (value === null || value === undefined || value === "") return h("span.nothing", { role: "img", "aria-label": phrase("nothing") }, "–");
    if (nesting.depth > maxDepth) return h("code", {}, truncated(JSON.stringify(truncatedJSON(value))));
    switch (typeof value) {
        case "boolean":
            return h("span", {}, phrase(value ? "Yes" : "No"));
        case "number":
            return h("span.number", {}, formattedNumber(value, name));
        case "object":
            if (Array.isArray(value)) return drawList(name, value, deeper(nesting));
            return h("dl.facts.nested", {}, ...drawFacts(shownMembers(value), deeper(nesting)));
        default:
            return drawText(value, name, nesting);
    }
}

/** @param {string} text */
export function truncated(text) {
    return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

/** @param {string} text @param {string} name @param {Nesting} nesting */
function drawText(text, name, nesting) {
    if (isImageName(text)) return h("figure.image", {}, picture(text), h("figcaption", {}, text));
    if (/colou?r$/i.test(name) && text.length < 40 && CSS.supports("color", text)) {
        return h("span.swatch", {}, h("span.colour", { style: { background: text }, "aria-hidden": "true" }), text);
    }
    // @ts-ignore newer than the type checker's library
    if (!nesting.isWithinButton && /^https?:\/\/\S+$/.test(text) && text.length < 2_000 && URL.canParse?.(text) !== false) {
        return h("a.outward", { href: text, target: "_blank", rel: "noopener noreferrer" }, text);
    }
    const moment = formattedMoment(text);
    if (moment) return h("time", { datetime: text }, moment);
    if (isIdentifier(name, text)) return h("span.identifier", {}, truncated(text));
    return text.length > maxCharacters ? longText(text, nesting) : h("span.text", {}, text);
}

function longText(text, nesting) {
    const shown = h("span.text", {}, truncated(text));
    if (nesting.isWithinButton) return shown;
    const onclick = () => {
        shown.textContent = text;
        more.remove();
        shown.tabIndex = -1;
        shown.focus();
    };
    const more = h("button.link", { type: "button", onclick }, phrase("Show all"));
    return h("span", {}, shown, " ", more);
}

/**
 * @param {string} name
 * @param {any[]} items
 * @param {Nesting} nesting at the list
 */
function drawList(name, items, nesting) {
    if (!items.length) return h("p.empty", {}, phrase("Nothing here yet"));
    const controls = nesting.context?.rows(nesting.pointer) ?? [];
    const columns = controls.some(({ isChoice }) => isChoice) ? null : tableColumns(items);
    if (columns) return drawTable(name, items, columns, controls, nesting);
    const isGallery = items.every(isImageName);
    const list = h(isGallery ? "ul.gallery" : "ul.rows", { "aria-label": phrase(humanize(name)) });
    const draw = (item, index, nesting) => {
        const group = groupOf(item);
        const heading = group && group !== groupOf(items[index - 1]) ? [h("li.row-group", {}, h("h2.group-title", {}, group))] : [];
        return [...heading, drawRow(item, index, name, controls, within(nesting, index))];
    };
    list.append(...drawPaged(items, draw, (more) => h("li", {}, more), nesting));
    return list;
}

function drawRow(item, index, name, controls, nesting) {
    const choice = controls.length === 1 && controls[0].isChoice ? controls[0] : null;
    if (!choice) return h("li.row", {}, ...drawItem(item, name, nesting), rowButtons(controls, item, index, name));
    // A row has no "Show more" button, so it gets a budget of its own.
    const budget = { left: pageSize };
    const content = drawItem(item, name, { ...nesting, isWithinButton: true, budget });
    nesting.budget.left -= pageSize - budget.left;
    const properties = { type: "button", onclick: () => choice.press(item, index), data: { focus: `${name}/${index}` } };
    return h("li.row", {}, h("button.choice", properties, ...content, choice.label && h("span.verb", {}, choice.label)));
}

/**
 * The buttons of the controls on a row.
 * @param {import("./rowControls.js").RowControl[]} controls
 * @param {any} item
 * @param {number} index
 * @param {string} name of the list
 */
export function rowButtons(controls, item, index, name) {
    if (!controls.length) return null;
    const title = rowTitle(item, index);
    const button = ({ control, press }) =>
        h(
            `button.${control.role === "destructive" ? "destructive" : "plain"}.small`,
            {
                type: "button",
                "aria-label": `${control.label}: ${title}`,
                onclick: () => press(item, index),
                data: { action: control.action, focus: `${name}/${index}/${control.action}` },
            },
            control.label,
        );
    return h("span.row-buttons", {}, ...controls.map(button));
}

/** What a person calls a row: its headline, or its position. @param {any} item @param {number} index */
export function rowTitle(item, index) {
    return truncated(headlineOf(item) ?? (typeof item === "string" ? item : String(index + 1)));
}

function headlineOf(item) {
    const key = item !== null && typeof item === "object" ? headlines.find((key) => typeof item[key] === "string" && item[key]) : null;
    return key ? item[key] : null;
}

/** The group of a row. Only rows with a headline have one. @returns {string | null} */
function groupOf(item) {
    return headlineOf(item) && typeof item.group === "string" && item.group ? item.group : null;
}

/** The columns of a table, if the items are records with several values of their own; otherwise null. */
function tableColumns(items) {
    const isRecord = (item) => item !== null && typeof item === "object" && !Array.isArray(item);
    if (!items.every(isRecord)) return null;
    const first = shownMembers(items[0]).map(([key]) => key).filter((key) => !isIdentifierName(key) || Object.keys(items[0]).length < 3);
    const isShort = (value) => (typeof value === "string" ? value.length < 60 && !isImageName(value) : value === null || typeof value !== "object");
    const isFlat = (item) => first.every((key) => Object.hasOwn(item, key) && isShort(item[key]));
    return first.length >= 3 && first.length <= mostColumns && items.every(isFlat) ? first : null;
}

function drawTable(name, items, columns, controls, nesting) {
    const width = columns.length + (controls.length ? 1 : 0);
    const isNumber = (key) => items.every((item) => item[key] === null || typeof item[key] === "number");
    const cell = (item, key, index, position) => {
        const content = drawValue(item[key], key, deeper(within(within(nesting, index), key)));
        return position === 0 ? h("th", { scope: "row" }, content) : h("td", { data: isNumber(key) ? { align: "end" } : {} }, content);
    };
    const last = (item, index) => h("td", {}, rowButtons(controls, item, index, name));
    const draw = (item, index) => [
        h("tr", {}, ...columns.map((key, position) => cell(item, key, index, position)), controls.length > 0 && last(item, index)),
    ];
    const heads = columns.map((key) => h("th", { scope: "col", data: isNumber(key) ? { align: "end" } : {} }, labelOf(key, items[0][key])));
    const head = h("tr", {}, ...heads, controls.length > 0 && h("td"));
    const body = drawPaged(items, draw, (more) => h("tr", {}, h("td", { colspan: width }, more)), nesting);
    const table = h("table", {}, h("thead", {}, head), h("tbody", {}, ...body));
    return h("div.table", { tabindex: "0", role: "region", "aria-label": phrase(humanize(name)) }, table);
}

function drawItem(item, name, nesting) {
    if (item === null || typeof item !== "object" || Array.isArray(item)) return [drawValue(item, name, deeper(nesting))];
    const headline = headlines.find((key) => typeof item[key] === "string" && item[key]);
    const caption = captions.find((key) => typeof item[key] === "string" && item[key]);
    const image = Object.keys(item).find((key) => isImageName(item[key]));
    // Hide identifiers if the item has a headline.
    const isHidden = (key) => [headline, caption, image].includes(key) || (headline && (key === "group" || isIdentifierName(key)));
    const rest = shownMembers(item).filter(([key, value]) => value !== null && !isHidden(key));
    const detail = ([key, value], index, nesting) => {
        return [h("span.detail", {}, h("span.caption", {}, labelOf(key, value)), " ", drawValue(value, key, deeper(within(nesting, key))))];
    };
    return [
        image && h("span.thumbnail", {}, picture(item[image])),
        h(
            "span.lines",
            {},
            headline && h("strong", {}, truncated(item[headline])),
            caption && h("span.caption", {}, truncated(item[caption])),
            rest.length > 0 && h("span.details", {}, ...drawPaged(rest, detail, (more) => h("span.detail", {}, more), nesting)),
        ),
    ];
}
