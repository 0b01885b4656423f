// Completes the pages of the docs: contents, tabs, search, and buttons that copy code.

import { copyButton } from "../web/clipboard.js";
import { h } from "../web/dom.js";
import { modules } from "./modules.js";
import { addSearch } from "./search.js";
import { addTabs } from "./tabs.js";

/** The address of a server in the code of the docs. */
const placeholder = /http:\/\/(?:localhost|127\.0\.0\.1):8080/g;

for (const code of document.querySelectorAll("pre.code")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.nodeValue = texts.currentNode.nodeValue.replace(placeholder, location.origin);
    const button = copyButton({ label: "Copy", done: "Copied", failed: "Not copied", text: () => code.textContent });
    const frame = h("div.code-frame", {});
    code.replaceWith(frame);
    frame.append(code, h("span.copies", {}, button));
}

const contents = /** @type {HTMLDetailsElement} */ (document.getElementById("contents"));
// The contents are open beside a page, and closed above it on a narrow screen.
const wide = matchMedia("(min-width: 60rem)");
const fold = () => (contents.open = wide.matches);
wide.addEventListener("change", fold);
fold();

/** Links to the references of the modules. */
function addModules() {
    const link = (name) => h("li", {}, h("a", { href: `/docs/modules/${name}/documentation/${name.toLowerCase()}` }, name));
    document.querySelector(".way").before(h("h2", { id: "modules" }, "The modules"), h("ul", {}, ...modules.map(link)));
}

if (location.pathname === "/docs" && modules.length) addModules();
addTabs(document.querySelector(".tabs"));
addSearch(document.getElementById("search"));
