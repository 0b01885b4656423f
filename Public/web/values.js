// A view model, drawn sensibly without knowing what it is about.

import { h } from "./dom.js";
import { shortened } from "./json.js";
import { isImageName, picture } from "./pictures.js";
import { rowActions } from "./rows.js";
import { typeOf } from "./schema.js";
import { words } from "./words.js";

/** Of one list. */
const partsAtOnce = 100;
/** Of a whole screen, lists in lists and all, which takes a blink to draw; and of each part of it at least. */
const allowedAtOnce = 2_000;
const leastAtOnce = 20;
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
    const isSaid = ([name, value]) => {
        if (["title", "message", "buttons"].includes(name) && isHeading(name, value)) return true;
        return edited.has(name) && (value === null || typeof value !== "object");
    };
    const left = Object.entries(viewModel).filter((member) => !isSaid(member));
    const groups = grouped(left);
    // What stands last is not to go without for what stands first.
    const share = Math.max(leastAtOnce, Math.floor(allowedAtOnce / Math.min(groups.length, partsAtOnce)));
    const draw = (group) => {
        const place = { ...top(), allowance: { left: share } };
        if (group.facts) return [h("dl.facts", {}, ...drawFacts(group.facts, place))];
        const row = rows.find((row) => row.member === group.name);
        const choose = row && ((item, index) => context.send(row.action, row.params(item, index)));
        return [drawList(group.name, group.list, choose, place)];
    };
    return inParts(groups, draw, (more) => h("p", {}, more), top());
}

/**
 * A list stands for itself, facts stand together.
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

/**
 * Where something is drawn: how deep, within what is pressed as a whole or not, and how much more of it there may be
 * before somebody has to ask for it.
 * @typedef {{depth: number, isWithinButton: boolean, allowance: {left: number}}} Place
 */

/** @returns {Place} */
const top = () => ({ depth: 0, isWithinButton: false, allowance: { left: allowedAtOnce } });

/** @param {Place} place @returns {Place} */
const below = (place) => ({ ...place, depth: place.depth + 1 });

/**
 * What is drawn of items, so many at once, and something to press for the others, in whose place they come.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item, index: number, place: Place) => Node[]} draw
 * @param {(more: any) => HTMLElement} wrap puts what is to be pressed where it may stand
 * @param {Place} place
 * @returns {any[]}
 */
function inParts(items, draw, wrap, place) {
    const part = (from, place) => {
        /** @type {any[]} */
        const nodes = [];
        let next = from;
        for (; next < items.length && next < from + partsAtOnce && place.allowance.left > 0; next += 1) {
            place.allowance.left -= 1;
            nodes.push(...draw(items[next], next, place));
        }
        if (next === items.length) return nodes;
        // A button has none within.
        if (place.isWithinButton) return [...nodes, wrap("…")];
        const onclick = () => {
            const others = part(next, { ...place, allowance: { left: allowedAtOnce } });
            more.replaceWith(...others);
            others[0].tabIndex = -1;
            others[0].focus();
        };
        const more = wrap(h("button.link", { type: "button", onclick }, `Show more of ${items.length - next}`));
        return [...nodes, more];
    };
    return part(0, place);
}

/** What the screen's forms edit is in their fields, and need not stand above them, too. */
function editedNames({ screen, schemas }, rows) {
    const forms = screen.actions.filter((action) => !rows.some((row) => row.action === action));
    return new Set(forms.flatMap((action) => (typeOf(schemas[action] ?? {}).members ?? []).map(({ name }) => name)));
}

function isHeading(name, value) {
    return name === "buttons" ? Array.isArray(value) && value.every((button) => button?.action) : typeof value === "string";
}

/** @param {[string, any][]} members @param {Place} place */
function drawFacts(members, place) {
    const draw = ([name, value], index, place) => {
        return [h("div.fact", { data: { name } }, h("dt", {}, words(name)), h("dd", {}, drawValue(value, name, place)))];
    };
    return inParts(members, draw, (more) => h("div.fact", {}, h("dt", {}, "And more"), h("dd", {}, more)), place);
}

