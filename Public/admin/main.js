import { h } from "../web/dom.js";
import { homePage } from "./home.js";
import { follow, openStream } from "./live.js";
import { followNewProblems } from "./newProblems.js";
import { Operator } from "./operator.js";
import { installPalette } from "./palette.js";
import { sessionPage } from "./session/page.js";
import { sessionsPage } from "./sessions.js";
import { operatorLabel, signInForm, useSignInLink } from "./signIn.js";

/** How long a page waits for its event stream before it is loaded without one. Some proxies hold back the head of a stream. */
const streamWithinMilliseconds = 2_000;
const operator = new Operator();
const content = document.getElementById("content");
const sections = document.getElementById("sections");
const operatorName = document.getElementById("operator-name");
const notice = document.getElementById("notice");
const readNewProblems = followNewProblems(operator, document.getElementById("new-problems"));
/** @type {AbortController | null} */
let showing = null;

/** The pages that are loaded when they are opened. @type {Record<string, (id: string | undefined, query: URLSearchParams) => Promise<any>>} */
const laterPages = {
    problems: async (id, query) => (id ? (await import("./problem.js")).problemPage(operator, id, query) : (await import("./problems.js")).problemsPage(operator, query)),
    funnel: async (_, query) => (await import("./funnel.js")).funnelPage(operator, query),
    map: async (_, query) => (await import("./map.js")).mapPage(operator, query),
    jobs: async (_, query) => (await import("./jobs.js")).jobsPage(operator, query),
    batches: async (_, query) => (await import("./batches.js")).batchesPage(operator, query),
    webhooks: async (_, query) => (await import("./webhooks.js")).webhooksPage(operator, query),
    audit: async (_, query) => (await import("./audit.js")).auditPage(operator, query),
    flows: async (_, query) => (await import("./flows.js")).flowsPage(operator, query),
};

/** Creates the page for the current address. */
function page() {
    const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const query = new URLSearchParams(search);
    const [name, id] = path.split("/").map(decodeURIComponent);
    if (name === "sessions") return id ? sessionPage(operator, id) : sessionsPage(operator, query);
    if (name === "") return homePage(operator);
    if (Object.hasOwn(laterPages, name)) return laterPages[name](id, query);
    throw new Error(`The console has no page “${name}”.`);
}

async function show() {
    showing?.abort();
    notice.hidden = true;
    const current = (showing = new AbortController());
    const { signal } = current;
    const refusal = await useSignInLink(operator);
    if (signal.aborted) return;
    if (!operator.token) return signIn(refusal);
    sections.hidden = false;
    operatorName.replaceChildren(...operatorLabel(operator));
    readNewProblems();
    const [section] = location.hash.replace(/^#\/?/, "").split(/[/?]/);
    for (const link of sections.querySelectorAll("a")) {
        link.hidden = !operator.can(/** @type {any} */ (link.dataset.needs ?? "view"));
        const isHere = link.hash === `#/${section === "flows" ? "sessions" : section}`;
        if (isHere) {
            link.setAttribute("aria-current", "page");
            link.scrollIntoView({ block: "nearest", inline: "nearest" });
        } else link.removeAttribute("aria-current");
    }
    try {
        const stream = await openStream(operator, signal, streamWithinMilliseconds);
        if (signal.aborted) return;
        const { title, nodes, refresh, onShown, ...live } = await page();
        if (signal.aborted) return;
        content.replaceChildren(...nodes);
        scrollTo(0, 0);
        onShown?.();
        document.title = `${title} · Fairway`;
        content.querySelector("h1")?.focus({ preventScroll: true });
        follow(operator, signal, stream, { ...live, refresh: () => refreshed(refresh, signal) });
    } catch (error) {
        if (signal.aborted) return;
        // Close the stream: no page reads it.
        current.abort();
        const isSignedOut = await operator.isSignedOut(error);
        if (showing !== current) return;
        if (isSignedOut) {
            operator.signOut();
            return signIn(error.message);
        }
        content.replaceChildren(h("h1", { tabindex: "-1" }, "This page cannot be shown"), h("p.notice", { role: "alert" }, error.message), h("p", {}, h("a", { href: "#/" }, "Overview")));
    }
}

async function refreshed(refresh, signal) {
    try {
        await refresh();
        if (!signal.aborted) notice.hidden = true;
    } catch (error) {
        const isSignedOut = await operator.isSignedOut(error);
        if (signal.aborted) return;
        if (isSignedOut) {
            operator.signOut();
            show();
        } else {
            notice.textContent = `This page is out of date: ${error.message}`;
            notice.hidden = false;
        }
    }
}

function signIn(message = "") {
    sections.hidden = true;
    content.replaceChildren(signInForm(operator, message, show));
    document.title = "Console · Fairway";
    document.getElementById("token").focus();
}

const openPalette = installPalette(operator, () => {
    const links = [...sections.querySelectorAll("a")].filter((link) => !link.hidden);
    return links.map((link) => ({ text: link.firstChild.textContent.trim(), href: link.hash }));
});
document.getElementById("find").addEventListener("click", openPalette);
document.getElementById("sign-out").addEventListener("click", () => {
    operator.signOut();
    show();
});
addEventListener("hashchange", show);
operator.onChange(show);
await show();
