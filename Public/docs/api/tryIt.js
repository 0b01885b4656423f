// Tries a call: a form for its parameters and body, and the answer.

import { confirmed } from "../../web/dialogs.js";
import { h, newID } from "../../web/dom.js";
import { jsonView } from "../../web/jsonView.js";
import { curl } from "../../web/curl.js";
import { startingValue, targetOf } from "./operations.js";

const mask = "•••";
/** The height of a body's input in lines. */
const minRows = 6;
const maxRows = 24;
const maxStreamCharacters = 20_000;
/** The headers of answers that the protocol gives a meaning. */
const shownHeaders = ["ETag", "Idempotency-Replayed", "Location", "Retry-After"];

/** Tries calls with the browser's tokens. */
export class TryIt {
    /** @param {import("./credentials.js").Credentials} credentials */
    constructor(credentials) {
        this.credentials = credentials;
    }

    /**
     * The form of a call, made when it is opened.
     * @param {import("./operations.js").Operation} operation
     * @returns {HTMLDetailsElement}
     */
    element(operation) {
        const form = h("div");
        const make = () => details.open && !form.childElementCount && form.append(...this.#form(operation));
        const details = h("details.try", { ontoggle: make }, h("summary", {}, "Try it"), form);
        return details;
    }

    /** @param {import("./operations.js").Operation} operation */
    #form(operation) {
        const { parameters, body, access } = operation;
        const output = h("div.answer", { "aria-live": "polite" });
        const inputs = new Map(parameters.map((parameter) => [parameter, h("input", { id: newID("try"), autocomplete: "off", spellcheck: "false" })]));
        const field = (parameter) => h("div.field", {}, h("label", { for: inputs.get(parameter).id }, parameter.name, " ", h("span.kind", {}, parameter.place)), inputs.get(parameter));
        const text = body && h("textarea.code", { id: newID("try"), rows: minRows, spellcheck: "false" });
        const bodyField = text && h("div.field", {}, h("label", { for: text.id }, "Body ", h("span.kind", {}, "JSON")), text);
        const paths = parameters.filter(({ place }) => place === "path");
        this.#suggest((known) => {
            const values = new Map(paths.map((parameter) => [inputs.get(parameter), known[parameter.name] ?? ""]));
            if (text) values.set(text, JSON.stringify(startingValue(body.schema, known), null, 2));
            return values;
        });
        const submit = h("button.primary", { type: "submit", data: { try: operation.id } }, "Send");
        const onsubmit = (event) => {
            event.preventDefault();
            const value = (parameter) => inputs.get(parameter).value;
            const headers = Object.fromEntries(parameters.filter((one) => one.place === "header" && value(one)).map((one) => [one.name, value(one)]));
            this.#send(operation, { path: targetOf(operation, value), headers, body: text?.value.trim() || undefined }, output, submit);
        };
        return [h("form.form", { onsubmit, novalidate: true }, ...this.#token(access), ...parameters.map(field), bodyField, h("div.buttons", {}, submit)), output];
    }

    /**
     * Fills in what the user could do now, also when the session changes. What the user has typed stays.
     * @param {(known: Record<string, any>) => Map<any, string>} values the values by their inputs
     */
    #suggest(values) {
        const suggested = new Map();
        const fill = () => {
            for (const [input, value] of values(this.credentials.suggestions)) {
                if (input.value === (suggested.get(input) ?? "")) input.value = value;
                suggested.set(input, value);
                // The last line is visible, too.
                if (input instanceof HTMLTextAreaElement) input.rows = Math.min(Math.max(input.value.split("\n").length + 1, minRows), maxRows);
            }
        };
        this.credentials.element.addEventListener("changed", fill);
        fill();
    }

    /** The token of a call: masked, unless the user asks to see it. */
    #token(access) {
        if (access === "open") return [];
        const place = h("div.field");
        const draw = () => place.replaceChildren(...(this.credentials.token(access) ? this.#held(access) : this.#missing(access)));
        this.credentials.element.addEventListener("changed", draw);
        draw();
        return [place];
    }

    #held(access) {
        const shown = h("code.token", {}, mask);
        const turn = () => {
            const isMasked = shown.textContent !== mask;
            shown.textContent = isMasked ? mask : this.credentials.token(access);
            button.textContent = isMasked ? "Show the token" : "Hide the token";
        };
        const button = h("button.link", { type: "button", onclick: turn }, "Show the token");
        return [h("p.bearer", {}, h("code", {}, "Authorization: Bearer "), shown, " ", button)];
    }

    #missing(access) {
        if (access === "session") return [h("p.caption", {}, "There is no session in this browser. Start one at the top of the page.")];
        const id = newID("operator");
        const input = h("input", { id, type: "password", autocomplete: "off" });
        const error = h("p.error", { role: "alert" });
        const signIn = () => this.credentials.signIn(input.value).catch((problem) => (error.textContent = problem.code === "forbidden" ? "This is not the operator’s token." : problem.message));
        const button = h("button.plain", { type: "button", onclick: signIn }, "Use it");
        return [h("label", { for: id }, "Operator’s token"), h("div.line", {}, input, button), error];
    }

    /**
     * @param {import("./operations.js").Operation} operation
     * @param {{path: string, headers: Record<string, string>, body?: string}} request
     */
    async #send({ method, summary, access }, { path, headers, body }, output, submit) {
        let parsed;
        try {
            parsed = body === undefined ? undefined : JSON.parse(body);
        } catch {
            return output.replaceChildren(h("p.error", { role: "alert" }, "The body is not valid JSON."));
        }
        if (method === "DELETE" && !(await confirmed({ question: summary, verb: "Send" }))) return;
        const token = this.credentials.token(access);
        const sent = { ...headers, ...(token && { Authorization: `Bearer ${token}` }), ...(body !== undefined && { "Content-Type": "application/json" }) };
        const stop = new AbortController();
        submit.disabled = true;
        const began = performance.now();
        try {
            const response = await fetch(path, { method, headers: sent, body, signal: stop.signal, cache: "no-store" });
            const answer = h("div.buttons");
            const status = h("p.status", { data: { good: response.ok } }, h("b", {}, String(response.status)), ` ${Math.round(performance.now() - began)} ms`);
            const given = shownHeaders.filter((name) => response.headers.has(name)).map((name) => h("li", {}, h("code", {}, `${name}: ${response.headers.get(name)}`)));
            const command = h("details", {}, h("summary", {}, "As a command"), h("pre.curl", { tabindex: "0" }, curl({ method, path, headers: sent, body: parsed }, location.origin)));
            output.replaceChildren(status, h("ul.headers", {}, ...given), answer, command);
            if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) await this.#follow(response, answer, stop);
            else this.#show(await response.text(), answer);
            if (access === "session") await this.credentials.load();
        } catch (error) {
            if (!stop.signal.aborted) output.replaceChildren(h("p.error", { role: "alert" }, "The server cannot be reached."));
        } finally {
            submit.disabled = false;
        }
    }

    /** Shows an answer. A token in it is masked. */
    #show(text, answer) {
        let reply;
        try {
            reply = JSON.parse(text);
        } catch {
            return text && answer.replaceWith(h("pre.json", { tabindex: "0" }, text));
        }
        const { token, session, code } = Object(reply);
        const parts = [jsonView(token ? { ...reply, token: mask } : reply)];
        if (typeof code === "string") parts.unshift(h("p", {}, h("a", { href: `/problems/${encodeURIComponent(code)}` }, `About ${code}`)));
        if (token && session) {
            const use = () => this.credentials.use({ id: session, token });
            parts.unshift(h("p", {}, h("button.plain.small", { type: "button", onclick: use }, "Use this session")));
        }
        answer.replaceWith(...parts);
    }

    /** Shows the events of a stream until the user stops it. */
    async #follow(response, answer, stop) {
        const shown = h("pre.json", { tabindex: "0" });
        const button = h("button.plain.small", { type: "button", onclick: () => stop.abort() }, "Stop");
        answer.replaceWith(button, shown);
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        try {
            for (let part = await reader.read(); !part.done; part = await reader.read()) shown.textContent = (shown.textContent + part.value).slice(-maxStreamCharacters);
        } finally {
            button.remove();
        }
    }
}
