// The API reference, drawn from the server's own OpenAPI document: a page for the calls of clients, and one for those of operators.

import { Transport } from "../../fairway.js";
import { copyButton } from "../../web/clipboard.js";
import { h } from "../../web/dom.js";
import { Credentials } from "./credentials.js";
import { exampleOf, membersIn, schemasIn } from "./examples.js";
import { callsByProblem, isFound, operationsOf } from "./operations.js";
import { problemEntries } from "./problems.js";
import { samples } from "./samples.js";
import { drawAbout, drawSchema, prose, schemaID } from "./schemas.js";
import { TryIt } from "./tryIt.js";

/** @typedef {import("./operations.js").Operation} Operation */
/**
 * A part of the page that is drawn when it is opened.
 * @typedef {{id: string, title: any[], text: string, draw: () => any[]}} Entry
 */

const element = (id) => document.getElementById(id);
const part = document.body.dataset.part;
const addresses = { clients: "/docs/api", operators: "/docs/api/operators" };
const accesses = { open: "No token", user: "A user token", session: "The session’s token", operator: "The operator’s token" };

/** @param {Operation} operation */
const partOf = ({ access }) => (access === "operator" ? "operators" : "clients");
/** @param {Operation} operation */
const address = (operation) => `${partOf(operation) === part ? "" : addresses[partOf(operation)]}#${operation.id}`;
/** @param {Operation} operation */
const verb = ({ method }) => h("span.verb", { data: { method } }, method);
const path = (text) => h("code.path", {}, ...text.split("/").flatMap((part, index) => (index ? ["/", h("wbr"), part] : [part])));
const problemLink = (code) => h("a", { href: `/problems/${code}` }, h("code", {}, code));

function drawParameters(parameters) {
    const row = ({ name, place, about, isRequired, example }) =>
        h("li", {}, h("code.name", {}, name), " ", h("span.kind", {}, `${place}${isRequired ? "" : ", optional"}`), drawAbout(about, example));
    return [h("h4", {}, "Parameters"), h("ul.members", {}, ...parameters.map(row))];
}

/** @param {import("./operations.js").Reply} reply @param {Record<string, any>} schemas */
function drawReply({ status, about, content, headers }, schemas) {
    const example = (schema, given) => h("details", {}, h("summary", {}, "Example"), h("pre.json", { tabindex: "0" }, JSON.stringify(given ?? exampleOf(schema, schemas), null, 2)));
    const parts = content.flatMap(({ type, schema, example: given }) => [h("p.kind", {}, type), ...(type === "application/json" ? [drawSchema(schema), example(schema, given)] : [])]);
    const drawn = headers.map(({ name, about }) => h("li", {}, h("code.name", {}, name), " ", h("span.kind", {}, "header"), h("p", {}, ...prose(about))));
    return h("li.reply", {}, h("b", { data: { status: status[0] } }, status), h("div", {}, h("p", {}, ...prose(about)), ...parts, drawn.length > 0 && h("ul.members", {}, ...drawn)));
}

/** @param {import("./operations.js").Refusal} refusal @param {Set<string>} common */
function drawRefusal({ status, codes }, common) {
    const own = codes.filter((code) => !common.has(code));
    if (!own.length) return null;
    const links = own.flatMap((code, index) => (index ? [", ", problemLink(code)] : [problemLink(code)]));
    return h("li.reply", {}, h("b", { data: { status: status[0] } }, status), h("p", {}, ...links));
}

/** The call as code in the language that the reader chose last. @param {[string, string][]} texts */
function drawCode(texts) {
    const shown = h("pre.curl", { tabindex: "0" });
    const choose = (name) => {
        for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.language === name));
        shown.textContent = texts.find(([language]) => language === name)[1];
    };
    const chosen = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-language][aria-pressed=true]"))?.dataset.language ?? "curl";
    const redraw = (name) => document.dispatchEvent(new CustomEvent("language", { detail: name }));
    const buttons = texts.map(([name]) => h("button.quiet.small", { type: "button", data: { language: name }, "aria-pressed": "false", onclick: () => redraw(name) }, name));
    document.addEventListener("language", (event) => choose(/** @type {CustomEvent} */ (event).detail));
    choose(chosen());
    const copy = copyButton({ label: "Copy", done: "Copied", failed: "Not copied", text: () => shown.textContent });
    return h("div.code", {}, h("div.languages", { role: "group", "aria-label": "Language" }, ...buttons, copy), shown);
}

