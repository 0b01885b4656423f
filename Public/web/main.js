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

/** Shows a page instead of a session. */
function show(title, reason, ...buttons) {
    const page = h("article.screen.over", {}, h("h1", {}, title), h("p.notice", { role: "alert" }, reason), h("div.buttons", {}, ...buttons));
    element("app").replaceChildren(h("div.layer.base", {}, h("div.surface", {}, page)));
}

const button = (text, style, onclick) => h(`button.${style}`, { type: "button", onclick }, text);

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
        openLink: (link) => (app.session ? app.session.openLink(link) : app.start({ link })),
        refresh: () => app.session?.refresh(),
        makeHandoff: () => app.session?.makeHandoff(),
        takeHandoff: (code) => app.takeHandoff(code),
        idiom: () => app.idiom,
        setIdiom: (idiom) => app.setIdiom(idiom),
        hasSession: () => app.session !== null,
        end: () => app.session.end(),
    });
    element("menu-button").addEventListener("click", () => menu.open());
    try {
        await app.open();
    } catch (error) {
        if (!["no-such-flow", "no-such-link"].includes(error.code)) throw error;
        // The address leads nowhere, so a reload must not try it again.
        history.replaceState(null, "", location.pathname);
        show("There is nothing here", error.message, button("Start", "primary", () => app.start({})), button("Menu", "plain", () => menu.open()));
    }
} catch (error) {
    show("Fairway", error.message, button("Try again", "primary", () => location.reload()));
}
