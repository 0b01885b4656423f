import { h } from "./dom.js";

const shownMilliseconds = 6_000;
const most = 3;

/** Short messages at the bottom of the page, read out by screen readers. */
export class Toasts {
    /** @param {HTMLElement} element with the role `status` */
    constructor(element) {
        this.element = element;
    }

    /** @param {string} text @param {HTMLElement} [action] something to press */
    show(text, action) {
        const dismissal = { type: "button", onclick: () => toast.remove(), "aria-label": "Dismiss" };
        const toast = h("div.toast", {}, h("span", {}, text), action, h("button.link", dismissal, "×"));
        this.element.append(toast);
        while (this.element.children.length > most) this.element.firstChild.remove();
        // What can be pressed stays until it is dismissed.
        if (!action) setTimeout(() => toast.remove(), shownMilliseconds);
    }
}

/**
 * Carries out an instruction of the app; false when this client does not know it.
 * @param {any} effect
 * @param {Toasts} toasts
 */
export function perform(effect, toasts) {
    const page = effect.effect === "openURL" ? pageAddress(effect.url) : null;
    if (page) {
        toasts.show(page.host, h("a", { href: page.href, target: "_blank", rel: "noopener noreferrer" }, "Open"));
        return true;
    }
    if (effect.effect === "toast") {
        toasts.show(String(effect.text ?? ""));
        return true;
    }
    return false;
}

/**
 * The address of a page; null for what would run, shows files, or is no address at all.
 * @param {unknown} text
 */
function pageAddress(text) {
    if (typeof text !== "string" || !/^https?:\/\//i.test(text)) return null;
    try {
        return new URL(text);
    } catch {
        return null;
    }
}
