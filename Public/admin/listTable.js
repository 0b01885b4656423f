// Tables. On a narrow page, each row is a card, and each cell shows its column's heading.

import { h } from "../web/dom.js";
import { redraw } from "./redraw.js";

/**
 * The heading of a column that the list can be sorted by, with the address of the other order; `sort` is null if the list is sorted
 * by another column.
 * @typedef {{text: string, href: string, sort: "ascending" | "descending" | null}} Sorting
 */

/** A table, and the links to the other pages of its list. */
export class ListTable {
    /** @type {string[]} */
    #columns;
    #body = h("tbody");
    element;
    pages = h("nav.pages", { "aria-label": "Pages of the list" });

    /**
     * @param {string} style a class
     * @param {string} caption
     * @param {(string | Sorting)[]} columns the headings; a column of buttons has an empty one
     */
    constructor(style, caption, columns) {
        this.#columns = columns.map((column) => (typeof column === "string" ? column : column.text));
        const heads = columns.map((column) => {
            if (typeof column !== "string") return h("th", { scope: "col", "aria-sort": column.sort }, h("a", { href: column.href }, column.text));
            return column ? h("th", { scope: "col" }, column) : h("td");
        });
        this.element = h(`table.${style}`, {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, ...heads)), this.#body);
    }

    /**
     * Replaces the rows. The focused link stays focused.
     * @param {{data: Record<string, string>, cells: any[]}[]} rows `data` identifies a row; each cell is a node, a text or an array of them
     * @param {string} [none] the text of an empty table
     */
    show(rows, none) {
        const active = document.activeElement;
        const focused = active instanceof HTMLAnchorElement && this.#body.contains(active) ? active : null;
        const row = focused?.closest("tr");
        const nothing = !rows.length && none ? [h("tr", {}, h("td.nothing", { colspan: this.#columns.length }, none))] : [];
        redraw(this.#body, [...rows.map((row) => this.#row(row)), ...nothing]);
        if (focused && !focused.isConnected) {
            [...row.querySelectorAll("a")].find(({ href }) => href === focused.href)?.focus({ preventScroll: true });
        }
        return this;
    }

    /** The row with these data, if it is shown. @param {Record<string, string>} data @returns {HTMLElement | undefined} */
    row(data) {
        return [...this.#body.children].find((row) => Object.entries(data).every(([name, value]) => /** @type {HTMLElement} */ (row).dataset[name] === value));
    }

    #row({ data, cells }) {
        const cell = (content, index) => h("td", { data: { label: this.#columns[index] } }, h("div", {}, ...[content].flat()));
        return h("tr", { data }, ...cells.map(cell));
    }

    /**
     * Links to the first page of the list and to the next one.
     * @param {string | null} cursor of this page
     * @param {string | null} next the cursor of the next page
     * @param {(cursor: string) => string} href
     */
    showPages(cursor, next, href) {
        const link = (text, cursor) => h("a", { href: href(cursor) }, text);
        redraw(this.pages, [cursor && link("First page", ""), next && link("Next page", next)]);
    }
}

/** An absent value. */
export function none(text = "–") {
    return h("span.nothing", {}, text);
}
