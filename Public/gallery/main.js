import { catalog } from "../web/catalog.js";
import { h } from "../web/dom.js";
import { ScreenView } from "../web/screen.js";
import "../web/samples/renderers.js";

const list = document.getElementById("screens");
const count = document.getElementById("count");
/** @type {HTMLInputElement} */
const search = document.querySelector("#search");

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
    const { screens } = await catalog();
    const sections = screens.map((screen) => ({ text: `${screen.name} ${screen.about}`.toLowerCase(), element: section(screen) }));
    list.append(...sections.map(({ element }) => element));
    const filter = () => {
        const words = search.value.toLowerCase().split(/\s+/);
        for (const { text, element } of sections) element.hidden = !words.every((word) => text.includes(word));
        const shown = sections.filter(({ element }) => !element.hidden).length;
        count.textContent = `${shown} of ${sections.length} screens`;
    };
    search.addEventListener("input", filter);
    filter();
} catch (error) {
    list.replaceChildren(h("p.notice", { role: "alert" }, error.message));
}
