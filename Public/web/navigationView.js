// Displays a session's navigation: stacks, tabs, split views, and the containers presented on them.

import { frontStack, layers, screensOf } from "../fairway/navigation.js";
import { h } from "./dom.js";
import { humanize, screenTitle } from "./labels.js";
import { phrase } from "./language.js";
import { ScreenView } from "./screen.js";
import { isFramed } from "./storage.js";
import { setTitle } from "./title.js";

/**
 * @typedef {import("../fairway/navigation.js").Container} Container
 * @typedef {import("../fairway/state.js").StateDocument} StateDocument
 * @typedef {import("./screen.js").Delegate & {
 *   back: (view: ScreenView) => void, select: (tab: string, container: string) => void
 * }} NavigationDelegate
 */

/** The animation of the new front screen, by the last move. After any other move, the screen fades in. */
const animations = { push: "forward", replace: "fade", pop: "back", dismiss: "none", refresh: "none", present: "none" };

/** Displays states in an element. */
export class NavigationView {
    /** @type {Map<string, ScreenView>} */
    #views = new Map();
    /** @type {Map<string, HTMLElement>} */
    #layers = new Map();
    /** @type {string | null} */
    #front = null;

    /**
     * @param {HTMLElement} element
     * @param {(screen: string) => any} known a screen in the catalog, by its name
     * @param {(flow: string) => string} flowTitle the title of a flow, by its name
     * @param {NavigationDelegate} delegate
     */
    constructor(element, known, flowTitle, delegate) {
        this.element = element;
        this.known = known;
        this.flowTitle = flowTitle;
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
     * @param {StateDocument} state of an active session
     * @param {import("../fairway/navigation.js").Move[]} moves
     */
    draw(state, moves) {
        this.#updateViews(state);
        const containers = layers(state.navigation);
        const last = moves.at(-1)?.move;
        const wasDrawn = this.#front !== null;
        const animation = !wasDrawn || moves.length === 0 ? "none" : (animations[last] ?? "fade");
        const kept = new Map();
        containers.forEach((container, index) => {
            const isFront = index === containers.length - 1;
            const layer = this.#layers.get(container.id) ?? this.#newLayer(container, index, wasDrawn);
            layer.inert = !isFront;
            this.#fill(layer, container, isFront ? animation : "none");
            kept.set(container.id, layer);
        });
        for (const [id, layer] of this.#layers) if (!kept.has(id)) this.#leave(layer);
        this.#layers = kept;
        for (const layer of kept.values()) if (layer.parentNode !== this.element) this.element.append(layer);
        this.#focusFront(state.screen?.id ?? null, wasDrawn);
    }

    /** Removes every screen. Required before showing another session, whose screens can have the same ids. */
    clear() {
        for (const view of this.#views.values()) view.close();
        this.#views.clear();
        this.#layers.clear();
        this.#front = null;
        this.element.replaceChildren();
    }

    /**
     * Shows a node that is not a screen.
     * @param {Node} node
     */
    show(node) {
        this.clear();
        this.element.append(h("div.layer.base", {}, h("div.surface", {}, node)));
    }

    #updateViews(state) {
        const inTree = new Map(screensOf(state.navigation).map((screen) => [screen.id, screen]));
        for (const [id, view] of this.#views) {
            if (inTree.has(id)) continue;
            view.close();
            this.#views.delete(id);
        }
        for (const document of [...(state.visible ?? []), state.screen]) {
            if (document) this.#viewOf(document).update(document);
        }
    }

    #viewOf(reference) {
        let view = this.#views.get(reference.id);
        if (!view) {
            view = new ScreenView(reference, this.known(reference.name), this.delegate);
            this.#views.set(reference.id, view);
        }
        return view;
    }

    #newLayer(container, index, wasDrawn) {
        const known = ["modal", "sheet", "alert"];
        const style = index === 0 ? "base" : known.includes(container.presentation) ? container.presentation : "modal";
        const role = { base: null, alert: "alertdialog" };
        return h(`div.layer.${style}`, {
            role: style in role ? role[style] : "dialog",
            "aria-modal": index > 0 ? "true" : null,
            data: { container: container.id, enter: wasDrawn && index > 0 ? "up" : "none" },
            onkeydown: (event) => {
                if (index === 0) return;
                if (event.key === "Escape") this.#escape(style, event);
                else if (event.key === "Tab") keepFocus(event);
            },
        });
    }

