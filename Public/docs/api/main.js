// The API reference, drawn from the server's own OpenAPI document.

import { Transport } from "../../fairway.js";
import { h } from "../../web/dom.js";
import { Credentials } from "./credentials.js";
import { callsByProblem, operationsOf } from "./operations.js";
import { drawSchema, prose, schemaID } from "./schemas.js";
import { TryIt } from "./tryIt.js";

const element = (id) => document.getElementById(id);
/** Longer lists of calls are closed. */
const mostNames = 8;
const accesses = { open: "No token", session: "The session’s token", operator: "The operator’s token" };

/** @param {import("./operations.js").Operation} operation */
const verb = ({ method }) => h("span.verb", { data: { method } }, method);
const path = (text) => h("code.path", {}, ...text.split("/").flatMap((part, index) => (index ? ["/", h("wbr"), part] : [part])));
const problemLink = (code) => h("a", { href: `/problems/${code}` }, h("code", {}, code));

function drawParameters(parameters) {
    const row = ({ name, place, about, isRequired }) =>
        h("li", {}, h("code.name", {}, name), " ", h("span.kind", {}, `${place}${isRequired ? "" : ", optional"}`), about && h("p", {}, ...prose(about)));
    return [h("h4", {}, "Parameters"), h("ul.members", {}, ...parameters.map(row))];
}

/** @param {import("./operations.js").Reply} reply */
function drawReply({ status, about, content, headers }) {
    const parts = content.flatMap(({ type, schema }) => [h("p.kind", {}, type), type === "application/json" && drawSchema(schema)]);
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

/** @param {import("./operations.js").Operation} operation @param {Set<string>} common @param {TryIt} tryIt */
function drawOperation(operation, common, tryIt) {
    const { id, summary, access, parameters, body, replies, refusals } = operation;
    return h(
        "article.call",
        { id, "aria-labelledby": `${id}-title` },
        h("h3", { id: `${id}-title` }, h("a", { href: `#${id}` }, ...prose(summary))),
        h("p.request", {}, verb(operation), path(operation.path), h("span.kind", {}, accesses[access])),
        ...(parameters.length ? drawParameters(parameters) : []),
        body && h("h4", {}, body.isRequired ? "Body" : "Body, optional"),
        body && drawSchema(body.schema),
        h("h4", {}, "Answers"),
        h("ul.replies", {}, ...replies.map(drawReply), ...refusals.map((refusal) => drawRefusal(refusal, common))),
        tryIt.element(operation),
    );
}

/** @param {ReturnType<typeof callsByProblem>} problems */
function drawProblems({ calls, common }) {
    const link = ({ id, method, path }) => h("a.named", { href: `#${id}` }, `${method} ${path}`);
    const list = (given) => {
        const names = h("ul.names", {}, ...given.map((one) => h("li", {}, link(one))));
        return given.length > mostNames ? h("details", {}, h("summary", {}, `${given.length} calls`), names) : names;
    };
    const entry = ([code, given]) => h("li", { id: `problem-${code}` }, problemLink(code), common.has(code) ? h("span.kind", {}, "Every call") : list(given));
    return h(
        "section.part",
        { id: "problems", "aria-labelledby": "problems-title" },
        h("h2", { id: "problems-title" }, "Problem codes"),
        h("p", {}, "Each code has a page that explains it. A code that is not listed here is about HTTP itself, and any request can get it."),
        h("ul.problems", {}, ...[...calls].map(entry)),
    );
}

function drawTypes(schemas) {
    const entry = ([name, schema]) =>
        h("article.call", { id: schemaID(name), "aria-labelledby": `${schemaID(name)}-title` }, h("h3", { id: `${schemaID(name)}-title` }, name), drawSchema(schema));
    return h("section.part", { id: "types", "aria-labelledby": "types-title" }, h("h2", { id: "types-title" }, "Types"), ...Object.entries(schemas).map(entry));
}

function drawContents(groups) {
    const call = (operation) => h("li", {}, h("a", { href: `#${operation.id}` }, verb(operation), " ", h("span", {}, ...prose(operation.summary.replace(/\.$/, "")))));
    const group = ([tag, operations]) => [h("h2", {}, tag), h("ul", {}, ...operations.map(call))];
    const more = [h("h2", {}, "Reference"), h("ul", {}, h("li", {}, h("a", { href: "#problems" }, "Problem codes")), h("li", {}, h("a", { href: "#types" }, "Types")))];
    return [...[...groups].flatMap(group), ...more];
}

try {
    const [described, known] = await Promise.all(["/openapi.json", "/v1/catalog"].map((path) => new Transport().call("GET", path)));
    const operations = operationsOf(described);
    const problems = callsByProblem(operations);
    const credentials = new Credentials(element("credentials"), known);
    const tryIt = new TryIt(credentials);
    /** @type {Map<string, import("./operations.js").Operation[]>} */
    const groups = new Map(described.tags.map(({ name }) => [name, operations.filter(({ tag }) => tag === name)]));
    const section = ([tag, calls]) =>
        h("section.part", { "aria-label": tag }, h("h2", {}, tag), ...calls.map((operation) => drawOperation(operation, problems.common, tryIt)));
    element("about").replaceChildren(...prose(described.info.description));
    element("reference").replaceChildren(...[...groups].map(section), drawProblems(problems), drawTypes(described.components.schemas));
    element("contents").append(...drawContents(groups));
    // The list is open beside the reference, and closed above it on a narrow screen.
    const wide = matchMedia("(min-width: 60rem)");
    const fold = () => (/** @type {HTMLDetailsElement} */ (element("contents")).open = wide.matches);
    wide.addEventListener("change", fold);
    fold();
    // The address can name a part that has only just been drawn, or the code of a problem that no call lists.
    const part = location.hash.slice(1);
    if (part) (element(part) ?? element(part.startsWith("problem-") ? "problems" : "reference")).scrollIntoView();
} catch (error) {
    element("reference").replaceChildren(h("p.notice", { role: "alert" }, error.message));
}
