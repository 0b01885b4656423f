// Signing in: by a form, or by a link that the server has printed.

import { h } from "../web/dom.js";
import { isRefused } from "./operator.js";

/**
 * Signs in if the address contains the code of a sign-in link, and removes the code from the address.
 * @param {import("./operator.js").Operator} operator
 * @returns {Promise<string>} why the link was refused; empty if it was accepted or if the address has no code
 */
export async function useSignInLink(operator) {
    const [, code] = location.hash.match(/^#sign-in=(.+)$/) ?? [];
    if (!code) return "";
    // Remove the code from the browser's history, the only place that would keep it: browsers do not send fragments.
    history.replaceState(null, "", "#/");
    try {
        await operator.useLink(code);
        return "";
    } catch (error) {
        return error.message;
    }
}

/**
 * The form for a token.
 * @param {import("./operator.js").Operator} operator
 * @param {string} message why the operator has to sign in; may be empty
 * @param {() => void} onDone
 */
export function signInForm(operator, message, onDone) {
    const error = h("p.error", { role: "alert" }, message);
    const input = h("input", { id: "token", type: "password", autocomplete: "current-password", required: true, "aria-describedby": "token-about" });
    const onsubmit = async (event) => {
        event.preventDefault();
        try {
            await operator.signIn(input.value.trim());
            onDone();
        } catch (problem) {
            error.textContent = isRefused(problem) ? "This is not an operator’s token." : problem.message;
            input.select();
        }
    };
    const about = "Your own token, or the token that the server was started with. If it was started without a token, it has printed or logged a generated one.";
    return h(
        "form.sign-in.card",
        { onsubmit, novalidate: true },
        h("h1", { tabindex: "-1" }, "Operator’s console"),
        // Password managers store a password under a user name.
        h("input", { name: "username", value: "operator", autocomplete: "username", hidden: true }),
        h("label", { for: "token" }, "Operator’s token"),
        input,
        h("p.caption", { id: "token-about" }, about),
        error,
        h("button.primary", { type: "submit" }, "Sign in"),
    );
}

/**
 * The name and role of the operator, for the header.
 * @param {import("./operator.js").Operator} operator
 */
export function operatorLabel(operator) {
    return operator.name === operator.role ? [operator.name] : [operator.name, " ", h("span.badge", {}, operator.role)];
}
