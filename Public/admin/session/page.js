// The page of one session: a verdict, its user's screen, the timeline and the open work.

import { h } from "../../web/dom.js";
import { jsonView } from "../../web/jsonView.js";
import { confirmed } from "../../web/dialogs.js";
import { sandboxBar } from "../../web/sandboxBar.js";
import { openInTab } from "../../web/storage.js";
import { address } from "../filters.js";
import { serialized } from "../live.js";
import { redraw } from "../redraw.js";
import { shortID } from "../times.js";
import { diagnosis, isUnreadable } from "./diagnosis.js";
import { quarantine } from "./quarantine.js";
import { sessionFacts, workList } from "./facts.js";
import { namesOf } from "./names.js";
import { ScreenPane } from "./screen.js";
import { Scrubber } from "./scrubber.js";
import { earlierEntries, hasChanged, timeline } from "./timeline.js";
import { timelineItem } from "./timelineView.js";
import { tree } from "./tree.js";

const pageSize = 50;
/** Incidents are not changes, so the event stream does not report them. */
const pollMilliseconds = 5_000;
const redrawMilliseconds = 20_000;

/** @param {import("../operator.js").Operator} operator @param {string} id */
export async function sessionPage(operator, id) {
    const { screens } = await operator.catalog();
    const page = new SessionPage(operator, id, namesOf(screens));
    await page.refresh();
    const poll = { milliseconds: pollMilliseconds, isDue: () => page.hasChanged() };
    return { title: "Session", nodes: page.nodes, refresh: page.refresh, isRelevant: (event) => event.flow?.session === id, poll };
}

