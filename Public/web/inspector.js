// What went over the wire, for people who learn: each call as `curl`, with its answer.

import { h } from "./dom.js";
import { jsonView } from "./json.js";

const remembered = 20;

/** @param {string} text for a shell */
function quoted(text) {
    return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A call as one would type it. The token is a variable in it, so that it can be shown around.
 * @param {import("../fairway/transport.js").Exchange} exchange
 * @param {string} origin
 */
export function curl({ method, path, headers, body }, origin) {
    const parts = [`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(origin + path)}`];
    for (const [name, value] of Object.entries(headers)) {
        if (name === "Authorization") parts.push('-H "Authorization: Bearer $TOKEN"');
        else if (name !== "Content-Type") parts.push(`-H ${quoted(`${name}: ${value}`)}`);
    }
    if (body !== undefined) parts.push(`-d ${quoted(JSON.stringify(body))}`);
    return parts.join(" \\\n  ");
}

/** The side panel. */
export class Inspector {
    /** @type {HTMLDetailsElement[]} */
    #entries = [];

    /** @param {HTMLElement} element */
    constructor(element) {
        this.list = h("div.exchanges", {}, h("p.nothing", {}, "Do something, and the call appears here."));
        element.append(h("h2", {}, "On the wire"), this.list);
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
                h("span.status", { data: { good } }, status || "no answer"),
                h("small", {}, `${milliseconds} ms`),
            ),
        );
        if (!this.#entries.length) this.list.replaceChildren();
        this.#entries.unshift(entry);
        for (const old of this.#entries.splice(remembered)) old.remove();
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
            exchange.reply !== undefined && h("div.caption", {}, "Reply"),
            exchange.reply !== undefined && jsonView(exchange.reply),
        ].filter(Boolean);
    }
}
