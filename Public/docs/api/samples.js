// Writes a call as code in four languages. Pure.

import { javaScript, swift } from "../../web/clientCode.js";
import { curl } from "../../web/curl.js";
import { exampleOf } from "./examples.js";
import { targetOf } from "./operations.js";

/** @typedef {{method: string, path: string, headers: Record<string, string>, body: any}} Call */

/** A JSON value as a literal of Python. @param {any} value @returns {string} */
export function pythonLiteral(value) {
    if (value === null) return "None";
    if (value === true) return "True";
    if (value === false) return "False";
    if (typeof value !== "object") return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
    return `{${Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`).join(", ")}}`;
}

/** @param {Call} call @param {string} origin */
export function python({ method, path, headers, body }, origin) {
    const fields = Object.keys(headers).map((name) => (name === "Authorization" ? '"Authorization": f"Bearer {token}"' : `${JSON.stringify(name)}: ${JSON.stringify(headers[name])}`));
    if (body !== undefined) fields.push('"Content-Type": "application/json"');
    const parts = [JSON.stringify(origin + path), `method=${JSON.stringify(method)}`];
    if (fields.length) parts.push(`headers={${fields.join(", ")}}`);
    if (body !== undefined) parts.push(`data=json.dumps(${pythonLiteral(body)}).encode()`);
    const request = parts.length > 2 ? `Request(\n    ${parts.join(",\n    ")},\n)` : `Request(${parts.join(", ")})`;
    const token = "Authorization" in headers ? 'token = "…"\n' : "";
    return `import json\nfrom urllib.request import Request, urlopen\n\n${token}request = ${request}\nwith urlopen(request) as answer:\n    print(answer.status, answer.read().decode())`;
}

/** A call without a method of the Swift client. @param {Call} call @param {string} origin */
function urlSession({ method, path, headers, body }, origin) {
    const lines = ["import Foundation", "", `var request = URLRequest(url: URL(string: ${JSON.stringify(origin + path)})!)`];
    if (method !== "GET") lines.push(`request.httpMethod = ${JSON.stringify(method)}`);
    if ("Authorization" in headers) lines.splice(2, 0, 'let token = "…"');
    for (const name of Object.keys(headers)) {
        lines.push(name === "Authorization" ? 'request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")' : `request.setValue(${JSON.stringify(headers[name])}, forHTTPHeaderField: ${JSON.stringify(name)})`);
    }
    if (body !== undefined) lines.push('request.setValue("application/json", forHTTPHeaderField: "Content-Type")', `request.httpBody = Data(#"${JSON.stringify(body)}"#.utf8)`);
    return [...lines, "let (data, _) = try await URLSession.shared.data(for: request)"].join("\n");
}

/** A call without a method of the JavaScript client. @param {Call} call */
function transport({ method, path, headers, body }) {
    const options = [];
    if ("Authorization" in headers) options.push('token: "…"');
    if (body !== undefined) options.push(`body: ${JSON.stringify(body)}`);
    const more = options.length ? `, { ${options.join(", ")} }` : "";
    return `import { Transport } from "/fairway.js";\n\nconst reply = await new Transport().call(${JSON.stringify(method)}, ${JSON.stringify(path)}${more});`;
}

/** The calls that the clients have methods for. */
const clientPaths = /^\/v1\/(sessions|handoffs)\b/;

/**
 * The call with the examples of its parameters and its body.
 * @param {import("./operations.js").Operation} operation
 * @param {Record<string, any>} schemas
 * @returns {Call}
 */
export function exampleCall(operation, schemas) {
    const { method, access, parameters, body } = operation;
    /** @param {import("./operations.js").Parameter} parameter */
    const value = (parameter) => (parameter.place === "path" ? String(parameter.example ?? exampleOf(parameter.schema, schemas)) : "");
    return {
        method,
        path: targetOf({ ...operation, parameters }, value),
        headers: access === "open" ? {} : { Authorization: "" },
        body: body ? (body.example ?? exampleOf(body.schema, schemas)) : undefined,
    };
}

/**
 * The call as code, by the names of the languages.
 * @param {import("./operations.js").Operation} operation
 * @param {Record<string, any>} schemas
 * @param {string} origin
 * @returns {[name: string, text: string][]}
 */
export function samples(operation, schemas, origin) {
    const call = exampleCall(operation, schemas);
    const isClients = clientPaths.test(call.path);
    return [
        ["curl", curl(call, origin)],
        ["JavaScript", isClients ? javaScript(call) : transport(call)],
        ["Swift", isClients ? swift(call, origin) : urlSession(call, origin)],
        ["Python", python(call, origin)],
    ];
}
