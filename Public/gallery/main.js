import { catalog } from "../web/catalog.js";
import { h, newID } from "../web/dom.js";
import { loadRenderers } from "../web/renderers.js";
import "../web/samples/renderers.js";
import { Card, tabs } from "./card.js";
import { widths } from "./frame.js";

const { title } = document;
const page = document.querySelector("main");
const list = document.getElementById("screens");
const count = document.getElementById("count");
/** @type {HTMLInputElement} */
const search = document.querySelector("#search");
/** @type {HTMLSelectElement} */
const language = document.querySelector("#language");
const given = new URLSearchParams(location.search);

/** The page's address with other parameters. Null removes one. @param {Record<string, string | null>} changes */
function address(changes) {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(changes)) {
        if (value) url.searchParams.set(name, value);
        else url.searchParams.delete(name);
    }
    return url.pathname + url.search;
}

/** Keeps a choice in the address, which can be shared, and in the links of the page. @param {Record<string, string | null>} changes */
function keep(changes) {
    history.replaceState(null, "", address(changes));
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-to]"))) {
        link.href = address({ screen: link.dataset.to || null, search: null, tab: null });
    }
}

/** A link to the page of a screen, or to the list. @param {string} screen */
function link(screen, ...content) {
    return h("a", { href: address({ screen: screen || null, search: null, tab: null }), data: { to: screen } }, ...content);
}

/** Offers the app's languages. Another one loads the page again, with the language in its address. */
function offer(languages) {
    language.hidden = languages.length < 2;
    const names = new Intl.DisplayNames("en", { type: "language" });
    language.append(...languages.map((tag) => h("option", { value: tag }, names.of(tag))));
    language.value = languages.find((tag) => tag === document.documentElement.lang) ?? languages[0];
    language.addEventListener("change", () => location.assign(address({ language: language.value })));
}

/**
 * Connects a group of buttons, one of which is pressed.
 * @param {string} name of the parameter in the address
 * @param {string} initial
 */
function connect(name, initial) {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(`[data-choice="${name}"] button`)]);
    const show = (value) => {
        list.dataset[name] = value;
        for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === value));
        scale();
    };
    for (const button of buttons) {
        button.addEventListener("click", () => {
            show(button.value);
            keep({ [name]: button.value });
        });
    }
    show(buttons.some(({ value }) => value === given.get(name)) ? given.get(name) : initial);
}

/** Shrinks the frames of devices that are wider than their column, so that whole screens are visible. */
function scale() {
    const column = [...list.querySelectorAll(".card-panel")].find(({ clientWidth }) => clientWidth > 0);
    if (column) list.style.setProperty("--scale", String(Math.min(1, column.clientWidth / widths[list.dataset.device])));
}

/** The list of all screens, filtered by a text. */
function showAll(screens) {
    const sections = screens.map((screen) => {
        const heading = h("h2", { id: newID("screen") }, link(screen.name, screen.name));
        return { text: `${screen.name} ${screen.about}`.toLowerCase(), element: new Card(screen, { heading, isFull: false }).element };
    });
    list.append(...sections.map(({ element }) => element));
    const filter = () => {
        const query = search.value.trim();
        const words = query.toLowerCase().split(/\s+/);
        for (const { text, element } of sections) element.hidden = !words.every((word) => text.includes(word));
        const shown = sections.filter(({ element }) => !element.hidden).length;
        count.textContent = shown ? `${shown} of ${sections.length} screens` : `No screen matches “${query}”.`;
        document.title = query ? `${query} · ${title}` : title;
        scale();
    };
    search.addEventListener("input", () => {
        filter();
        keep({ search: search.value.trim() });
    });
    search.value = given.get("search") ?? "";
    filter();
}

/** The page of one screen, in full size. @param {string} name */
function showOne(screens, name) {
    page.dataset.full = "";
    const index = screens.findIndex((screen) => screen.name === name);
    document.title = `${name} · ${title}`;
    const [before, after] = [screens[index - 1], screens[index + 1]];
    const way = h("nav.way", { "aria-label": "Screens", lang: "en" }, link("", "‹ All screens"));
    count.replaceWith(way);
    search.parentElement.hidden = true;
    if (index < 0) return list.append(h("p.notice", { role: "alert" }, `There is no screen “${name}”.`));
    way.append(before ? link(before.name, `‹ ${before.name}`) : "", after ? link(after.name, `${after.name} ›`) : "");
    const heading = h("h2", { id: newID("screen") }, name);
    const card = new Card(screens[index], { heading, isFull: true, onTab: (tab) => keep({ tab: tab === "screen" ? null : tab }) });
    list.append(card.element);
    if (given.get("tab") in tabs) card.show(given.get("tab"), false);
}

try {
    const { screens, languages = [] } = await catalog(given.get("language") ?? undefined);
    offer(languages);
    const name = given.get("screen");
    await loadRenderers(name === null ? screens.map(({ name }) => name) : [name]);
    connect("look", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    connect("device", "phone");
    if (name === null) showAll(screens);
    else showOne(screens, name);
    new ResizeObserver(scale).observe(list);
} catch (error) {
    list.replaceChildren(h("p.notice", { role: "alert" }, error.message));
}
