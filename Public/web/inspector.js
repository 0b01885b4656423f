// Shows the session's requests as `curl` commands, with their responses.

import { h } from "./dom.js";
import { jsonView } from "./json.js";

const maxEntries = 20;

/** @param {string} text @returns {string} quoted for a shell */
function shellQuoted(text) {
    return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A request as a `curl` command. It contains `$TOKEN` instead of the token, so it is safe to share.
 * @param {import("../fairway/transport.js").Exchange} exchange
 * @param {string} origin
 */
export function curl({ method, path, headers, body }, origin) {
    const parts = [`curl ${method === "GET" ? "" : `-X ${method} `}${shellQuoted(origin + path)}`];
    for (const [name, value] of Object.entries(headers)) {
        if (name === "Authorization") parts.push('-H "Authorization: Bearer $TOKEN"');
        else if (name !== "Content-Type") parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
    }
    if (body !== undefined) parts.push(`-d ${shellQuoted(JSON.stringify(body))}`);
    return parts.join(" \\\n  ");
}

/** The side panel. */
export class Inspector {
    /** @type {HTMLDetailsElement[]} */
    #entries = [];

    /** @param {HTMLElement} element */
    constructor(element) {
        this.list = h("div.exchanges", {}, h("p.nothing", {}, "Requests appear here."));
        element.append(h("h2", {}, "Requests"), this.list);
    }

    /** @param {import("../fairway/transport.js").Exchange} exchange */
    add(exchange) {
        const { method, path, status, milliseconds } = exchange;
        const call = path.replace(/^\/v1\/sessions\/[^/]+/, "…") || path;
        const good = status >= 200 && status < 300;
        const entry = h("details.exchange", {
            ontoggle: () => entry.open && entry.childElementCount === 1 && entry.append(...this.#parts(exchange)),
        });
        entry.append(
            h(
                "summary",
                {},
                h("b", {}, method),
                " ",
                h("span.path", {}, call),
                h("span.status", { data: { good } }, status || "no response"),
                h("small", {}, `${milliseconds} ms`),
            ),
        );
        if (!this.#entries.length) this.list.replaceChildren();
        this.#entries.unshift(entry);
        for (const old of this.#entries.splice(maxEntries)) old.remove();
        for (const other of this.#entries) other.open = other === entry;
        this.list.prepend(entry);
    }

    #parts(exchange) {
        const command = curl(exchange, location.origin);
        const copied = () => (copy.textContent = "Copied");
        const onclick = () => navigator.clipboard?.writeText(command).then(copied, () => {});
        const copy = h("button.link", { type: "button", onclick }, "Copy");
        return [
            h("div.caption", {}, "Request ", copy),
            h("pre.curl", { tabindex: "0" }, command),
            exchange.reply !== undefined && h("div.caption", {}, "Response"),
            exchange.reply !== undefined && jsonView(exchange.reply),
        ].filter(Boolean);
    }
}
