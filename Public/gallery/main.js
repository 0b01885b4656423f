import { catalog } from "../web/catalog.js";
import { h } from "../web/dom.js";
import { loadRenderers } from "../web/renderers.js";
import { ScreenView } from "../web/screen.js";
import "../web/samples/renderers.js";

const { title } = document;
const list = document.getElementById("screens");
const count = document.getElementById("count");
/** @type {HTMLInputElement} */
const search = document.querySelector("#search");
/** @type {HTMLSelectElement} */
const language = document.querySelector("#language");

/** The page's address with another parameter. */
function address(name, value) {
    const url = new URL(location.href);
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
    return url;
}

/** Offers the app's languages. Another one loads the page again, with the language in its address. */
function offer(languages) {
    language.hidden = languages.length < 2;
    const names = new Intl.DisplayNames("en", { type: "language" });
    language.append(...languages.map((tag) => h("option", { value: tag }, names.of(tag))));
    language.value = languages.find((tag) => tag === document.documentElement.lang) ?? languages[0];
    language.addEventListener("change", () => {
        location.assign(address("language", language.value));
    });
}

/** Draws an example as a front screen that takes no input. */
function example(screen, viewModel) {
    const view = new ScreenView({ id: "example", name: screen.name }, screen, { send() {}, typed() {} });
    view.update({ ...screen, id: "example", flow: "", back: false, viewModel, actions: Object.keys(screen.actions) });
    view.element.inert = true;
    return h("div.frame", { data: { look: screen.presentation } }, view.element);
}

function section(screen) {
    return h(
        "section.entry",
        { data: { screen: screen.name } },
        h("header", {}, h("h2", {}, screen.name), h("p.caption", {}, screen.about)),
        h("div.examples", {}, ...screen.examples.map((viewModel) => example(screen, viewModel))),
    );
}

try {
    const { screens, languages = [] } = await catalog(new URLSearchParams(location.search).get("language"));
    offer(languages);
    await loadRenderers(screens.map(({ name }) => name));
    const sections = screens.map((screen) => ({ text: `${screen.name} ${screen.about}`.toLowerCase(), element: section(screen) }));
    list.append(...sections.map(({ element }) => element));
    const filter = () => {
        const query = search.value.trim();
        const words = query.toLowerCase().split(/\s+/);
        for (const { text, element } of sections) element.hidden = !words.every((word) => text.includes(word));
        const shown = sections.filter(({ element }) => !element.hidden).length;
        count.textContent = shown ? `${shown} of ${sections.length} screens` : `No screen matches “${query}”.`;
        document.title = query ? `${query} · ${title}` : title;
    };
    search.addEventListener("input", () => {
        filter();
        const query = search.value.trim();
        // The address can be shared, and a reload keeps the search.
        history.replaceState(null, "", address("search", query));
    });
    search.value = new URLSearchParams(location.search).get("search") ?? "";
    filter();
} catch (error) {
    list.replaceChildren(h("p.notice", { role: "alert" }, error.message));
}