/** @param {any} value @param {string} name @param {Place} [place] @returns {Node} */
export function drawValue(value, name, place = top()) {
    if (value === null || value === undefined || value === "") return h("span.nothing", { "aria-label": "nothing" }, "–");
    if (place.depth > deepest) return h("code", {}, cut(JSON.stringify(shortened(value))));
    switch (typeof value) {
        case "boolean":
            return h("span", {}, value ? "Yes" : "No");
        case "number":
            return h("span.number", {}, new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(value));
        case "object":
            if (Array.isArray(value)) return drawList(name, value, undefined, below(place));
            return h("dl.facts.nested", {}, ...drawFacts(Object.entries(value), below(place)));
        default:
            return drawText(value, name, place);
    }
}

/** @param {string} text */
export function cut(text) {
    return text.length > charactersAtOnce ? `${text.slice(0, charactersAtOnce)}…` : text;
}

/** @param {string} text @param {string} name @param {Place} place */
function drawText(text, name, place) {
    if (isImageName(text)) return h("figure.image", {}, picture(text), h("figcaption", {}, text));
    if (/colou?r$/i.test(name) && text.length < 40 && CSS.supports("color", text)) {
        return h("span.swatch", {}, h("span.colour", { style: { background: text }, "aria-hidden": "true" }), text);
    }
    // @ts-ignore newer than the type checker's library
    if (!place.isWithinButton && /^https?:\/\/\S+$/.test(text) && text.length < 2_000 && URL.canParse?.(text) !== false) {
        return h("a.outward", { href: text, target: "_blank", rel: "noopener noreferrer" }, text);
    }
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
        const shown = new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
        return h("time", { datetime: text }, shown);
    }
    return text.length > charactersAtOnce ? longText(text, place) : h("span.text", {}, text);
}

function longText(text, place) {
    const shown = h("span.text", {}, cut(text));
    if (place.isWithinButton) return shown;
    const onclick = () => {
        shown.textContent = text;
        more.remove();
        shown.tabIndex = -1;
        shown.focus();
    };
    const more = h("button.link", { type: "button", onclick }, "Show all");
    return h("span", {}, shown, " ", more);
}

/**
 * @param {string} name
 * @param {any[]} items
 * @param {((item: any, index: number) => void) | undefined} choose
 * @param {Place} place
 */
function drawList(name, items, choose, place) {
    const isGallery = items.length > 0 && items.every(isImageName);
    const list = h(isGallery ? "ul.gallery" : "ul.rows", { "aria-label": words(name) });
    const draw = (item, index, place) => [drawRow(item, index, name, choose, place)];
    if (items.length) list.append(...inParts(items, draw, (more) => h("li", {}, more), place));
    else list.append(h("li.nothing", {}, "Nothing here yet"));
    return list;
}

function drawRow(item, index, name, choose, place) {
    if (!choose) return h("li.row", {}, ...drawItem(item, name, place));
    const press = () => choose(item, index);
    // What there is no asking for is not to depend on what stands before it.
    const allowance = { left: partsAtOnce };
    const content = drawItem(item, name, { ...place, isWithinButton: true, allowance });
    place.allowance.left -= partsAtOnce - allowance.left;
    return h("li.row", {}, h("button.choice", { type: "button", onclick: press, data: { focus: `${name}/${index}` } }, ...content));
}

function drawItem(item, name, place) {
    if (item === null || typeof item !== "object" || Array.isArray(item)) return [drawValue(item, name, below(place))];
    const headline = headlines.find((key) => typeof item[key] === "string" && item[key]);
    const caption = captions.find((key) => typeof item[key] === "string" && item[key]);
    const image = Object.keys(item).find((key) => isImageName(item[key]));
    // A key beside a title is for the machine.
    const isSaid = (key) => [headline, caption, image].includes(key) || (headline && /^(key|id)$/.test(key));
    const rest = Object.entries(item).filter(([key, value]) => value !== null && !isSaid(key));
    const detail = ([key, value], index, place) => {
        return [h("span.detail", {}, h("span.caption", {}, words(key)), " ", drawValue(value, key, below(place)))];
    };
    return [
        image && h("span.thumbnail", {}, picture(item[image])),
        h(
            "span.lines",
            {},
            headline && h("strong", {}, cut(item[headline])),
            caption && h("span.caption", {}, cut(item[caption])),
            rest.length > 0 && h("span.details", {}, ...inParts(rest, detail, (more) => h("span.detail", {}, more), place)),
        ),
    ];
}
