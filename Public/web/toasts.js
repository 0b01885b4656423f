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
    if (effect.effect === "openURL" && /^https?:\/\//i.test(effect.url)) {
        const link = h("a", { href: effect.url, target: "_blank", rel: "noopener noreferrer" }, "Open");
        toasts.show(new URL(effect.url).host, link);
        return true;
    }
    if (effect.effect === "toast") {
        toasts.show(String(effect.text ?? ""));
        return true;
    }
    return false;
}
