// Who draws which screen. A screen nobody registered for is drawn from its view model's shape.

import { drawViewModel } from "./values.js";

/**
 * @typedef {import("./values.js").Context} Context
 * @typedef {(viewModel: any, context: Context) => Node[]} Renderer
 */

/** @type {Map<string, Renderer>} */
const renderers = new Map();

/**
 * Draws a screen its own way.
 *
 *     register("Planets.Detail", (viewModel, context) => [h("p", {}, viewModel.planet)]);
 *
 * @param {string} screen its name
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
