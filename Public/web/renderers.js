// The renderers of screens. A screen without a renderer is drawn generically from its view model.

import { drawViewModel } from "./values.js";

/**
 * @typedef {import("./values.js").Context} Context
 * @typedef {(viewModel: any, context: Context) => Node[]} Renderer
 */

/** @type {Map<string, Renderer>} */
const renderers = new Map();

/**
 * Registers a renderer for a screen.
 *
 *     register("Planets.Detail", (viewModel, context) => [h("p", {}, viewModel.planet)]);
 *
 * @param {string} screen the screen's name
 * @param {Renderer} renderer
 */
export function register(screen, renderer) {
    renderers.set(screen, renderer);
}

/**
 * @param {any} viewModel
 * @param {Context} context
 * @returns {Node[]}
 */
export function render(viewModel, context) {
    return (renderers.get(context.screen.name) ?? drawViewModel)(viewModel, context);
}
