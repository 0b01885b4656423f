import { h } from "../web/dom.js";

/**
 * Asks for confirmation before an action that cannot be undone.
 * @param {string} title @param {string} message @param {string} verb
 * @returns {Promise<boolean>}
 */
export function confirmed(title, message, verb) {
    return new Promise((resolve) => {
        const dialog = h(
            "dialog.confirm",
            { "aria-labelledby": "confirm-title", onclose: () => (dialog.remove(), resolve(dialog.returnValue === "yes")) },
            h(
                "form",
                { method: "dialog" },
                h("h2", { id: "confirm-title" }, title),
                h("p", {}, message),
                h(
                    "div.buttons",
                    {},
                    h("button.plain", { value: "no" }, "Cancel"),
                    h("button.destructive", { value: "yes" }, verb),
                ),
            ),
        );
        document.body.append(dialog);
        dialog.showModal();
    });
}
