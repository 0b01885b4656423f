// A view model, drawn sensibly without knowing what it is about.

import { h } from "./dom.js";
import { isImageName, picture } from "./pictures.js";
import { rowActions } from "./rows.js";
import { typeOf } from "./schema.js";
import { words } from "./words.js";

const rowsAtOnce = 100;
const charactersAtOnce = 4_000;
const deepest = 8;
/** What a row is called, and what is said of it. */
const headlines = ["title", "name", "label", "text", "key"];
const captions = ["about", "subtitle", "detail", "description", "message"];

/**
 * @typedef {{
 *   screen: import("../fairway/state.js").ScreenDocument, schemas: Record<string, any>,
 *   send: (action: string, params?: any) => void, claim: (action: string) => void, title: (text: string) => void
 * }} Context what a renderer may use; an action it has drawn itself it claims, so that it is not drawn twice
 */

/**
 * @param {any} viewModel
 * @param {Context} context
 * @returns {Node[]}
 */
export function drawViewModel(viewModel, context) {
    if (viewModel === null || typeof viewModel !== "object" || Array.isArray(viewModel)) return [drawValue(viewModel, "")];
    const rows = rowActions(viewModel, context.screen.actions, context.schemas);
    for (const { action } of rows) context.claim(action);
    const edited = editedNames(context, rows);
    const nodes = [];
    let facts = null;
    for (const [name, value] of Object.entries(viewModel)) {
        if (["title", "message", "buttons"].includes(name) && isHeading(name, value)) continue;
        if (edited.has(name) && (value === null || typeof value !== "object")) continue;
        if (Array.isArray(value)) {
            const row = rows.find((row) => row.member === name);
            nodes.push(drawList(name, value, row && ((item, index) => context.send(row.action, row.params(item, index)))));
            facts = null;
        } else {
            if (!facts) nodes.push((facts = h("dl.facts")));
            facts.append(...drawFact(name, value, 0));
        }
    }
    return nodes;
}

/** What the screen's forms edit is in their fields, and need not stand above them, too. */
function editedNames({ screen, schemas }, rows) {
    const forms = screen.actions.filter((action) => !rows.some((row) => row.action === action));
    return new Set(forms.flatMap((action) => (typeOf(schemas[action] ?? {}).members ?? []).map(({ name }) => name)));
}

function isHeading(name, value) {
    return name === "buttons" ? Array.isArray(value) && value.every((button) => button?.action) : typeof value === "string";
}

function drawFact(name, value, depth) {
    return [h("div.fact", { data: { name } }, h("dt", {}, words(name)), h("dd", {}, drawValue(value, name, depth)))];
}

/** @param {any} value @param {string} name @param {number} [depth] @returns {Node} */
export function drawValue(value, name, depth = 0) {
    if (value === null || value === undefined || value === "") return h("span.nothing", { "aria-label": "nothing" }, "–");
    if (depth > deepest) return h("code", {}, JSON.stringify(value).slice(0, charactersAtOnce));
    switch (typeof value) {
        case "boolean":
            return h("span", {}, value ? "Yes" : "No");
        case "number":
            return h("span.number", {}, new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(value));
        case "object":
            if (Array.isArray(value)) return drawList(name, value, undefined, depth + 1);
            return h("dl.facts.nested", {}, ...Object.entries(value).flatMap(([name, member]) => drawFact(name, member, depth + 1)));
        default:
            return drawText(value, name);
    }
}

function drawText(text, name) {
    if (isImageName(text)) return h("figure.image", {}, picture(text), h("figcaption", {}, text));
    if (/colou?r$/i.test(name) && text.length < 40 && CSS.supports("color", text)) {
        return h("span.swatch", {}, h("span.colour", { style: { background: text }, "aria-hidden": "true" }), text);
    }
    // @ts-ignore newer than the type checker's library
    if (/^https?:\/\/\S+$/.test(text) && text.length < 2_000 && URL.canParse?.(text) !== false) {
        return h("a.outward", { href: text, target: "_blank", rel: "noopener noreferrer" }, text);
    }
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
        const shown = new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
        return h("time", { datetime: text }, shown);
    }
    return text.length > charactersAtOnce ? longText(text) : h("span.text", {}, text);
}

function longText(text) {
    const shown = h("span.text", {}, `${text.slice(0, charactersAtOnce)}…`);
    const more = h("button.link", { type: "button", onclick: () => (shown.textContent = text) && more.remove() }, "Show all");
    return h("span", {}, shown, " ", more);
}

/**
 * @param {string} name
 * @param {any[]} items
 * @param {((item: any, index: number) => void) | undefined} choose
 * @param {number} [depth]
 */
function drawList(name, items, choose, depth = 0) {
    const isGallery = items.length > 0 && items.every(isImageName);
    const list = h(isGallery ? "ul.gallery" : "ul.rows", { "aria-label": words(name) });
    const draw = (from) => {
        const part = items.slice(from, from + rowsAtOnce);
        list.append(...part.map((item, index) => drawRow(item, from + index, name, choose, depth)));
        const left = items.length - from - part.length;
        if (left === 0) return;
        const onclick = () => {
            more.remove();
            draw(from + rowsAtOnce);
        };
        const more = h("li", {}, h("button.link", { type: "button", onclick }, `Show more of ${left}`));
        list.append(more);
    };
    if (items.length) draw(0);
    else list.append(h("li.nothing", {}, "Nothing here yet"));
    return list;
}

function drawRow(item, index, name, choose, depth) {
    const content = drawItem(item, name, depth);
    if (!choose) return h("li.row", {}, ...content);
    const press = () => choose(item, index);
    return h("li.row", {}, h("button.choice", { type: "button", onclick: press, data: { focus: `${name}/${index}` } }, ...content));
}

function drawItem(item, name, depth) {
    if (item === null || typeof item !== "object" || Array.isArray(item)) return [drawValue(item, name, depth + 1)];
    const headline = headlines.find((key) => typeof item[key] === "string" && item[key]);
    const caption = captions.find((key) => typeof item[key] === "string" && item[key]);
    const image = Object.keys(item).find((key) => isImageName(item[key]));
    // A key beside a title is for the machine.
    const isSaid = (key) => [headline, caption, image].includes(key) || (headline && /^(key|id)$/.test(key));
    const rest = Object.entries(item).filter(([key, value]) => value !== null && !isSaid(key));
    const detail = ([key, value]) => {
        return h("span.detail", {}, h("span.caption", {}, words(key)), " ", drawValue(value, key, depth + 1));
    };
    return [
        image && h("span.thumbnail", {}, picture(item[image])),
        h(
            "span.lines",
            {},
            headline && h("strong", {}, item[headline]),
            caption && h("span.caption", {}, item[caption]),
            rest.length > 0 && h("span.details", {}, ...rest.map(detail)),
        ),
    ];
}
