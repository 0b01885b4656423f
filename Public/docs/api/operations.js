// Reads the calls of an OpenAPI document. Pure.

const problemType = "application/problem+json";

/**
 * @typedef {{name: string, place: "path" | "query" | "header", about: string, isRequired: boolean, schema: any, example?: any}} Parameter
 * @typedef {{status: string, about: string, content: {type: string, schema: any, example?: any}[], headers: {name: string, about: string}[]}} Reply
 * @typedef {{status: string, codes: string[]}} Refusal
 * @typedef {{
 *   id: string, method: string, path: string, summary: string, about: string, tag: string,
 *   access: "open" | "user" | "session" | "operator",
 *   parameters: Parameter[], body: {isRequired: boolean, schema: any, example?: any} | null, replies: Reply[], refusals: Refusal[]
 * }} Operation a call: `refusals` are its problem codes by status
 */

/**
 * The calls of a document, in its order.
 * @param {any} document
 * @returns {Operation[]}
 */
export function operationsOf({ paths, components }) {
    const resolved = (response) => (response.$ref ? components.responses[response.$ref.split("/").at(-1)] : response);
    return Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, described]) => operation(method, path, described, resolved)));
}

/** @returns {Operation} */
function operation(method, path, { operationId, summary, description: about = "", tags, security, parameters = [], requestBody, responses }, resolved) {
    const all = Object.entries(responses).map(([status, response]) => ({ status, ...resolved(response) }));
    const isRefusal = ({ content }) => content && problemType in content;
    return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        about,
        tag: tags[0],
        access: /** @type {any} */ (Object.keys(security?.[0] ?? {})[0] ?? "open"),
        parameters: parameters.map(({ name, in: place, description = "", required = false, schema, example }) => ({ name, place, about: description, isRequired: required, schema, example })),
        body: requestBody ? { isRequired: requestBody.required, ...requestBody.content["application/json"] } : null,
        replies: all.filter((one) => !isRefusal(one)).map(({ status, description, content = {}, headers = {} }) => ({
            status,
            about: description,
            content: Object.entries(content).map(([type, { schema, example }]) => ({ type, schema, example })),
            headers: Object.entries(headers).map(([name, { description: about }]) => ({ name, about })),
        })),
        refusals: all.filter(isRefusal).map(({ status, content }) => ({ status, codes: codesIn(content[problemType].schema) })),
    };
}

function codesIn({ allOf = [] }) {
    return allOf.flatMap(({ properties }) => properties?.code?.enum ?? []);
}

/**
 * The calls that can answer with each problem code, and the codes that any call can answer with.
 * @param {Operation[]} operations
 * @returns {{calls: Map<string, Operation[]>, common: Set<string>}} `calls` in alphabetical order
 */
export function callsByProblem(operations) {
    /** @type {Map<string, Operation[]>} */
    const calls = new Map();
    for (const operation of operations) {
        for (const code of operation.refusals.flatMap(({ codes }) => codes)) calls.set(code, [...(calls.get(code) ?? []), operation]);
    }
    const common = new Set([...calls].filter(([, given]) => given.length === operations.length).map(([code]) => code));
    return { calls: new Map([...calls].sort(([a], [b]) => (a < b ? -1 : 1))), common };
}

/**
 * A value to edit: the members of a schema that have a known value by their name, and the other required members, empty.
 * @param {any} schema
 * @param {Record<string, any>} known
 */
export function startingValue(schema, known) {
    const members = Object.entries(schema.properties ?? {}).filter(([name]) => known[name] !== undefined || schema.required?.includes(name));
    return Object.fromEntries(members.map(([name, member]) => [name, known[name] ?? emptyValue(member)]));
}

function emptyValue({ type, enum: choices, const: only }) {
    if (only !== undefined) return only;
    if (choices) return choices[0];
    return { string: "", integer: 0, number: 0, boolean: false, array: [] }[[type].flat()[0]] ?? {};
}

/**
 * The path with its parameters and query filled in.
 * @param {Operation} operation
 * @param {(parameter: Parameter) => string} value an empty text omits a parameter of the query
 */
export function targetOf({ path, parameters }, value) {
    const filled = parameters.filter(({ place }) => place === "path")
        .reduce((path, parameter) => path.replace(`{${parameter.name}}`, encodeURIComponent(value(parameter))), path);
    const query = parameters.filter((parameter) => parameter.place === "query" && value(parameter))
        .map((parameter) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(value(parameter))}`);
    return query.length ? `${filled}?${query.join("&")}` : filled;
}

/** Whether a text contains all words of a query, in any case. @param {string} text @param {string} query */
export function isFound(text, query) {
    const lowered = text.toLowerCase();
    return query.toLowerCase().split(/\s+/).every((word) => lowered.includes(word));
}
