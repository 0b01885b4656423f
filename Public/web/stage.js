// The navigation on the page: stacks, tabs and split views, and what is presented on them.

import { frontStack, layers, screensOf } from "../fairway/navigation.js";
import { h } from "./dom.js";
import { ScreenView } from "./screen.js";
import { screenWords, words } from "./words.js";

/**
 * @typedef {import("../fairway/navigation.js").Container} Container
 * @typedef {import("../fairway/state.js").StateDocument} StateDocument
 * @typedef {import("./screen.js").Delegate & {
 *   back: (view: ScreenView) => void, select: (tab: string, container: string) => void
 * }} StageDelegate
 */

/** How the new front comes in, by what happened last. Anything else fades in. */
const entrances = { push: "forth", replace: "fade", pop: "back", dismiss: "none", refresh: "none", present: "none" };

/** Draws states into an element. */
export class Stage {
    /** @type {Map<string, ScreenView>} */
    #views = new Map();
    /** @type {Map<string, HTMLElement>} */
    #layers = new Map();
    /** @type {string | null} */
    #front = null;

    /**
     * @param {HTMLElement} element
     * @param {(screen: string) => Record<string, any>} schemasOf
     * @param {StageDelegate} delegate
     */
    constructor(element, schemasOf, delegate) {
        this.element = element;
        this.schemasOf = schemasOf;
        this.delegate = delegate;
    }

    /** @param {string} id @returns {ScreenView | undefined} */
    view(id) {
        return this.#views.get(id);
    }

    /** @returns {ScreenView | undefined} */
    get front() {
        return this.#views.get(this.#front);
    }

    /**
     * @param {StateDocument} state that is not over
     * @param {import("../fairway/navigation.js").Move[]} moves
     */
    draw(state, moves) {
        this.#updateViews(state);
        const containers = layers(state.navigation);
        const last = moves.at(-1)?.move;
        const wasDrawn = this.#front !== null;
        const entrance = !wasDrawn || moves.length === 0 ? "none" : (entrances[last] ?? "fade");
        const kept = new Map();
        containers.forEach((container, index) => {
            const isFront = index === containers.length - 1;
            const layer = this.#layers.get(container.id) ?? this.#newLayer(container, index, wasDrawn);
            layer.inert = !isFront;
            this.#fill(layer, container, isFront ? entrance : "none");
            kept.set(container.id, layer);
        });
        for (const [id, layer] of this.#layers) if (!kept.has(id)) this.#leave(layer);
        this.#layers = kept;
        for (const layer of kept.values()) if (layer.parentNode !== this.element) this.element.append(layer);
        this.#focusFront(state.screen?.id ?? null, wasDrawn);
    }

    /** Forgets every screen: another session has screens of the same ids. */
    clear() {
        this.#views.clear();
        this.#layers.clear();
        this.#front = null;
        this.element.replaceChildren();
    }

    /**
     * Shows something that is no screen.
     * @param {Node} node
     */
    show(node) {
        this.clear();
        this.element.append(h("div.layer.base", {}, h("div.surface", {}, node)));
    }

    #updateViews(state) {
        const inTree = new Map(screensOf(state.navigation).map((screen) => [screen.id, screen]));
        for (const id of this.#views.keys()) if (!inTree.has(id)) this.#views.delete(id);
        for (const document of [...(state.visible ?? []), state.screen]) {
            if (document) this.#viewOf(document).update(document);
        }
    }

    #viewOf(reference) {
        let view = this.#views.get(reference.id);
        if (!view) {
            view = new ScreenView(reference, this.schemasOf(reference.name), this.delegate);
            this.#views.set(reference.id, view);
        }
        return view;
    }

