// The search over all pages of the docs. The index is one file, which is loaded when the search is first used.

import { h } from "../web/dom.js";

const mostResults = 20;
const mostSnippetCharacters = 160;

/**
 * @typedef {{page: string, path: string, heading: string, text: string}} Entry a section of a page
 */

/** The words of a query or a text, in lower case. @param {string} text */
export function wordsOf(text) {
    return text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
}

/**
 * The sections that contain all words of the query, the best first: words in headings count more than words in the text.
 * @param {Entry[]} entries
 * @param {string} query
 */
export function matches(entries, query) {
    const words = wordsOf(query);
    if (!words.length) return [];
    const score = ({ page, heading, text }) => {
        const [title, head, body] = [page, heading, text].map((part) => part.toLowerCase());
        const points = words.map((word) => {
            const inHeading = head.includes(word) ? (wordsOf(head).includes(word) ? 12 : 6) : 0;
            return inHeading + (title.includes(word) ? 4 : 0) + Math.min(body.split(word).length - 1, 3);
        });
        return points.includes(0) ? 0 : points.reduce((sum, one) => sum + one, head === words.join(" ") ? 20 : 0);
    };
    return entries.map((entry) => ({ entry, points: score(entry) })).filter(({ points }) => points > 0)
        .sort((a, b) => b.points - a.points).map(({ entry }) => entry);
}

/**
 * The part of a text around the first word of the query, in pieces that are in the query or not.
 * @param {string} text
 * @param {string} query
 * @returns {{text: string, isMatch: boolean}[]}
 */
export function snippet(text, query) {
    const words = wordsOf(query);
    const first = words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0);
    const begin = Math.max(0, (first.length ? Math.min(...first) : 0) - 40);
    const start = begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
    const part = `${start > 0 ? "… " : ""}${text.slice(start, start + mostSnippetCharacters)}${text.length > start + mostSnippetCharacters ? " …" : ""}`;
    if (!words.length) return [{ text: part, isMatch: false }];
    const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("|")})`, "iu");
    return part.split(pattern).map((text, index) => ({ text, isMatch: index % 2 === 1 })).filter(({ text }) => text);
}

const marked = (text, query) => snippet(text, query).map(({ text, isMatch }) => (isMatch ? h("mark", {}, text) : text));

/** @param {Entry} entry @param {string} query */
function result({ page, path, heading, text }, query) {
    const title = heading === page ? [h("b", {}, heading)] : [h("b", {}, heading), " ", h("span", {}, page)];
    return h("li", {}, h("a", { href: path }, h("span.where", {}, ...title), h("span.snippet", {}, ...marked(text, query))));
}

/** @param {HTMLElement} frame */
export function addSearch(frame) {
    /** @type {Promise<Entry[]> | undefined} */
    let index;
    const load = () => {
        index ??= fetch("/docs/search.json").then((response) => response.json());
        // The next use tries again.
        index.catch(() => (index = undefined));
        return index;
    };
    const results = h("div.results", { hidden: true });
    const count = h("p.caption", { role: "status" });
    const list = h("ol", {});
    results.append(count, list);
    const close = () => {
        results.hidden = true;
    };
    const search = async () => {
        const query = input.value.trim();
        if (!query) return close();
        let found = [];
        try {
            found = matches(await load(), query);
            count.textContent = found.length > mostResults ? `The best ${mostResults} of ${found.length} sections` : `${found.length} section${found.length === 1 ? "" : "s"}`;
        } catch {
            count.textContent = "The server cannot be reached. Try again later.";
        }
        // The user may have typed on.
        if (input.value.trim() !== query) return;
        list.replaceChildren(...found.slice(0, mostResults).map((entry) => result(entry, query)));
        results.hidden = false;
    };
    const links = () => [...list.querySelectorAll("a")];
    const onkeydown = (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (event.key === "Escape") {
            input.focus();
            close();
        } else if (step && !results.hidden) {
            event.preventDefault();
            const all = [input, ...links()];
            all[Math.min(Math.max(all.indexOf(document.activeElement) + step, 0), all.length - 1)].focus();
        } else if (event.key === "Enter" && event.target === input) {
            links()[0]?.click();
        }
    };
    const input = h("input", { type: "search", "aria-label": "Search the docs", "aria-controls": "search-results", placeholder: "Search the docs", autocomplete: "off", oninput: search, onfocus: load });
    results.id = "search-results";
    frame.append(input, results);
    frame.hidden = false;
    frame.addEventListener("keydown", onkeydown);
    frame.addEventListener("focusout", ({ relatedTarget }) => relatedTarget instanceof Node && !frame.contains(relatedTarget) && close());
    list.addEventListener("click", close);
    document.addEventListener("keydown", (event) => {
        if (event.key !== "/" || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
        event.preventDefault();
        input.focus();
    });
    // Other pages link to a search.
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) {
        input.value = asked;
        search();
    }
}
