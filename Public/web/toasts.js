import { h } from "./dom.js";
import { phrase } from "./language.js";

const shownMilliseconds = 6_000;
const maxToasts = 3;

/** Short messages at the bottom of the page, announced by screen readers. */
export class Toasts {
    /** @param {HTMLElement} element with the role `status` */
    constructor(element) {
        this.element = element;
    }

    /** @param {string} text @param {HTMLElement} [action] a link or button */
    show(text, action) {
        const dismissal = { type: "button", onclick: () => toast.remove(), "aria-label": phrase("Close") };
        action?.addEventListener("click", () => toast.remove());
        const toast = h("div.toast", {}, h("span", {}, text), action, h("button.link", dismissal, "×"));
        this.element.append(toast);
        while (this.element.children.length > maxToasts) this.element.firstChild.remove();
        // A toast with an action stays until it is dismissed.
        if (!action) setTimeout(() => toast.remove(), shownMilliseconds);
    }
}

/**
 * Performs an effect of the app. Returns false for an effect that this client does not know.
 * @param {any} effect
 * @param {Toasts} toasts
 */
export function perform(effect, toasts) {
    const page = effect.effect === "openURL" ? pageAddress(effect.url) : null;
    if (page) {
        toasts.show(page.host, h("a", { href: page.href, target: "_blank", rel: "noopener noreferrer" }, phrase("Open")));
        return true;
    }
    if (effect.effect === "toast") {
        toasts.show(String(effect.text ?? ""));
        return true;
    }
    return false;
}

/**
 * The URL if it is a valid `http` or `https` URL, otherwise null (such as for `javascript:` and `file:`).
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
