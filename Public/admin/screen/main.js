// Draws the states that the console sends as the web client does, without input. A document of its own has the client's styles and
// the user's language.

import { catalog } from "../../web/catalog.js";
import { h } from "../../web/dom.js";
import { flowTitles } from "../../web/labels.js";
import { useLocale } from "../../web/language.js";
import { NavigationView } from "../../web/navigationView.js";
import { loadRenderers } from "../../web/renderers.js";
import { sandboxBar } from "../../web/sandboxBar.js";
import "../../web/samples/renderers.js";

const language = new URLSearchParams(location.search).get("language");
const element = document.getElementById("screen");
const bar = document.getElementById("sandbox");
const ignore = () => {};
let newest = 0;

/** @param {NavigationView} view @param {import("../../fairway/state.js").StateDocument} state */
async function draw(view, state) {
    const number = ++newest;
    await loadRenderers([state.screen, ...(state.visible ?? [])].filter(Boolean).map(({ name }) => name));
    if (number !== newest) return;
    view.clear();
    view.draw(state, []);
    // The screen scrolls, and its parts take no input.
    for (const part of element.querySelectorAll(".top, .tabs, .screen > *")) part.toggleAttribute("inert", true);
    for (const screen of element.querySelectorAll(".screen")) screen.setAttribute("tabindex", "0");
    document.documentElement.dataset.revision = String(state.revision);
}

/**
 * Formats numbers and dates as in the user's browser. The renderers of an app may use `Intl` without a locale, which is the browser's.
 * @param {string} locale
 */
function useFormats(locale) {
    const { NumberFormat, DateTimeFormat } = Intl;
    try {
        new NumberFormat(locale);
    } catch {
        return;
    }
    useLocale(locale);
    Object.assign(Intl, {
        NumberFormat: class extends NumberFormat {
            constructor(given = locale, options) {
                super(given, options);
            }
        },
        DateTimeFormat: class extends DateTimeFormat {
            constructor(given = locale, options) {
                super(given, options);
            }
        },
    });
}

try {
    // Without a language, the session has the app's own, which no language in the request asks for.
    const { screens, flows } = await catalog(language ?? "*");
    if (language) useFormats(language);
    const known = new Map(screens.map((screen) => [screen.name, screen]));
    const delegate = { send: ignore, typed: ignore, back: ignore, select: ignore };
    const view = new NavigationView(element, (name) => known.get(name) ?? { actions: {} }, flowTitles(flows), delegate);
    addEventListener("message", ({ origin, source, data }) => {
        if (origin !== location.origin || source !== parent || !data?.state) return;
        bar.replaceChildren(...(data.sandbox ? [sandboxBar(data.sandbox, { isInConsole: true })] : []));
        draw(view, data.state);
    });
    window.frameElement?.dispatchEvent(new CustomEvent("ready"));
} catch (error) {
    element.replaceChildren(h("p.notice", {}, error.message));
}
