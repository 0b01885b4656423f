// The renderers of screens. A screen without a renderer is drawn generically from its view model.

import { drawViewModel } from "./values.js";

/**
 * @typedef {import("./values.js").Context} Context
 * @typedef {(viewModel: any, context: Context) => Node[]} Renderer
 */

/** @type {Map<string, Renderer>} */
const renderers = new Map();
/** The renderers that are not loaded yet. @type {Map<string, () => Promise<Renderer>>} */
const pending = new Map();

/**
 * Registers the renderer of a screen. Its module is loaded when the screen is first shown.
 *
 *     register("Planets.Detail", async () => (await import("./samples/planets.js")).planetDetail);
 *
 * @param {string} screen the screen's name
 * @param {() => Promise<Renderer>} load
 */
export function register(screen, load) {
    pending.set(screen, load);
}

/**
 * Loads the renderers of screens; null if none is missing. A screen whose renderer cannot be loaded is drawn generically.
 * @param {Iterable<string>} screens
 * @returns {Promise<unknown> | null}
 */
export function loadRenderers(screens) {
    const missing = [...new Set(screens)].filter((screen) => pending.has(screen));
    if (!missing.length) return null;
    return Promise.all(
        missing.map(async (screen) => {
            try {
                renderers.set(screen, await pending.get(screen)());
                pending.delete(screen);
            } catch {
                // Tried again when the screen is shown again.
            }
        }),
    );
}

/**
 * @param {any} viewModel
 * @param {Context} context
 * @returns {Node[]}
 */
export function render(viewModel, context) {
    return (renderers.get(context.screen.name) ?? drawViewModel)(viewModel, context);
}