/** @param {Operation} operation @param {Set<string>} common @param {TryIt} tryIt @param {Record<string, any>} schemas */
function drawOperation(operation, common, tryIt, schemas) {
    const { about, access, parameters, body, replies, refusals } = operation;
    const description = h(
        "div.about",
        {},
        about && h("p", {}, ...prose(about)),
        h("p.kind", {}, accesses[access]),
        ...(parameters.length ? drawParameters(parameters) : []),
        body && h("h4", {}, body.isRequired ? "Body" : "Body, optional"),
        body && drawSchema(body.schema),
        h("h4", {}, "Answers"),
        h("ul.replies", {}, ...replies.map((reply) => drawReply(reply, schemas)), ...refusals.map((refusal) => drawRefusal(refusal, common))),
    );
    return [h("div.beside", {}, description, drawCode(samples(operation, schemas, location.origin))), tryIt.element(operation)];
}

/** @param {Operation} operation */
function operationEntry(operation, common, tryIt, schemas) {
    const { id, method, path: template, summary, about, parameters, body, replies, refusals } = operation;
    const types = [...schemasIn([body, replies], schemas)];
    const texts = [method, template, id, summary, about, ...parameters.map(({ name }) => name), ...membersIn([body, replies]), ...types, ...refusals.flatMap(({ codes }) => codes)];
    return {
        id,
        title: [verb(operation), path(template), h("span.says", {}, ...prose(summary))],
        text: texts.join(" "),
        draw: () => drawOperation(operation, common, tryIt, schemas),
    };
}

/** @returns {Entry} */
function typeEntry(name, schema) {
    return {
        id: schemaID(name),
        title: [h("code.name", {}, name)],
        text: [name, schema.description ?? "", ...membersIn(schema)].join(" "),
        draw: () => [schema.description && h("p", {}, ...prose(schema.description)), drawSchema(schema)],
    };
}

/** An entry, closed. @param {Entry} entry */
function drawEntry({ id, title, draw }) {
    const content = h("div.inside");
    const open = () => details.open && !content.childElementCount && content.append(...draw().filter(Boolean));
    const details = h("details.entry", { id, ontoggle: open }, h("summary", {}, h("h3", {}, ...title)), content);
    // An address needs the content at once; the event comes later.
    details.reveal = () => {
        details.open = true;
        open();
    };
    return details;
}

/** A part of the page. @param {string} title @param {string} name a class @param {Entry[]} entries */
function drawSection(title, name, entries, id = "") {
    const section = h(`section.part.${name}`, { "aria-label": title, ...(id && { id }) }, h("h2", {}, title), h("div.entries", {}, ...entries.map(drawEntry)));
    return section;
}

function drawContents(groups) {
    const call = (operation) => h("li", {}, h("a", { href: `#${operation.id}` }, verb(operation), " ", h("span", {}, ...prose(operation.summary.replace(/\.$/, "")))));
    const group = ([tag, operations]) => [h("h2", {}, tag), h("ul", {}, ...operations.map(call))];
    const problems = h("li", {}, h("a", { href: part === "clients" ? "#problems" : `${addresses.clients}#problems` }, "Problem codes"));
    const other = part === "clients" ? h("a", { href: addresses.operators }, "Calls of operators") : h("a", { href: addresses.clients }, "Calls of clients");
    return [...[...groups].flatMap(group), h("h2", {}, "Reference"), h("ul", {}, h("li", {}, h("a", { href: "#types" }, "Types")), problems, h("li", {}, other))];
}

/** The upper half of the window, without the end of the entry before one that an address leads to. */
const rootMargin = "-14px 0px -50%";

