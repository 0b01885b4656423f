import { isRetryable, ProblemError } from "../fairway.js";
import { App } from "./app.js";
import { catalog } from "./catalog.js";
import { h, loadStyle } from "./dom.js";
import { phrase } from "./language.js";
import { reason } from "./reason.js";
import { sandboxBar } from "./sandboxBar.js";
import { isFramed, tabSandbox } from "./storage.js";
import { appName } from "./title.js";
import { Toasts } from "./toasts.js";
import "./samples/renderers.js";

const element = (id) => document.getElementById(id);
document.body.classList.toggle("framed", isFramed);

/** Shows a page instead of a session. */
function show(title, reason, ...buttons) {
    const page = h("article.screen.over", {}, h("h1", {}, title), h("p.notice", { role: "alert" }, reason), h("div.buttons", {}, ...buttons));
    element("app").replaceChildren(h("div.layer.base", {}, h("div.surface", {}, page)));
}

const button = (text, style, onclick) => h(`button.${style}`, { type: "button", onclick }, text);

/** Shows that this tab's session is a sandbox. A session that is started later in the tab is none. */
function showSandbox() {
    const sandbox = tabSandbox();
    element("sandbox").replaceChildren(...(sandbox ? [sandboxBar(sandbox, { isInConsole: false })] : []));
}

async function loadTools() {
    if (isFramed) return null;
    const [{ Tools }] = await Promise.all([import("./tools.js"), loadStyle("/web/tools.css")]);
    return Tools;
}

try {
    const [known, Tools] = await Promise.all([catalog(), loadTools()]);
    const tools = Tools && new Tools(known);
    const app = new App({
        content: element("app"),
        connection: element("connection"),
        toasts: new Toasts(element("toasts")),
        catalog: known,
        tools,
        onState: (update) => {
            showSandbox();
            // The page around a frame can follow its session.
            window.frameElement?.dispatchEvent(new CustomEvent("state", { detail: { ...update, catalog: known } }));
            tools?.inspector.addState(update);
        },
        showNowhere: (error) => {
            // A reload must not try the address again.
            history.replaceState(null, "", location.pathname);
            const start = button(phrase("Start the app"), "primary", () => app.start({}));
            show(phrase("There is nothing here"), error.message, start, tools && button(phrase("Menu"), "plain", () => tools.menu.open()));
        },
    });
    // The page around a frame can also act in its session.
    window.frameElement?.addEventListener("act", (event) => {
        const { action, params } = /** @type {CustomEvent} */ (event).detail;
        app.attempt(() => app.session.send(action, params));
    });
    await tools?.show(app);
    try {
        await app.open();
    } catch (error) {
        if (!(error instanceof ProblemError) || isRetryable(error) || error.status >= 500) throw error;
        await (error.status === 401 ? app.askToSignIn(error) : app.showNowhere(error));
    }
} catch (error) {
    show(appName, reason(error), button(phrase("Try again"), "primary", () => location.reload()));
}
