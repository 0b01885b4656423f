// Questions to the user, in dialogs.

import { h, newID } from "./dom.js";
import { phrase } from "./language.js";

/**
 * Asks before something that cannot be undone.
 * @param {{question: string, verb: string, decline?: string | null, about?: string, isDestructive?: boolean}} parts `decline` is the
 *   answer that changes nothing, by default “Cancel”
 * @returns {Promise<boolean>}
 */
export function confirmed({ question, verb, decline, about, isDestructive = true }) {
    return new Promise((resolve) => {
        const title = newID("question");
        const cancel = h("button.plain", { value: "no", autofocus: isDestructive }, decline ?? phrase("Cancel"));
        const confirm = h(isDestructive ? "button.destructive.filled" : "button.primary", { value: "yes", autofocus: !isDestructive }, verb);
        const dialog = h(
            "dialog.confirm",
            {
                role: "alertdialog",
                "aria-labelledby": title,
                onclose: () => (dialog.remove(), resolve(dialog.returnValue === "yes")),
                onclick: (event) => event.target === dialog && dialog.close("no"),
                // Escape closes this dialog only.
                onkeydown: (event) => event.stopPropagation(),
            },
            h("form", { method: "dialog" }, h("h2", { id: title }, question), about && h("p", {}, about), h("div.buttons", {}, cancel, confirm)),
        );
        place().append(dialog);
        dialog.showModal();
    });
}

/**
 * Shows a form in a dialog, as for a control on a row that needs input.
 * @param {string} title
 * @param {HTMLElement} form
 * @returns {HTMLDialogElement}
 */
export function formDialog(title, form) {
    const id = newID("dialog");
    const close = { type: "button", onclick: () => dialog.close(), "aria-label": phrase("Close") };
    const dialog = h(
        "dialog.sheet",
        { "aria-labelledby": id, onclose: () => dialog.remove(), onkeydown: (event) => event.stopPropagation() },
        h("div.head", {}, h("h2", { id }, title), h("button.icon", close, "×")),
        form,
    );
    place().append(dialog);
    dialog.showModal();
    return dialog;
}

/** Dialogs belong to the page's main content, because all content belongs to a landmark. */
function place() {
    return document.querySelector("main") ?? document.body;
}