    #newLayer(container, index, wasDrawn) {
        const known = ["modal", "sheet", "alert"];
        const look = index === 0 ? "base" : known.includes(container.presentation) ? container.presentation : "modal";
        const role = { base: null, alert: "alertdialog" };
        return h(`div.layer.${look}`, {
            role: look in role ? role[look] : "dialog",
            data: { container: container.id, enter: wasDrawn && index > 0 ? "up" : "none" },
            onkeydown: (event) => event.key === "Escape" && index > 0 && this.#escape(look, event),
        });
    }

    #fill(layer, container, entrance) {
        // What stays as it is stays in the page, so that a field keeps its focus while the screen around it changes.
        const shown = screensOf(container).map(({ id }) => [id, this.#views.get(id)?.document?.back, this.#views.get(id)?.title]);
        const key = JSON.stringify([container, shown]);
        if (layer.dataset.key === key) return;
        layer.dataset.key = key;
        const focused = document.activeElement;
        layer.replaceChildren(h("div.surface", {}, this.#content(container, entrance)));
        if (focused instanceof HTMLElement && layer.contains(focused)) focused.focus();
        for (const { id } of screensOf(container)) this.#views.get(id)?.restoreScroll();
        const top = frontStack(container).screens.at(-1);
        if (layer.role && top) layer.setAttribute("aria-labelledby", this.#viewOf(top).heading.id);
    }

    /** Escape is what it is everywhere: the answer that changes nothing, or the way back. */
    #escape(look, event) {
        const view = this.front;
        if (!view?.document) return;
        event.stopPropagation();
        const cancel = view.document.viewModel?.buttons?.find?.(({ style }) => style === "cancel");
        if (look === "alert" && cancel) this.delegate.send(view, cancel.action);
        else if (view.document.back) this.delegate.back(view);
    }

    #leave(layer) {
        layer.inert = true;
        layer.dataset.leave = "down";
        const isMoving = layer.getAnimations({ subtree: true }).length > 0;
        if (!isMoving) return layer.remove();
        Promise.allSettled(layer.getAnimations({ subtree: true }).map((animation) => animation.finished)).then(() => layer.remove());
    }

    #content(container, entrance, isSecondary = false) {
        switch (container.kind) {
            case "tabs":
                return this.#tabs(container, entrance);
            case "split":
                return h("div.split", {}, this.#content(container.primary, "none"), this.#content(container.secondary, entrance, true));
            default:
                return this.#stack(container, entrance, isSecondary);
        }
    }

    #stack(container, entrance, isSecondary) {
        const top = container.screens.at(-1);
        if (!top) return h("div.stack", {});
        const view = this.#viewOf(top);
        const below = container.screens.at(-2);
        const title = below ? (this.#views.get(below.id)?.title ?? screenWords(below.name)) : "Close";
        // Both halves of a split view are closed together, by one button.
        const isShown = view.document?.back && (below || !isSecondary);
        const back =
            isShown &&
            h(
                "button.back",
                {
                    type: "button",
                    onclick: () => this.delegate.back(view),
                    "aria-label": below ? `Back to ${title}` : "Close",
                },
                h("span.arrow", { "aria-hidden": "true" }, below ? "‹" : "×"),
                h("span", {}, title),
            );
        view.element.dataset.enter = entrance;
        return h(
            "div.stack",
            { data: { container: container.id } },
            h("div.top", {}, back || h("span"), h("span.flow", {}, words(top.flow))),
            view.element,
        );
    }

    #tabs(container, entrance) {
        const selected = container.tabs.find((tab) => tab.key === container.selected);
        const choose = (key) => key !== container.selected && this.delegate.select(key, container.id);
        const onkeydown = (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (!step) return;
            const index = container.tabs.indexOf(selected) + step + container.tabs.length;
            choose(container.tabs[index % container.tabs.length].key);
        };
        const tabs = container.tabs.map(({ key, title }) => {
            const isSelected = key === container.selected;
            const role = { role: "tab", "aria-selected": String(isSelected), tabindex: isSelected ? null : "-1" };
            const properties = { type: "button", ...role, onclick: () => choose(key), data: { tab: key } };
            return h("button", properties, title || words(key));
        });
        return h(
            "div.tabbed",
            {},
            h("div.panel", { role: "tabpanel", "aria-label": selected?.title }, selected ? this.#content(selected.content, entrance) : null),
            h("div.tabs", { role: "tablist", onkeydown }, ...tabs),
        );
    }

    #focusFront(id, wasDrawn) {
        const changed = id !== this.#front;
        this.#front = id;
        const view = this.front;
        if (!view) return;
        globalThis.document.title = `${view.title} · Fairway`;
        if (!changed || !wasDrawn) return;
        view.heading.focus({ preventScroll: true });
    }
}
