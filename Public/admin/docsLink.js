import { h } from "../web/dom.js";

/**
 * A link to a page of the docs, for a view with nothing in it. Null if the server has no docs: the page has no link to them either.
 * @param {string} page such as `operators#retry-failed-work`
 * @param {string} text
 */
export function docsLink(page, text) {
    return document.querySelector('nav a[href="/docs"]') && h("a", { href: `/docs/${page}` }, text);
}