    #fill(layer, container, animation) {
        // Leave unchanged content in the page, so that a focused field keeps its focus.
        const shown = screensOf(container).map(({ id }) => [id, this.#views.get(id)?.document?.back]);
        const key = JSON.stringify([container, shown]);
        if (layer.dataset.key === key) return;
        layer.dataset.key = key;
        const focused = document.activeElement;
        layer.replaceChildren(h("div.surface", {}, this.#content(container, animation)));
        if (focused instanceof HTMLElement && layer.contains(focused)) focused.focus();
        for (const { id } of screensOf(container)) this.#views.get(id)?.restoreScroll();
        const top = frontStack(container).screens.at(-1);
        if (layer.role && top) layer.setAttribute("aria-labelledby", this.#viewOf(top).heading.id);
    }

    /** Escape cancels an alert, or goes back. */
    #escape(style, event) {
        const view = this.front;
        if (!view?.document) return;
        event.stopPropagation();
        const cancel = view.document.viewModel?.buttons?.find?.((button) => button.style === "cancel");
        if (style === "alert" && cancel) this.delegate.send(view, cancel.action);
        else if (view.document.back) this.delegate.back(view);
    }

    /** Removes a layer after its own animation. Those of its content may be endless. */
    #leave(layer) {
        layer.inert = true;
        layer.dataset.leave = "down";
        const leaving = [layer, layer.firstElementChild].flatMap((element) => element?.getAnimations() ?? []);
        Promise.allSettled(leaving.map((animation) => animation.finished)).then(() => layer.remove());
    }

    #content(container, animation, isSecondary = false) {
        switch (container.kind) {
            case "tabs":
                return this.#tabs(container, animation);
            case "split":
                return h("div.split", {}, this.#content(container.primary, "none"), this.#content(container.secondary, animation, true));
            default:
                return this.#stack(container, animation, isSecondary);
        }
    }

    #stack(container, animation, isSecondary) {
        const top = container.screens.at(-1);
        if (!top) return h("div.stack", {});
        const view = this.#viewOf(top);
        const below = container.screens.at(-2);
        // The title of a screen that is not visible is unknown after a reload. That of the catalog is always known.
        const title = below ? this.known(below.name).title || phrase(screenTitle(below.name)) : phrase("Close");
        // The primary half has the button that closes both halves of a split view.
        const isShown = view.document?.back && (below || !isSecondary);
        const back =
            isShown &&
            h(
                "button.back",
                {
                    type: "button",
                    onclick: () => this.delegate.back(view),
                    "aria-label": below ? phrase("Back to {}", title) : title,
                },
                h("span.arrow", { "aria-hidden": "true" }, below ? "‹" : "×"),
                h("span", {}, title),
            );
        view.element.dataset.enter = animation;
        return h(
            "div.stack",
            { data: { container: container.id } },
            h("div.top", {}, back || h("span"), h("span.flow", {}, this.flowTitle(top.flow))),
            view.element,
        );
    }

    #tabs(container, animation) {
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
            return h("button", properties, title || humanize(key));
        });
        return h(
            "div.tabbed",
            {},
            h("div.panel", { role: "tabpanel", "aria-label": selected?.title }, selected ? this.#content(selected.content, animation) : null),
            h("div.tabs", { role: "tablist", onkeydown }, ...tabs),
        );
    }

    #focusFront(id, wasDrawn) {
        const changed = id !== this.#front;
        this.#front = id;
        const view = this.front;
        if (!view) return;
        setTitle(view.title);
        // Do not take the focus from the page around the frame.
        if (!changed || !wasDrawn || (isFramed && !document.hasFocus())) return;
        view.heading.focus({ preventScroll: true });
    }
}

/** Keeps the focus in a modal layer: Tab on its last element leads to the first, and back. */
function keepFocus(event) {
    const layer = event.currentTarget;
    const stops = [...layer.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter(
        (element) => !element.disabled && element.tabIndex >= 0 && element.checkVisibility(),
    );
    const [first, last] = [stops[0], stops.at(-1)];
    const from = document.activeElement;
    const isAtEnd = event.shiftKey ? from === first || !stops.includes(from) : from === last;
    if (!first || !isAtEnd) return;
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
}
