// Draws the problem codes, with the codes of their `errors` and the calls that answer with them.

import { h } from "../../web/dom.js";
import { prose } from "./schemas.js";

/** Longer lists of calls are closed. */
const mostNames = 8;

/**
 * The entries of the codes.
 * @param {{code: string, status: number, title: string, when: string, remedy: string, errors?: {code: string, meaning: string}[]}[]} guides
 * @param {ReturnType<typeof import("./operations.js").callsByProblem>} answers
 * @param {(operation: import("./operations.js").Operation) => string} address
 * @returns {{id: string, title: any[], text: string, draw: () => any[]}[]}
 */
export function problemEntries(guides, { calls, common }, address) {
    return guides.map(({ code, status, title, when, remedy, errors }) => {
        const given = calls.get(code) ?? [];
        const list = () => h("ul.names", {}, ...given.map((one) => h("li", {}, h("a.named", { href: address(one) }, `${one.method} ${one.path}`))));
        const answered = () => {
            if (common.has(code)) return h("p", {}, "Every call can answer with it.");
            if (!given.length) return h("p", {}, "It is about HTTP itself, and any request can get it.");
            return given.length > mostNames ? h("details", {}, h("summary", {}, `${given.length} calls`), list()) : list();
        };
        const codes = () => h("dl.codes", {}, ...errors.flatMap(({ code, meaning }) => [h("dt", {}, h("code", {}, code)), h("dd", {}, ...prose(meaning))]));
        return {
            id: `problem-${code}`,
            title: [h("code.name", {}, code), " ", h("span.kind", {}, String(status))],
            text: [code, status, title, when, remedy, ...(errors ?? []).map(({ code }) => code)].join(" "),
            draw: () => [
                h("p", {}, h("b", {}, ...prose(title))),
                h("p", {}, ...prose(when), " ", ...prose(remedy)),
                errors?.length && h("h4", {}, "The codes in ", h("code", {}, "errors")),
                errors?.length && codes(),
                h("h4", {}, "Calls"),
                answered(),
                h("p", {}, h("a", { href: `/problems/${code}` }, "Its page"), " · ", h("a", { href: "/docs/protocol#5-errors" }, "Errors in the docs")),
            ],
        };
    });
}
