// Draws any view model generically, by the shape of its values.

import { h } from "./dom.js";
import { truncated as truncatedJSON } from "./json.js";
import { isImageName, picture } from "./pictures.js";
import { rowActions } from "./rows.js";
import { typeOf } from "./schema.js";
import { humanize } from "./labels.js";

/** The number of items of a list that are drawn at once. */
const pageSize = 100;
/** The number of items that are drawn at once for a screen, including nested lists, and the minimum for each of its groups. */
const screenBudget = 2_000;
const minGroupBudget = 20;
const maxCharacters = 4_000;
const maxDepth = 8;
/** Member names for a row's headline and caption, by priority. */
const headlines = ["title", "name", "label", "text", "key"];
const captions = ["about", "subtitle", "detail", "description", "message"];

/**
 * @typedef {{
 *   screen: import("../fairway/state.js").ScreenDocument, schemas: Record<string, any>,
 *   send: (action: string, params?: any) => void, claim: (action: string) => void, title: (text: string) => void
 * }} Context the interface for renderers. A renderer claims the actions that it draws itself, so they are not drawn again
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
    const isDrawnElsewhere = ([name, value]) => {
        if (["title", "message", "buttons"].includes(name) && isHeading(name, value)) return true;
        return edited.has(name) && (value === null || typeof value !== "object");
    };
    const left = Object.entries(viewModel).filter((member) => !isDrawnElsewhere(member));
    const groups = grouped(left);
    // Give each group the same share, so that the first groups do not use up the budget.
    const share = Math.max(minGroupBudget, Math.floor(screenBudget / Math.min(groups.length, pageSize)));
    const draw = (group) => {
        const nesting = { ...outermost(), budget: { left: share } };
        if (group.facts) return [h("dl.facts", {}, ...drawFacts(group.facts, nesting))];
        const row = rows.find((row) => row.member === group.name);
        const choose = row && ((item, index) => context.send(row.action, row.params(item, index)));
        return [drawList(group.name, group.list, choose, nesting)];
    };
    return drawPaged(groups, draw, (more) => h("p", {}, more), outermost());
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

/**
 * The position of a value in the drawing: its depth, whether it is inside a button, and how many more items may be drawn before the
 * user has to press "Show more".
 * @typedef {{depth: number, isWithinButton: boolean, budget: {left: number}}} Nesting
 */

/** @returns {Nesting} */
const outermost = () => ({ depth: 0, isWithinButton: false, budget: { left: screenBudget } });

/** @param {Nesting} nesting @returns {Nesting} */
const deeper = (nesting) => ({ ...nesting, depth: nesting.depth + 1 });

/**
 * Draws the first items, and a button that replaces itself with the next ones.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item, index: number, nesting: Nesting) => Node[]} draw
 * @param {(more: any) => HTMLElement} wrap puts the button into an element that is valid at this point
 * @param {Nesting} nesting
 * @returns {any[]}
 */
function drawPaged(items, draw, wrap, nesting) {
    const part = (from, nesting) => {
        /** @type {any[]} */
        const nodes = [];
        let next = from;
        for (; next < items.length && next < from + pageSize && nesting.budget.left > 0; next += 1) {
            nesting.budget.left -= 1;
            nodes.push(...draw(items[next], next, nesting));
        }
        if (next === items.length) return nodes;
        // Buttons cannot be nested.
        if (nesting.isWithinButton) return [...nodes, wrap("…")];
        const onclick = () => {
            const others = part(next, { ...nesting, budget: { left: screenBudget } });
            more.replaceWith(...others);
            others[0].tabIndex = -1;
            others[0].focus();
        };
        const more = wrap(h("button.link", { type: "button", onclick }, `Show more (${items.length - next} left)`));
        return [...nodes, more];
    };
    return part(0, nesting);
}

/** The names of the members that a form edits. They are shown in its fields only. */
function editedNames({ screen, schemas }, rows) {
    const forms = screen.actions.filter((action) => !rows.some((row) => row.action === action));
    return new Set(forms.flatMap((action) => (typeOf(schemas[action] ?? {}).members ?? []).map(({ name }) => name)));
}

function isHeading(name, value) {
    return name === "buttons" ? Array.isArray(value) && value.every((button) => button?.action) : typeof value === "string";
}

/** @param {[string, any][]} members @param {Nesting} nesting */
function drawFacts(members, nesting) {
    const draw = ([name, value], index, nesting) => {
        return [h("div.fact", { data: { name } }, h("dt", {}, humanize(name)), h("dd", {}, drawValue(value, name, nesting)))];
    };
    return drawPaged(members, draw, (more) => h("div.fact", {}, h("dt", {}, "More"), h("dd", {}, more)), nesting);
}

/** @param {any} value @param {string} name @param {Nesting} [nesting] @returns {Node} */
export function drawValue(value, name, nesting = outermost()) {
    if (value === null || value === undefined || value === "") return h("span.nothing", { "aria-label": "nothing" }, "–");
    if (nesting.depth > maxDepth) return h("code", {}, truncated(JSON.stringify(truncatedJSON(value))));
    switch (typeof value) {
        case "boolean":
            return h("span", {}, value ? "Yes" : "No");
        case "number":
            return h("span.number", {}, new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(value));
        case "object":
            if (Array.isArray(value)) return drawList(name, value, undefined, deeper(nesting));
            return h("dl.facts.nested", {}, ...drawFacts(Object.entries(value), deeper(nesting)));
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
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
        const shown = new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
        return h("time", { datetime: text }, shown);
    }
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
    const more = h("button.link", { type: "button", onclick }, "Show all");
    return h("span", {}, shown, " ", more);
}

/**
 * @param {string} name
 * @param {any[]} items
 * @param {((item: any, index: number) => void) | undefined} choose
 * @param {Nesting} nesting
 */
function drawList(name, items, choose, nesting) {
    const isGallery = items.length > 0 && items.every(isImageName);
    const list = h(isGallery ? "ul.gallery" : "ul.rows", { "aria-label": humanize(name) });
    const draw = (item, index, nesting) => [drawRow(item, index, name, choose, nesting)];
    if (items.length) list.append(...drawPaged(items, draw, (more) => h("li", {}, more), nesting));
    else list.append(h("li.nothing", {}, "Nothing here yet"));
    return list;
}

function drawRow(item, index, name, choose, nesting) {
    if (!choose) return h("li.row", {}, ...drawItem(item, name, nesting));
    const press = () => choose(item, index);
    // A row has no "Show more" button, so it gets a budget of its own.
    const budget = { left: pageSize };
    const content = drawItem(item, name, { ...nesting, isWithinButton: true, budget });
    nesting.budget.left -= pageSize - budget.left;
    return h("li.row", {}, h("button.choice", { type: "button", onclick: press, data: { focus: `${name}/${index}` } }, ...content));
}

function drawItem(item, name, nesting) {
    if (item === null || typeof item !== "object" || Array.isArray(item)) return [drawValue(item, name, deeper(nesting))];
    const headline = headlines.find((key) => typeof item[key] === "string" && item[key]);
    const caption = captions.find((key) => typeof item[key] === "string" && item[key]);
    const image = Object.keys(item).find((key) => isImageName(item[key]));
    // Hide identifiers if the item has a headline.
    const isHidden = (key) => [headline, caption, image].includes(key) || (headline && /^(key|id)$/.test(key));
    const rest = Object.entries(item).filter(([key, value]) => value !== null && !isHidden(key));
    const detail = ([key, value], index, nesting) => {
        return [h("span.detail", {}, h("span.caption", {}, humanize(key)), " ", drawValue(value, key, deeper(nesting)))];
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
