import { h } from "./dom.js";

const confirmationMilliseconds = 1_500;

/**
 * Copies text. Without TLS, only pages of localhost have the clipboard API.
 * @param {string} text
 */
export async function copyText(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = h("textarea.hidden", {});
    const focused = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    if (!isCopied) throw new Error("The browser did not copy the text.");
}

/** The address of a server in the code blocks of static pages. */
const placeholder = "http://127.0.0.1:8080";

/** Writes this server's address into a page's code blocks, and adds copy buttons. */
export function addCopying() {
    for (const code of document.querySelectorAll("pre.copyable")) {
        code.textContent = code.textContent.replaceAll(placeholder, location.origin);
        const button = copyButton({ label: "Copy", done: "Copied", failed: "Not copied", text: () => code.textContent });
        code.previousElementSibling.append(h("span.copies", {}, button));
    }
}

/**
 * A button that copies text, and shows whether it succeeded.
 * @param {{label: string, done: string, failed: string, text: () => string}} parts `text` is called when the button is pressed
 */
export function copyButton({ label, done, failed, text }) {
    const say = (answer) => {
        button.textContent = answer;
        setTimeout(() => (button.textContent = label), confirmationMilliseconds);
    };
    const onclick = () => copyText(text()).then(() => say(done), () => say(failed));
    const button = h("button.link", { type: "button", onclick }, label);
    return button;
}
