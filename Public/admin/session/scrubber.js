// A slider over the kept states of a session.

import { h } from "../../web/dom.js";

/** Chooses a revision: one of the kept ones, or the present. */
export class Scrubber {
    /** The kept revisions before the present one, oldest first. @type {number[]} */
    #earlier = [];
    #range = h("input", { type: "range", min: 0, step: 1, "aria-label": "Moment", oninput: () => this.#choose(Number(this.#range.value)) });
    #older = this.#step(-1, "‹", "Earlier screen");
    #newer = this.#step(1, "›", "Later screen");
    #none = h("p.caption", {}, "No earlier screens are kept.");
    element = h("div.scrubber", {}, this.#older, this.#range, this.#newer, this.#none);

    /** @param {(revision: number | null) => void} show null shows the present */
    constructor(show) {
        this.show = show;
    }

    /** @param {number[]} kept @param {number | null} shown @param {number} present */
    update(kept, shown, present) {
        this.#earlier = kept.filter((revision) => revision < present).sort((a, b) => a - b);
        const hasStates = this.#earlier.length > 0;
        const place = shown === null ? this.#earlier.length : this.#earlier.indexOf(shown);
        this.#range.max = String(this.#earlier.length);
        this.#range.value = String(place);
        this.#range.setAttribute("aria-valuetext", shown === null ? "Now" : `Revision ${shown}`);
        this.#older.disabled = place <= 0;
        this.#newer.disabled = place >= this.#earlier.length;
        for (const part of [this.#older, this.#range, this.#newer]) part.hidden = !hasStates;
        this.#none.hidden = hasStates;
    }

    #step(by, text, label) {
        const onclick = () => this.#choose(Number(this.#range.value) + by);
        return h("button.icon", { type: "button", "aria-label": label, onclick }, text);
    }

    #choose(place) {
        this.show(this.#earlier[place] ?? null);
    }
}