/** Marks the link to the first entry below the window's upper edge. @param {MediaQueryList} wide whether the links are beside the entries */
function addPosition(wide) {
    const links = new Map(/** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("#contents a[href^='#']")]).map((link) => [link.hash.slice(1), link]));
    const targets = [...links.keys()].map(element);
    const visible = new Set();
    const observer = new IntersectionObserver((changes) => {
        for (const { target, isIntersecting } of changes) visible[isIntersecting ? "add" : "delete"](target);
        const current = targets.find((target) => visible.has(target));
        if (!current) return;
        for (const link of links.values()) link.removeAttribute("aria-current");
        const link = links.get(current.id);
        link.setAttribute("aria-current", "location");
        if (wide.matches) link.scrollIntoView({ block: "nearest" });
    }, { rootMargin });
    for (const target of targets) observer.observe(target);
}

/** Shows only what contains the words of the query. @param {Entry[]} entries @param {Entry[]} elsewhere the calls of the other page */
function addSearch(entries, elsewhere) {
    const input = /** @type {HTMLInputElement} */ (element("find"));
    const other = part === "clients" ? "operators" : "clients";
    const search = () => {
        const query = input.value.trim();
        const found = entries.filter(({ id, text }) => (element(id).hidden = !isFound(text, query)) === false);
        for (const section of document.querySelectorAll("#reference > section")) {
            /** @type {HTMLElement} */ (section).hidden = !section.querySelector(".entry:not([hidden])");
        }
        const more = query ? elsewhere.filter(({ text }) => isFound(text, query)).length : 0;
        const link = h("a", { href: `${addresses[other]}?q=${encodeURIComponent(query)}` }, `${more} of ${other}`);
        element("found").replaceChildren(...(query ? [`${found.length} found`, ...(more ? [", and ", link] : [])] : []));
    };
    input.addEventListener("input", search);
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    search();
}

/** Opens what the address names. A call of the other page is opened there. @param {Operation[]} operations */
function follow(operations) {
    const name = decodeURIComponent(location.hash.slice(1));
    if (!name) return;
    const operation = operations.find(({ id }) => id === name);
    if (operation && partOf(operation) !== part) return location.replace(address(operation));
    if (part === "operators" && name.startsWith("problem")) return location.replace(`${addresses.clients}#${name}`);
    const target = /** @type {any} */ (element(name) ?? element(name.startsWith("problem-") ? "problems" : "reference"));
    target.hidden = false;
    target.reveal?.();
    target.scrollIntoView();
}

try {
    const paths = ["/openapi.json", "/v1/catalog", "/problems"];
    const [described, known, { problems: guides }] = await Promise.all(paths.map((path) => new Transport().call("GET", path, { headers: { Accept: "application/json" } })));
    const operations = operationsOf(described);
    const { schemas } = described.components;
    const problems = callsByProblem(operations);
    const credentials = new Credentials(element("credentials"), known);
    const tryIt = new TryIt(credentials);
    const own = operations.filter((operation) => partOf(operation) === part);
    /** @type {[string, Operation[]][]} */
    const groups = described.tags.map(({ name }) => /** @type {[string, Operation[]]} */ ([name, own.filter(({ tag }) => tag === name)])).filter(([, calls]) => calls.length);
    const entry = (operation) => operationEntry(operation, problems.common, tryIt, schemas);
    const calls = groups.map(([tag, operations]) => /** @type {[string, Entry[]]} */ ([tag, operations.map(entry)]));
    const used = schemasIn(own.map(({ body, replies }) => [body, replies]), schemas);
    const types = Object.entries(schemas).filter(([name]) => used.has(name) || (part === "clients" && ["Problem", "FieldError"].includes(name))).map(([name, schema]) => typeEntry(name, schema));
    const codes = part === "clients" ? problemEntries(guides, problems, address) : [];
    element("reference").replaceChildren(
        ...calls.map(([tag, entries]) => drawSection(tag, "calls", entries)),
        drawSection("Types", "types", types, "types"),
        codes.length ? drawSection("Problem codes", "problems", codes, "problems") : "",
    );
    element("contents").append(...drawContents(groups));
    addSearch([...calls.flatMap(([, entries]) => entries), ...types, ...codes], operations.filter((operation) => partOf(operation) !== part).map(entry));
    // The list is open beside the reference, and closed above it on a narrow screen.
    const wide = matchMedia("(min-width: 60rem)");
    const fold = () => (/** @type {HTMLDetailsElement} */ (element("contents")).open = wide.matches);
    wide.addEventListener("change", fold);
    fold();
    addPosition(wide);
    addEventListener("hashchange", () => follow(operations));
    follow(operations);
} catch (error) {
    element("reference").replaceChildren(h("p.notice", { role: "alert" }, error.message));
}
