import { ProblemError } from "../fairway.js";
import { h } from "../web/dom.js";
import { flowsPage } from "./flows.js";
import { jobsPage } from "./jobs.js";
import { follow } from "./live.js";
import { mapPage } from "./map.js";
import { Operator } from "./operator.js";
import { sessionPage } from "./session.js";

const operator = new Operator();
const content = document.getElementById("content");
const sections = document.getElementById("sections");
const notice = document.getElementById("notice");
/** @type {AbortController | null} */
let showing = null;

/** Creates the page for the current address. */
function page() {
    const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const query = new URLSearchParams(search);
    const [name, id] = path.split("/").map(decodeURIComponent);
    if (name === "sessions" && id) return sessionPage(operator, id);
    if (name === "map") return mapPage(operator, query);
    if (name === "jobs") return jobsPage(operator, query);
    return flowsPage(operator, query);
}

async function show() {
    showing?.abort();
    const current = (showing = new AbortController());
    const { signal } = current;
    if (!operator.token) return signIn();
    sections.hidden = false;
    const [section] = location.hash.replace(/^#\/?/, "").split(/[/?]/);
    for (const link of sections.querySelectorAll("a")) {
        const isHere = link.hash === `#/${section === "sessions" ? "flows" : section || "flows"}`;
        if (isHere) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    try {
        const { title, nodes, refresh, onShown, ...live } = await page();
        if (signal.aborted) return;
        content.replaceChildren(...nodes);
        scrollTo(0, 0);
        onShown?.();
        document.title = `${title} · Fairway`;
        content.querySelector("h1")?.focus({ preventScroll: true });
        follow(operator, signal, { ...live, refresh: () => refreshed(refresh) });
    } catch (error) {
        if (signal.aborted) return;
        if (isRefused(error)) {
            operator.signOut();
            return signIn(error.message);
        }
        content.replaceChildren(h("p.notice", { role: "alert" }, error.message), h("p", {}, h("a", { href: "#/flows" }, "All flows")));
    }
}

async function refreshed(refresh) {
    try {
        await refresh();
        notice.hidden = true;
    } catch (error) {
        if (isRefused(error)) {
            operator.signOut();
            show();
        } else {
            notice.textContent = `This page is out of date: ${error.message}`;
            notice.hidden = false;
        }
    }
}

function isRefused(error) {
    return error instanceof ProblemError && [401, 403].includes(error.status);
}

function signIn(message = "") {
    sections.hidden = true;
    const error = h("p.error", { role: "alert" }, message);
    const input = h("input", { id: "token", type: "password", autocomplete: "current-password", required: true, "aria-describedby": "token-about" });
    const onsubmit = async (event) => {
        event.preventDefault();
        try {
            await operator.signIn(input.value.trim());
            show();
        } catch (problem) {
            error.textContent = isRefused(problem) ? "This is not the operator's token." : problem.message;
            input.select();
        }
    };
    content.replaceChildren(
        h(
            "form.sign-in.card",
            { onsubmit, novalidate: true },
            h("h1", { tabindex: "-1" }, "Operator's console"),
            // Password managers store a password under a user name.
            h("input", { name: "username", value: "operator", autocomplete: "username", hidden: true }),
            h("label", { for: "token" }, "Operator's token"),
            input,
            h("p.caption", { id: "token-about" }, "The token that the server was started with. If it was started without one, it has logged a generated token."),
            error,
            h("button.primary", { type: "submit" }, "Sign in"),
        ),
    );
    document.title = "Console · Fairway";
    input.focus();
}

document.getElementById("sign-out").addEventListener("click", () => {
    operator.signOut();
    show();
});
addEventListener("hashchange", show);
await show();
