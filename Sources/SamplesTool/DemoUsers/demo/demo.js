// The page of the demo users: it asks for a name, and signs that user in.

import { copyButton } from "../web/clipboard.js";
import { h } from "../web/dom.js";
import { identity, signInAs } from "../web/identity.js";
import { addPhrases, phrase, useLanguage } from "../web/language.js";

addPhrases("de", {
    "Sign in as a demo user": "Als Demo-Benutzer anmelden",
    "Choose any name. It needs no password: these users are for trying out the samples.":
        "Wählen Sie irgendeinen Namen. Er braucht kein Passwort: Diese Benutzer dienen zum Ausprobieren der Beispiele.",
    "Name": "Name",
    "Your user token, for one hour": "Ihr Benutzer-Token, für eine Stunde",
    "Open the app": "Zur App",
    "Enter a name of at most 100 letters.": "Bitte einen Namen mit höchstens 100 Buchstaben eingeben.",
});
await useLanguage(navigator.languages.find((tag) => /^(en|de)\b/.test(tag)) ?? "en");

const page = document.getElementById("page");
const output = h("p.error", { role: "alert", id: "demo-error" });
const input = h("input", { id: "demo-name", name: "name", autocomplete: "off", "aria-describedby": "demo-error", value: identity.name });

/** The page that the user came from. Other origins are ignored. */
function cameFrom() {
    const address = new URLSearchParams(location.search).get("return");
    const url = address && URL.canParse(address, location.href) ? new URL(address, location.href) : null;
    return url?.origin === location.origin ? url.href : null;
}

async function submit(event) {
    event.preventDefault();
    output.textContent = "";
    try {
        const token = await signInAs(input.value.trim());
        const address = cameFrom();
        if (address) location.assign(address);
        else show(token);
    } catch (error) {
        output.textContent = phrase(error.message);
        input.setAttribute("aria-invalid", "true");
        input.focus();
    }
}

function show(token) {
    const title = h("h1", { tabindex: "-1" }, phrase("Signed in as {}", identity.name));
    const copy = copyButton({ label: phrase("Copy"), done: phrase("Copied"), failed: phrase("Not copied"), text: () => token });
    const code = h("pre.curl", { id: "token", tabindex: "0", role: "region", "aria-label": phrase("Your user token, for one hour") }, token);
    const app = h("a", { href: "/app" }, phrase("Open the app"));
    page.replaceChildren(title, h("h2", {}, phrase("Your user token, for one hour")), code, h("div.links", {}, copy, app));
    title.focus();
}

page.replaceChildren(
    h("h1", {}, phrase("Sign in as a demo user")),
    h("p", {}, phrase("Choose any name. It needs no password: these users are for trying out the samples.")),
    h(
        "form.part",
        { onsubmit: submit, novalidate: true },
        h("label", { for: "demo-name" }, phrase("Name")),
        h("div.line", {}, input, h("button.primary", { type: "submit" }, phrase("Sign in"))),
        output,
    ),
);
input.focus();
