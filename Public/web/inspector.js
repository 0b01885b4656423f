// Shows what the client and the server exchange: the moves, the bytes on the wire, and the same call as code.

import { h, newID } from "./dom.js";
import { codeView, movesView, wireView } from "./inspectorViews.js";
import { phrase } from "./language.js";
import { redacted } from "./redaction.js";

/** How many entries are kept: entries that led to a revision, and entries in total. */
const maxRevisions = 50;
const maxEntries = 150;

/**
 * @typedef {import("../fairway/transport.js").Exchange} Exchange
 * @typedef {import("../fairway/session.js").Update} Update
 * @typedef {{
 *   call: Exchange | null, document: any, update: Update | null, token: string | undefined, at: number, element: HTMLElement
 * }} Entry a call, or a push of the event stream if `call` is null. `document` is the state that the entry contains.
 *   `update` is null if the call or the push led to no other revision.
 */

/** The side panel. */
export class Inspector {
    /** Oldest first. @type {Entry[]} */
    #entries = [];
    /** @type {Entry | null} */
    #chosen = null;
    /** Whether the newest entry is chosen when it arrives. */
    #isLive = true;
    #tab = "moves";
    /** @type {string | undefined} */
    #token;

    /** @param {HTMLElement} element @param {{flows: any[], screens: any[]}} catalog */
    constructor(element, catalog) {
        this.catalog = catalog;
        this.list = h("ol.entries", { "aria-label": phrase("Calls and pushes") });
        const slider = { type: "range", min: "0", max: "0", value: "0", "aria-label": phrase("Revision"), oninput: () => this.#scrub() };
        this.slider = h("input.slider", slider);
        this.revision = h("output.revision");
        this.liveButton = h("button.link", { type: "button", hidden: true, onclick: () => this.#goLive() }, phrase("Newest"));
        this.scrubber = h("div.scrubber", { hidden: true }, this.slider, this.revision, this.liveButton);
        this.panel = h("div.inspector-panel", { role: "tabpanel", tabindex: "0", id: newID("panel") });
        this.tabs = h("div.inspector-tabs", { role: "tablist", "aria-label": phrase("Views of a call"), onkeydown: (event) => this.#turn(event) });
        const names = { moves: phrase("Moves"), wire: phrase("Wire"), code: phrase("Code") };
        for (const [name, title] of Object.entries(names)) {
            const properties = { type: "button", role: "tab", id: newID("tab"), "aria-controls": this.panel.id, data: { tab: name } };
            this.tabs.append(h("button", { ...properties, onclick: () => this.#show(name) }, title));
        }
        this.detail = h("div.detail", { hidden: true }, this.tabs, this.panel);
        this.nothing = h("p.nothing", {}, phrase("Calls and pushes appear here."));
        element.append(h("h2", {}, phrase("Inspector")), this.scrubber, this.nothing, this.list, this.detail);
    }

    /** @param {Exchange} exchange */
    addCall(exchange) {
        const { headers, reply } = exchange;
        this.#token = reply?.token ?? headers.Authorization?.replace(/^Bearer /, "") ?? this.#token;
        const document = reply?.state ?? (reply?.revision ? reply : null);
        const call = redacted(exchange, this.catalog);
        const echo = this.#echo(exchange);
        if (!echo) return this.#add({ call, document, update: null });
        echo.call = call;
        this.#describe(echo);
    }

    /**
     * The entry of the push for a call's change, if the push arrived before the reply.
     * @param {Exchange} exchange
     */
    #echo({ method, status, reply, startedAt }) {
        if (method === "GET" || status >= 300) return undefined;
        const isReply = (document) => document.session === reply?.session && document.revision === reply?.revision;
        return this.#entries.find(({ call, document, at }) => !call && at >= startedAt && isReply(document));
    }

    /** @param {Update} update */
    addState(update) {
        const entry = this.#entries.find(({ document }) => document === update.state);
        // A refusal has the state that it left unchanged.
        if (entry && isUnchanged(update)) return;
        if (!entry) return this.#add({ call: null, document: update.state, update });
        entry.update = update;
        this.#describe(entry);
        this.#trim();
        this.#follow(entry);
    }

    #add(parts) {
        const element = h("li");
        /** @type {Entry} */
        const entry = { ...parts, token: this.#token, at: performance.now(), element };
        this.#entries.push(entry);
        this.#describe(entry);
        this.nothing.hidden = true;
        this.detail.hidden = false;
        this.list.prepend(element);
        this.#trim();
        this.#follow(entry);
    }

    #trim() {
        const isTooLong = () => this.#entries.length > maxEntries || this.#revisions.length > maxRevisions;
        while (isTooLong()) this.#entries.shift().element.remove();
    }

    /** The entries that led to another revision. */
    get #revisions() {
        return this.#entries.filter(({ update }) => update);
    }

    #describe(entry) {
        const { call, document, update } = entry;
        const path = call?.path.replace(/^\/v1\/sessions\/[^/]+/, "") || call?.path.replace(/^\/v1\/sessions\/.*/, phrase("the session"));
        const what = call ? [path, call.body?.action].filter(Boolean).join(" ") : (document.screen?.name ?? document.outcome ?? "");
        const good = !call || (call.status >= 200 && call.status < 300);
        const parts = [
            h("b", {}, call?.method ?? phrase("Push")),
            h("span.path", {}, what),
            update && h("small.revision", {}, phrase("r{}", update.state.revision)),
            call && h("span.status", { data: { good } }, call.status || phrase("no response")),
            call && h("small", {}, `${call.milliseconds} ms`),
        ];
        const choose = () => ((this.#isLive = false), this.#choose(entry));
        entry.element.replaceChildren(h("button.entry-row", { type: "button", onclick: choose, data: { push: !call } }, ...parts));
        if (entry === this.#chosen) this.#choose(entry);
    }

    #follow(entry) {
        if (this.#isLive && (entry.update || !this.#chosen || entry.call?.status >= 400)) this.#choose(entry);
        else this.#drawScrubber();
    }

    #goLive() {
        this.#isLive = true;
        this.#choose(this.#revisions.at(-1) ?? this.#entries.at(-1));
    }

    #scrub() {
        const revisions = this.#revisions;
        const index = Number(this.slider.value);
        this.#isLive = index === revisions.length - 1;
        this.#choose(revisions[index]);
    }

    #choose(entry) {
        this.#chosen = entry;
        for (const { element } of this.#entries) element.firstElementChild.removeAttribute("aria-current");
        entry.element.firstElementChild.setAttribute("aria-current", "true");
        this.#drawScrubber();
        this.#show(this.#tab);
    }

    #drawScrubber() {
        const revisions = this.#revisions;
        const seen = this.#entries.slice(0, this.#entries.indexOf(this.#chosen) + 1).filter(({ update }) => update);
        const index = Math.max(0, seen.length - 1);
        const revision = revisions[index]?.update.state.revision;
        this.scrubber.hidden = !revisions.length;
        this.slider.max = String(Math.max(0, revisions.length - 1));
        this.slider.value = String(index);
        this.slider.setAttribute("aria-valuetext", phrase("Revision {}", revision ?? ""));
        this.revision.textContent = phrase("Revision {}", revision ?? "");
        this.liveButton.hidden = this.#isLive;
    }

    /** Moves between tabs with the arrow keys. */
    #turn(event) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const tabs = [...this.tabs.children];
        const next = tabs[(tabs.findIndex((tab) => tab.dataset.tab === this.#tab) + step + tabs.length) % tabs.length];
        this.#show(next.dataset.tab);
        next.focus();
    }

    #show(name) {
        this.#tab = name;
        for (const tab of this.tabs.children) {
            const isSelected = tab.dataset.tab === name;
            tab.setAttribute("aria-selected", String(isSelected));
            tab.tabIndex = isSelected ? 0 : -1;
            if (isSelected) this.panel.setAttribute("aria-labelledby", tab.id);
        }
        const entry = this.#chosen;
        if (!entry) return;
        const isPast = !this.#isLive && this.#revisions.at(-1) !== entry;
        const views = { moves: () => movesView(entry, isPast ? this.catalog : null), wire: () => wireView(entry), code: () => codeView(entry) };
        this.panel.replaceChildren(...views[name]().filter(Boolean));
    }
}

/** @param {Update} update */
function isUnchanged({ state, previous }) {
    return previous?.session === state.session && previous.revision === state.revision;
}
