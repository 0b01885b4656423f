// The views of a call in the inspector.

import { screensOf } from "../fairway/navigation.js";
import { javaScript, swift } from "./clientCode.js";
import { copyButton } from "./clipboard.js";
import { curl } from "./curl.js";
import { h } from "./dom.js";
import { flowTreeView } from "./flowTree.js";
import { jsonView } from "./jsonView.js";
import { phrase } from "./language.js";
import { ScreenView } from "./screen.js";

/** @typedef {import("./inspector.js").Entry} Entry */

/**
 * The moves of an entry, with the tree before and after.
 * @param {Entry} entry
 * @param {{screens: any[]} | null} catalog null for the newest revision, because the app shows its screen
 */
export function movesView({ update, document, call }, catalog) {
    if (!update) {
        const text = document ? phrase("Nothing moved. The session is still at revision {}.", document.revision) : phrase("Nothing moved.");
        return [...refusalView(call), h("p.nothing", {}, text), document && flowTreeView(document.navigation, { front: document.screen?.id })];
    }
    const { state, moves, previous } = update;
    const ids = (document) => new Set(document?.navigation ? screensOf(document.navigation).map(({ id }) => id) : []);
    const [before, after] = [ids(previous), ids(state)];
    const without = (all, others) => new Set([...all].filter((id) => !others.has(id)));
    /** @type {(title: string, document: any, change: "added" | "removed", changed: Set<string>) => any} */
    const part = (title, document, change, changed) => {
        const marks = { front: document?.screen?.id, change, changed, word: phrase(change) };
        return h("section", {}, h("h3", {}, title), document?.navigation ? flowTreeView(document.navigation, marks) : h("p.nothing", {}, phrase("nothing")));
    };
    return [
        ...refusalView(call),
        h("ul.moves", {}, ...moves.map((move) => h("li", {}, h("b", {}, move.move), ` ${moveTarget(move, state, previous)}`))),
        !moves.length && h("p.nothing", {}, phrase(previous ? "Only the content changed." : "The first state of the session on this page.")),
        h("div.trees", {}, part(phrase("Before"), previous, "removed", without(before, after)), part(phrase("After"), state, "added", without(after, before))),
        ...(catalog && state.screen ? [h("h3", {}, phrase("The screen at revision {}", state.revision)), preview(state.screen, catalog)] : []),
    ];
}

/** Why the server refused a call, and the errors of single fields. */
function refusalView(call) {
    const { code, title, detail, errors = [] } = (call?.status >= 400 && call.reply) || {};
    if (!code) return [];
    const items = errors.map(({ pointer, detail, code }) => h("li", {}, h("code", {}, pointer), ` ${detail ?? code}`));
    return [h("p.refusal", {}, h("b", {}, phrase("Refused: {}", code)), ` ${detail || title}`), items.length > 0 && h("ul.refused", {}, ...items)];
}

/** A screen at an earlier revision. It accepts no input. */
function preview(document, catalog) {
    const known = catalog.screens.find(({ name }) => name === document.name) ?? { actions: {} };
    const view = new ScreenView(document, known, { send() {}, typed() {} });
    view.update(document);
    view.element.inert = true;
    return h("div.past", {}, view.element);
}

/**
 * The request and its response, or the event.
 * @param {Entry} entry
 */
export function wireView({ call, update, document }) {
    if (!call) return [h("pre.curl", { tabindex: "0" }, `event: state\nid: ${document.revision}`), jsonView(update.state)];
    const { method, path, headers, body, status, reply } = call;
    const shown = Object.entries(headers).map(([name, value]) => `${name}: ${name === "Authorization" ? "Bearer •••" : value}`);
    return [
        h("h3", {}, phrase("Request")),
        h("pre.curl", { tabindex: "0" }, [`${method} ${path}`, ...shown].join("\n")),
        body !== undefined && jsonView(body),
        h("h3", {}, phrase("Response")),
        h("pre.curl", { tabindex: "0" }, status ? `HTTP/1.1 ${status}` : phrase("no response")),
        reply !== undefined && jsonView(reply),
    ];
}

/**
 * The call as code.
 * @param {Entry} entry
 */
export function codeView({ call, document, token }) {
    const labels = { done: phrase("Copied"), failed: phrase("Not copied") };
    const part = (title, text, ...buttons) => [
        h("div.code-head", {}, h("h3", {}, title), copyButton({ label: phrase("Copy"), ...labels, text: () => text }), ...buttons),
        h("pre.curl", { tabindex: "0" }, text),
    ];
    const stream = { method: "GET", path: `/v1/sessions/${document?.session}/stream`, headers: { Authorization: "", Accept: "text/event-stream" } };
    const { method, path, body, headers } = { body: undefined, ...(call ?? stream) };
    // Leave out the call's idempotency key. With it, the server would return the stored reply and change nothing.
    const others = Object.entries(headers).filter(([name]) => name !== "Idempotency-Key");
    const shown = { method, path, body, headers: Object.fromEntries(others) };
    const withToken = copyButton({ label: phrase("Copy with token"), ...labels, text: () => curl(shown, location.origin, token) });
    const isPrivate = "Authorization" in shown.headers && token;
    return [
        ...part("curl", curl(shown, location.origin), isPrivate ? withToken : null),
        ...part("JavaScript", javaScript(shown)),
        ...part("Swift", swift(shown, location.origin)),
        // A server without docs has no link to them either.
        globalThis.document?.querySelector('a[href="/docs"]') && h("p", {}, h("a", { href: "/docs/build-a-client", target: "_blank" }, phrase("Build a client"))),
    ];
}

/**
 * The target of a move: the screen's name, or its id if the name is unknown, with the tab and the container.
 * @param {import("../fairway/navigation.js").Move} move
 */
function moveTarget({ screen, container, tab }, state, previous) {
    const known = [state, previous].flatMap((document) => (document?.navigation ? screensOf(document.navigation) : []));
    const name = known.find(({ id }) => id === screen)?.name ?? screen;
    return [name, tab, container && phrase("in {}", container)].filter(Boolean).join(" ");
}