class SessionPage {
    #operator;
    #id;
    #names;
    #path;
    /** The session's document. @type {any} */
    #detail = null;
    /** The loaded journal, newest first. @type {any[]} */
    #entries = [];
    /** Whether no earlier entries can be loaded. */
    #isWhole = false;
    /** The earlier revision that is shown; null for the present. @type {number | null} */
    #shown = null;
    /** @type {Map<number, any>} */
    #states = new Map();
    /** @type {ScreenPane | null} */
    #pane = null;
    /** The shown state, as a text. */
    #paneKey = "";
    #sandbox = h("div", { hidden: true });
    #heading = h("h1", { tabindex: "-1" });
    #verdict = h("p.verdict");
    #notice = h("p.notice", { role: "alert", hidden: true });
    #timeline = h("ol.timeline");
    #noEntries = h("p.nothing");
    #earlier = h("button.link", { type: "button", hidden: true, onclick: () => this.#run(() => this.#loadEarlier()) }, "Earlier entries");
    #end = h("button.destructive", { type: "button", onclick: () => this.#run(() => this.#endSession()) }, "End session");
    #fork = h("button.plain.small", { type: "button", onclick: () => this.#forkHere() }, "Fork here");
    #scrubber = new Scrubber((revision) => this.#run(() => this.#show(revision)));
    #screen = h("section.card.screen-part", {}, h("div.head", {}, h("h2", {}, "Screen"), this.#fork));
    #work = h("section.card", { "aria-label": "Open work" });
    #quarantine = h("section.card", { "aria-label": "Quarantine", hidden: true });
    #facts = h("dl.facts");
    #tree = h("div.tree-part");
    #document = h("div");
    nodes;
    refresh = serialized(() => this.#load());

    constructor(operator, id, names) {
        this.#operator = operator;
        this.#id = id;
        this.#names = names;
        this.#path = `/sessions/${encodeURIComponent(id)}`;
        this.#fork.hidden = !operator.can("support");
        const flows = h("section.card", {}, h("h2", {}, "Flows"), this.#tree, h("details", {}, h("summary", {}, "State document"), this.#document));
        this.nodes = [
            this.#sandbox,
            h("header.head", {}, this.#heading, this.#end),
            this.#verdict,
            this.#notice,
            h(
                "div.session",
                {},
                this.#screen,
                h("section.card", {}, h("h2", {}, "Timeline"), this.#timeline, this.#noEntries, this.#earlier),
                h("div.side", {}, this.#quarantine, this.#work, h("section.card", {}, h("h2", {}, "About"), this.#facts), flows),
            ),
        ];
        const timer = setInterval(() => (this.#heading.isConnected ? this.#drawTimes() : clearInterval(timer)), redrawMilliseconds);
    }

    async #load() {
        const detail = await this.#operator.get(this.#path);
        const { revision } = detail.session;
        if (this.#detail?.session.revision !== revision) await this.#loadNewest(revision);
        this.#detail = detail;
        this.#draw();
    }

    /**
     * Whether the session has changed or has new incidents. Updates whether it is in use. Calls of the list are not audited: it shows no
     * screens.
     */
    async hasChanged() {
        const { session } = this.#detail;
        const { sessions } = await this.#operator.get("/sessions", { q: this.#id, sandbox: session.sandbox || null, limit: 1 });
        const row = sessions.find((row) => row.session === this.#id);
        if (row && row.openStreams !== session.openStreams) {
            session.openStreams = row.openStreams;
            this.#drawTimes();
        }
        return hasChanged(this.#detail, row);
    }

    async #journal(after, limit) {
        return (await this.#operator.get(`${this.#path}/journal`, { after, limit })).entries.reverse();
    }

    /** Loads the newest entries: those since the newest loaded one, or the last page. @param {number} revision the newest one */
    async #loadNewest(revision) {
        const known = this.#entries[0]?.revision ?? 0;
        const after = Math.max(0, revision - pageSize);
        // Entries in between would be missing.
        const kept = known >= after ? this.#entries : [];
        const page = await this.#journal(Math.max(after, kept.length ? known : 0), pageSize);
        if (!kept.length) this.#isWhole = earlierEntries(page, { after }).isWhole;
        this.#entries = [...page, ...kept];
    }

    async #loadEarlier() {
        const before = this.#entries.at(-1).revision;
        const after = Math.max(0, before - 1 - pageSize);
        const { entries, isWhole } = earlierEntries(await this.#journal(after, before - 1 - after), { after, before });
        // The button may have been pressed twice, or the entries reloaded.
        if (this.#entries.at(-1).revision !== before) return;
        this.#entries.push(...entries);
        this.#isWhole = isWhole;
        this.#drawTimes();
    }

    #draw() {
        const { session, state, tree: root, jobs, quarantined } = this.#detail;
        const isOver = session.status === "over";
        const name = [session.user ?? "Anonymous session", " ", h("code", {}, `…${shortID(session.session)}`)];
        redraw(this.#heading, session.sandbox ? [...name, " ", h("span.badge", {}, "sandbox")] : name);
        this.#sandbox.hidden = !session.sandbox;
        redraw(this.#sandbox, session.sandbox ? [sandboxBar(this.#detail, { isInConsole: true })] : []);
        this.#end.hidden = isOver || !this.#operator.can("support");
        redraw(this.#facts, sessionFacts(session));
        const context = { names: this.#names, isSandbox: session.sandbox, finish: (job, verb, body) => this.#finish(job, verb, body), run: (work) => this.#run(work) };
        redraw(this.#work, [h("div.head", {}, h("h2", {}, "Open work"), this.#workLink()), ...workList(jobs, context)]);
        this.#quarantine.hidden = !quarantined.length;
        redraw(this.#quarantine, quarantine(quarantined, this.#operator.can("support") && (() => this.#run(() => this.#release()))));
        const unreadable = isUnreadable(this.#detail) && "This server cannot read it.";
        redraw(this.#tree, [root ? tree(root, state?.screen?.id) : h("p.nothing", {}, unreadable || "The session is over.")]);
        redraw(this.#document, [state ? jsonView(state) : h("p.nothing", {}, unreadable || "Your role does not show it.")]);
        if (!this.#pane) {
            this.#pane = new ScreenPane(session.device.locale);
            this.#screen.append(this.#scrubber.element, this.#pane.element);
        }
        this.#drawTimes();
        this.#run(() => this.#show(this.#shown));
    }

    /** A link to the session's part of the page of work. The work of a sandbox is completed here. */
    #workLink() {
        const { session, jobs } = this.#detail;
        const state = jobs.some((job) => job.state === "failed") ? "failed" : "pending";
        const verbs = state === "failed" ? "Retry or cancel" : "Run or cancel";
        const text = this.#operator.can("support") ? verbs : "Show in the list";
        return jobs.length > 0 && !session.sandbox && h("a", { href: address("#/jobs", { session: this.#id, state }) }, text);
    }

    /** Draws the parts that depend on the current time. */
    #drawTimes() {
        const { session, incidents } = this.#detail;
        const now = Date.now();
        const { isProblem, text } = diagnosis(this.#detail, now, { entries: this.#entries, names: this.#names });
        this.#verdict.dataset.problem = String(isProblem);
        redraw(this.#verdict, marked(text));
        const kept = new Set(this.#operator.can("support") ? this.#detail.states : []);
        const states = { kept, shown: this.#shown, show: (revision) => this.#run(() => this.#show(revision)) };
        const items = timeline(this.#entries, incidents, { now, isActive: session.status === "active", isWhole: this.#isWhole });
        const active = document.activeElement;
        const focused = active instanceof HTMLElement && this.#timeline.contains(active) ? active.dataset.show : undefined;
        redraw(this.#timeline, items.map((item) => timelineItem(item, states, { names: this.#names, incidents })));
        this.#timeline.hidden = !items.length;
        this.#noEntries.textContent = items.length ? "" : session.sandbox ? "Nothing has happened in this sandbox yet." : "No entries are kept.";
        if (focused && !active.isConnected) this.#timeline.querySelector(`[data-show="${focused}"]`)?.focus();
        this.#earlier.hidden = this.#isWhole;
        this.#scrubber.update([...kept], this.#shown, session.revision);
        this.#scrubber.element.hidden = !this.#operator.can("support");
        this.#fork.disabled = session.status === "over" && this.#shown === null;
    }

    /** Shows the screen at an earlier revision, or the present one. @param {number | null} revision */
    async #show(revision) {
        const { state, session } = this.#detail;
        const isPresent = revision === null || revision === session.revision;
        const hasMoved = this.#shown !== (isPresent ? null : revision);
        this.#shown = isPresent ? null : revision;
        if (hasMoved) this.#drawTimes();
        const shown = isPresent ? state : await this.#stateAt(revision);
        if (this.#shown !== (isPresent ? null : revision)) return;
        const key = JSON.stringify([isPresent, shown]);
        if (key === this.#paneKey) return;
        this.#paneKey = key;
        const entry = this.#entries.find((entry) => entry.revision === revision);
        await this.#pane.show(shown, { isPresent, isSandbox: session.sandbox, isUnreadable: isUnreadable(this.#detail), at: entry?.at, sandbox: session.sandbox ? { id: session.session, origin: this.#detail.origin, deletedAt: this.#detail.deletedAt } : null });
    }

    async #stateAt(revision) {
        if (!this.#states.has(revision)) this.#states.set(revision, await this.#operator.get(`${this.#path}/states/${revision}`));
        return this.#states.get(revision);
    }

    async #finish(job, verb, body) {
        await this.#operator.post(`/jobs/${encodeURIComponent(this.#id)}/${encodeURIComponent(job.id)}/${verb}`, body);
        await this.refresh();
    }

    async #release() {
        const about = "If it ends the server's process again, all users wait for the restart.";
        if (!(await confirmed({ question: "Try these steps again?", about, verb: "Try again" }))) return;
        await this.#operator.post(`${this.#path}/release`);
        await this.refresh();
    }

    async #endSession() {
        const about = "Its user is told that it has ended. It cannot be continued.";
        if (!(await confirmed({ question: "End this session?", about, verb: "End session" }))) return;
        await this.#operator.delete(this.#path);
        await this.refresh();
    }

    /** Copies the session at the shown revision. Opens the copy in a new tab, and its page here. */
    #forkHere() {
        return this.#run(async () => {
            // Opened immediately, because browsers block windows that do not open at a click.
            const tab = window.open("about:blank");
            try {
                const body = this.#shown === null ? {} : { revision: this.#shown };
                const { session, token, origin, deletedAt } = await this.#operator.post(`${this.#path}/fork`, body);
                if (tab) openInTab(tab, { id: session, token }, { origin, deletedAt });
                location.hash = `#/sessions/${encodeURIComponent(session)}`;
            } catch (error) {
                tab?.close();
                throw error;
            }
        });
    }

    async #run(work) {
        this.#notice.hidden = true;
        try {
            await work();
        } catch (error) {
            this.#notice.textContent = error.message;
            this.#notice.hidden = false;
        }
    }
}

/** A text with code in backticks, as nodes. @param {string} text */
function marked(text) {
    return text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));
}
