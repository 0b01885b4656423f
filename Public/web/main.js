import { App } from "./app.js";
import { catalog } from "./catalog.js";
import { h } from "./dom.js";
import { Inspector } from "./inspector.js";
import { Menu } from "./menu.js";
import { redacted } from "./secrets.js";
import { Toasts } from "./toasts.js";
import "./samples/renderers.js";

const element = (id) => document.getElementById(id);
const toasts = new Toasts(element("toasts"));
const panel = element("inspector");
const inspector = new Inspector(panel);

const toggle = element("inspector-button");
toggle.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute("aria-expanded", String(!panel.hidden));
});
// Open the inspector by default on wide windows.
panel.hidden = !matchMedia("(min-width: 68rem)").matches;
toggle.setAttribute("aria-expanded", String(!panel.hidden));

try {
    const known = await catalog();
    const app = new App({
        content: element("app"),
        connection: element("connection"),
        toasts,
        catalog: known,
        onExchange: (exchange) => inspector.add(redacted(exchange, known)),
    });
    const menu = new Menu(known, {
        start: (start) => app.start(start),
        openLink: (link) => app.session.openLink(link),
        refresh: () => app.session.refresh(),
        makeHandoff: () => app.session.makeHandoff(),
        takeHandoff: (code) => app.takeHandoff(code),
        idiom: () => app.idiom,
        setIdiom: (idiom) => app.setIdiom(idiom),
        end: () => app.session.end(),
    });
    element("menu-button").addEventListener("click", () => menu.open());
    await app.open();
} catch (error) {
    const again = h("button.primary", { type: "button", onclick: () => location.reload() }, "Try again");
    const reason = h("p.notice", { role: "alert" }, error.message);
    const page = h("article.screen.over", {}, h("h1", {}, "Fairway"), reason, again);
    element("app").replaceChildren(h("div.layer.base", {}, h("div.surface", {}, page)));
}
