// A server that is simulated in the page, for states that the sample app does not have.

import { screen } from "./stage.js";

/**
 * Opens a page on which each session starts in a state, and each call is answered with it and recorded in `window.calls`.
 * `window.push(state)` shows another state, as the event stream does.
 * @param {import("./browser.js").Page} page
 * @param {string} address
 * @param {any} state
 * @param {{catalog?: any, language?: string}} options the server's own catalog if there is none
 */
export async function simulate(page, address, state, { catalog, language = "en" } = {}) {
    await page.beforeEachPage(`
        let state = ${JSON.stringify({ ...state, token: "t" })};
        const catalog = ${JSON.stringify(catalog ?? null)};
        const original = window.fetch;
        const encoder = new TextEncoder();
        window.calls = [];
        window.fetch = async (path, options) => {
            if (path === "/v1/catalog" && catalog) return Response.json(catalog, { headers: { "Content-Language": ${JSON.stringify(language)} } });
            if (!path.startsWith("/v1/sessions")) return original(path, options);
            if (path.endsWith("/stream")) {
                const body = new ReadableStream({ start: (controller) => {
                    window.push = (next) => {
                        state = { ...state, ...next };
                        controller.enqueue(encoder.encode("event: state\\ndata: " + JSON.stringify(state) + "\\n\\n"));
                    };
                } });
                return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
            }
            window.calls.push([path, options.body ? JSON.parse(options.body) : null]);
            return Response.json(state);
        };
    `);
    await page.go(address);
    await page.wait(screen(state.screen.name));
}

/** The last recorded call: its path and its body. */
export const lastCall = (page) => page.evaluate("() => window.calls.at(-1)");

/** A state and a catalog with one screen. `more` has further members of the screen in the catalog. */
export function oneScreen(viewModel, actions, more = {}) {
    const reference = { id: "s1", name: "Main.List", flow: "Main" };
    const screen = { ...reference, version: 1, presentation: "push", back: false, viewModel, actions: Object.keys(actions) };
    const navigation = { id: "c1", kind: "stack", presentation: "push", screens: [reference] };
    const known = { name: "Main.List", version: 1, about: "", presentation: "push", viewModel: {}, actions, examples: [], controls: [], ...more };
    return {
        state: { session: "x1", revision: 1, status: "active", moves: [], effects: [], screen, navigation },
        catalog: { flows: [{ name: "Main", version: 1, initial: true, about: "", input: { type: "object", properties: {} } }], screens: [known], links: [] },
    };
}
