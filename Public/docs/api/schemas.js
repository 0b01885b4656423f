// Draws the schemas of an OpenAPI document.

import { h } from "../../web/dom.js";
import { nameOf } from "./examples.js";

const maxDepth = 6;

/** The id of a shared schema's section. @param {string} name */
export function schemaID(name) {
    return `type-${name}`;
}

/** A text with its parts in backquotes as code, and with typographic apostrophes. @param {string} text */
export function prose(text) {
    return text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part.replaceAll("'", "’")));
}

/**
 * The members of a schema, with those of their own objects below.
 * @param {any} schema
 * @returns {HTMLElement}
 */
export function drawSchema(schema, depth = 0) {
    if (depth > maxDepth) return h("span", {}, "…");
    const alternatives = (schema.oneOf ?? schema.anyOf ?? []).filter(({ type }) => type !== "null");
    if (alternatives.length > 1) {
        const draw = (one, index) => h("li", {}, h("p.alternative", {}, one.title ?? `Alternative ${index + 1}`), drawSchema(one, depth + 1));
        return h("ol.alternatives", {}, ...alternatives.map(draw));
    }
    const object = [alternatives[0], schema, schema.items].find((one) => one?.properties);
    if (!object) return h("p", {}, kind(schema));
    if (!Object.keys(object.properties).length) return h("p", {}, "No members.");
    const members = Object.entries(object.properties).map(([name, member]) => drawMember(name, member, object.required?.includes(name), depth));
    return h("ul.members", {}, ...members);
}

/** An example, if it is short. @param {any} value */
function drawExample(value) {
    const text = JSON.stringify(value);
    return text && text.length <= 120 ? [" ", h("span.kind", {}, "Example: ", h("code", {}, text))] : [];
}

/** A description with an example. @param {string | undefined} about @param {any} [example] */
export function drawAbout(about, example) {
    if (!about && example === undefined) return null;
    return h("p", {}, ...prose(about ?? ""), ...(example === undefined ? [] : drawExample(example)));
}

function drawMember(name, member, isRequired, depth) {
    const inner = [member, member.items, ...(member.anyOf ?? [])].find((one) => one?.properties);
    return h(
        "li",
        {},
        h("code.name", {}, name),
        " ",
        h("span.kind", {}, ...[kind(member)].flat()),
        !isRequired && h("span.kind", {}, ", optional"),
        drawAbout(member.description, member.examples?.[0]),
        inner && drawSchema(inner, depth + 1),
    );
}

/** What a value is, in a few words. */
function kind(schema) {
    if (schema.$ref) return h("a", { href: `#${schemaID(nameOf(schema.$ref))}` }, nameOf(schema.$ref));
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.filter((value) => value !== null).map((value) => JSON.stringify(value)).join(", ");
    if (schema.type === "null") return "null";
    const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
    if (alternatives.length === 1) return kind(alternatives[0]);
    const type = [schema.type].flat().find((name) => name !== "null");
    if (type === "array") return h("span", {}, "list of ", ...[kind(schema.items ?? {})].flat());
    if (type === "object" && schema.additionalProperties) return h("span", {}, "object of ", ...[kind(schema.additionalProperties)].flat());
    return [type ?? (alternatives.length ? "one of several" : "any value"), schema.format && `(${schema.format})`].filter(Boolean).join(" ");
}
