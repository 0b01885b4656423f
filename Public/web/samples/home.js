// The first page of the sample app: the client in a frame, beside the flow controllers of its session.

import { addCopying, copyButton } from "../clipboard.js";
import { curl } from "../curl.js";
import { h } from "../dom.js";
import { flowTreeView } from "../flowTree.js";
import { rowParams } from "../rows.js";
import { storedSession } from "../storage.js";
import { canKillServer } from "./killing.js";

const deadMilliseconds = 1_200;
/** How long the page waits for the action that the server's end interrupted. */
const patientMilliseconds = 30_000;
/** A frame that reports no state is revealed after this time, so that its error page is visible. */
const silentMilliseconds = 3_000;
const query = "?flow=Ferry";
const element = (id) => document.getElementById(id);
const kill = /** @type {HTMLButtonElement} */ (element("kill"));
const killServer = /** @type {HTMLButtonElement} */ (element("kill-server"));

const story = element("story");
const intro = story.firstElementChild;
/** Values for the parameters of the booking's actions, by name. */
const examples = {
    from: "kiel", to: "oslo", date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10), name: "Ada Lovelace", age: 36,
    childMeals: 1, cots: 0, card: "4242 4242 4242 4242", address: "ada@example.org", password: "correct horse",
};

/** The state that the client in the frame reported last. @type {import("../../fairway/state.js").StateDocument | null} */
let state = null;
/** The app's catalog, which the client in the frame has loaded. @type {any} */
let catalog = null;

/** Receives the next states. @type {((state: import("../../fairway/state.js").StateDocument) => void) | null} */
let follow = null;

/** Loads the client in a new frame. Resolves with the first state that it reports. */
function load() {
    const frame = h("iframe", { src: `/app${query}`, title: "Ferry, in the web client" });
    element("glass").replaceChildren(frame);
    const reveal = () => (frame.dataset.ready = "");
    frame.addEventListener("load", () => setTimeout(reveal, silentMilliseconds));
    return new Promise((resolve) => {
        frame.addEventListener("state", ({ detail }) => {
            reveal();
            catalog = detail.catalog;
            const isOver = detail.state.status === "over";
            kill.disabled = isOver;
            killServer.disabled = isOver || !canKillServer;
            if (isOver) story.replaceChildren(intro);
            show(detail.state);
            resolve(detail.state);
            follow?.(detail.state);
        });
    });
}

function show(document) {
    state = document;
    const { navigation, screen, revision, outcome } = document ?? {};
    element("revision").textContent = document ? `revision ${revision}` : "";
    element("tree").replaceChildren(
        navigation ? flowTreeView(navigation, { front: screen?.id }) : h("p.nothing", {}, document ? `The session is over: ${outcome}.` : "Nothing is left here."),
    );
    const call = command();
    const nothing = outcome ? "The session is over. “Start again” is on the phone." : screen ? "This screen has no actions. The flow moves on by itself." : " ";
    element("command").textContent = call ? curl(call, location.origin) : nothing;
    for (const copy of copies) copy.disabled = !call;
}

/** The call that a user of the phone is most likely to make; null if there is none. */
function command() {
    if (!state?.screen) return null;
    const { session, screen } = state;
    const body = mainAction(screen);
    if (!body && !screen.back) return null;
    return { method: "POST", path: `/v1/sessions/${session}/${body ? "actions" : "back"}`, headers: { Authorization: "" }, ...(body && { body }) };
}

