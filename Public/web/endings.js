// The pages that take the place of a screen when the session has ended. They are loaded when they are needed.

import { same } from "../fairway/state.js";
import { h } from "./dom.js";
import { jsonView } from "./jsonView.js";
import { phrase } from "./language.js";
import { setTitle } from "./title.js";

/**
 * The session is over.
 * @param {import("../fairway/state.js").StateDocument} state
 * @param {() => void} start starts a session
 */
export function overPage({ outcome, result }, start) {
    const words = { completed: "Completed", dismissed: "Closed", ended: "Ended", expired: "Expired" };
    const hasResult = result !== undefined && result !== null && !same(result, {});
    const details = hasResult && h("details.result", {}, h("summary", {}, phrase("Result")), jsonView(result));
    return page(phrase(words[outcome] ?? "Ended"), { data: { outcome } }, details, startButton(start));
}

/**
 * This device cannot continue the session.
 * @param {import("../fairway.js").ProblemError} problem
 * @param {() => void} start starts a session
 */
export function lostPage({ code }, start) {
    const text = code === "superseded" ? "This session continues on another device." : "This session no longer exists.";
    return page(phrase(text), {}, startButton(start));
}

const startButton = (onclick) => h("div.buttons", {}, h("button.primary", { type: "button", onclick }, phrase("Start again")));

function page(title, attributes, ...content) {
    setTitle(title);
    return h("article.screen.over", attributes, h("h1", { tabindex: "-1" }, title), ...content);
}
