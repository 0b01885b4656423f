import { copyButton } from "../../clipboard.js";
import { h } from "../../dom.js";
import { phrase } from "../../language.js";
import { clock, date } from "./formats.js";

/**
 * The return link, to copy and to share.
 * @type {import("../../renderers.js").Renderer}
 */
export function finishLater({ link, expiresAt }) {
    const until = `${date(expiresAt)}, ${clock(expiresAt)}`;
    const about = h("p.message", {}, phrase("This link opens your booking on any device. It can be used once, until {}.", until));
    // Without a public URL, the server makes the path alone. Operators see a mask.
    if (!/^(https?:\/)?\//.test(link)) return [about, h("p.return-link", {}, link)];
    const url = new URL(link, location.origin).href;
    return [about, h("p.return-link", { tabindex: "0" }, url), h("div.buttons", {}, copy(url), share(url))];
}

function copy(url) {
    const button = copyButton({ label: phrase("Copy"), done: phrase("Copied"), failed: phrase("Not copied"), text: () => url });
    button.className = "primary";
    return button;
}

/** Opens the device's list of apps. A browser without one writes an e-mail. */
function share(url) {
    const title = phrase("Your booking");
    const onclick = () => navigator.share({ title, url }).catch(() => {});
    if ("share" in navigator) return h("button.plain", { type: "button", onclick }, phrase("Share"));
    return h("a.plain", { href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}` }, phrase("Share"));
}