/** The main action of a screen, with its parameters. */
function mainAction({ name, actions, viewModel }) {
    const controls = catalog.screens.find((screen) => screen.name === name)?.controls ?? [];
    const rows = (control) => viewModel[control.row.list.slice(1)] ?? [];
    const offered = controls.filter((control) => actions.includes(control.action) && (!control.row || rows(control).length));
    // A booking without passengers does not continue.
    const isFirst = ({ action, role }) => (viewModel?.passengers?.length === 0 ? action === "addButtonPressed" : role === "primary");
    const control = offered.find(isFirst) ?? offered.find(({ role }) => role === "normal");
    if (!control) return actions.length ? { action: actions[0] } : null;
    const params = Object.fromEntries(control.fields.filter(({ name }) => name in examples).map(({ name }) => [name, examples[name]]));
    if (control.row) {
        const free = Math.max(0, rows(control).findIndex(({ isFree }) => isFree));
        Object.assign(params, rowParams(control.row, rows(control)[free], free));
    }
    return { action: control.action, ...(Object.keys(params).length && { params }) };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Begins a story of several sentences. Returns a function that adds one, or null while another story is told. */
function begin() {
    if (kill.getAttribute("aria-disabled")) return null;
    for (const button of [kill, killServer]) button.setAttribute("aria-disabled", "true");
    const lines = h("ol");
    story.replaceChildren(lines);
    return (...text) => lines.append(h("li", {}, ...text));
}

function end() {
    for (const button of [kill, killServer]) button.removeAttribute("aria-disabled");
}

/** Removes the client's page, and loads it again. */
async function killTab() {
    const tell = begin();
    if (!tell) return;
    element("glass").replaceChildren(h("p.gone", {}, h("strong", {}, "This tab is gone."), h("span", {}, "The session is on the server.")));
    show(null);
    tell("The page is removed. What is left here is a token of ", h("b", {}, String(storedSession(query)?.token.length ?? 0)), " characters.");
    await pause(deadMilliseconds);
    const began = performance.now();
    const { revision, screen } = await load();
    const milliseconds = Math.round(performance.now() - began);
    tell(`A new page asked the server, and was back after ${milliseconds} ms.`);
    const draft = screen?.draft ? ", with the input that you had not sent" : "";
    tell(`You are where you were: revision ${revision}, screen `, h("code", {}, screen?.name ?? "none"), `${draft}.`);
    end();
}

/** Ends the server's process, and acts on the phone before the next process has started. */
async function endServer() {
    const tell = begin();
    if (!tell) return;
    const { session, revision } = state;
    const body = command()?.body;
    // The process ends without an answer.
    const answer = await fetch("/demo/kill", { method: "POST" }).catch(() => null);
    if (answer) {
        tell("The server has just been started. Try again in a few seconds.");
        return end();
    }
    tell("The server’s process ended, without a shutdown. Its memory and its connections are gone.");
    if (body) {
        const applied = new Promise((resolve) => {
            follow = (next) => {
                if (next.session !== session || next.revision > revision) resolve(next);
            };
        });
        document.querySelector("#glass iframe").dispatchEvent(new CustomEvent("act", { detail: body }));
        tell("The phone sent ", h("code", {}, body.action), ", got no answer, and repeats it.");
        const next = await Promise.race([applied, pause(patientMilliseconds)]);
        follow = null;
        if (next) await tellApplied(tell, next);
        else tell("It was not applied. The phone shows why.");
    }
    end();
}

async function tellApplied(tell, { revision, screen }) {
    const at = performance.now();
    const { upMilliseconds } = await (await fetch("/demo/kill")).json();
    const seconds = Math.max(0, upMilliseconds - (performance.now() - at)) / 1_000;
    tell(`It was applied ${seconds.toFixed(1)} s after the restart: revision ${revision}, screen `, h("code", {}, screen?.name ?? "none"), ".");
}

const labels = { done: "Copied", failed: "Not copied" };
addCopying();
const copies = [
    copyButton({ label: "Copy with token", ...labels, text: () => curl(command(), location.origin, storedSession(query)?.token) }),
    copyButton({ label: "Copy", ...labels, text: () => element("command").textContent }),
];
for (const copy of copies) copy.disabled = true;
element("copies").append(...copies);
kill.addEventListener("click", killTab);
killServer.toggleAttribute("data-allowed", canKillServer);
killServer.addEventListener("click", endServer);

// A link of the app, or a flow to start, is for the client.
if (location.hash.startsWith("#/") || new URLSearchParams(location.search).has("flow")) location.replace(`/app${location.search}${location.hash}`);
else load();
