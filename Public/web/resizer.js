// The handle with which the user resizes the inspector: its width or, below the app on a narrow window, its height.

import { h } from "./dom.js";
import { phrase } from "./language.js";

const key = "fairway.inspector";
const least = 15;
const most = 85;
/** The change of one press of an arrow key, in percent of the window. */
const step = 4;

/** A separator that can be dragged, and moved with the arrow keys: the window splitter pattern of ARIA. */
export class Resizer {
    /** Below this width, the inspector is below the app, as in the style sheet. */
    #narrow = matchMedia("(max-width: 56rem)");
    /** The sizes in percent of the window that the user has chosen. @type {{width?: number, height?: number}} */
    #sizes = stored();

    /** @param {HTMLElement} panel */
    constructor(panel) {
        this.panel = panel;
        const label = { "aria-label": phrase("Size of the inspector"), "aria-valuemin": least, "aria-valuemax": most };
        this.element = h("div.resizer", {
            role: "separator",
            tabindex: "0",
            "aria-controls": panel.id,
            ...label,
            onpointerdown: (event) => this.element.setPointerCapture(event.pointerId),
            onpointermove: (event) => this.element.hasPointerCapture(event.pointerId) && this.#resize(this.#sizeAt(event)),
            onlostpointercapture: () => this.#store(),
            onkeydown: (event) => this.#key(event),
        });
        panel.before(this.element);
        this.#narrow.addEventListener("change", () => this.#apply());
        addEventListener("resize", () => this.#describe());
        this.#apply();
    }

    get #side() {
        return this.#narrow.matches ? "height" : "width";
    }

    /** The size in percent that puts the edge of the panel under the pointer. */
    #sizeAt({ clientX, clientY }) {
        return this.#narrow.matches ? 100 - (100 * clientY) / innerHeight : 100 - (100 * clientX) / innerWidth;
    }

    #key(event) {
        const [more, less] = this.#narrow.matches ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
        const size = this.#measured();
        const sizes = { [more]: size + step, [less]: size - step, Home: least, End: most };
        if (!(event.key in sizes)) return;
        event.preventDefault();
        this.#resize(sizes[event.key]);
        this.#store();
    }

    /** The size of the panel, which the style sheet decides until the user has chosen one. */
    #measured() {
        const { width, height } = this.panel.getBoundingClientRect();
        return this.#narrow.matches ? (100 * height) / innerHeight : (100 * width) / innerWidth;
    }

    /** @param {number} size */
    #resize(size) {
        this.#sizes[this.#side] = Math.round(Math.min(most, Math.max(least, size)));
        this.#apply();
    }

    #apply() {
        const { width, height } = this.#sizes;
        const { style } = document.documentElement;
        if (width) style.setProperty("--inspector-width", `${width}vw`);
        if (height) style.setProperty("--inspector-height", `${height}dvh`);
        this.#describe();
    }

    #describe() {
        this.element.setAttribute("aria-orientation", this.#narrow.matches ? "horizontal" : "vertical");
        this.element.setAttribute("aria-valuenow", String(Math.round(this.#measured())));
    }

    #store() {
        try {
            localStorage.setItem(key, JSON.stringify(this.#sizes));
        } catch {
            // Without storage, a reload has the size of the style sheet.
        }
    }
}

/** @returns {{width?: number, height?: number}} */
function stored() {
    try {
        const { width, height } = JSON.parse(localStorage.getItem(key)) ?? {};
        const isSize = (size) => size >= least && size <= most;
        return { ...(isSize(width) && { width }), ...(isSize(height) && { height }) };
    } catch {
        return {};
    }
}
