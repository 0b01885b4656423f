import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleOf, membersIn, schemasIn } from "../../Public/docs/api/examples.js";
import { callsByProblem, isFound, operationsOf, startingValue, targetOf } from "../../Public/docs/api/operations.js";
import { pythonLiteral, samples } from "../../Public/docs/api/samples.js";

const problem = (...codes) => ({ content: { "application/problem+json": { schema: { allOf: [{}, { properties: { code: { enum: codes } } }] } } } });
const operation = (operationId, responses, more = {}) => ({ operationId, summary: `${operationId}.`, tags: ["Things"], security: [], responses, ...more });
const path = { name: "thing", in: "path", required: true, schema: { type: "string" } };
const limit = { name: "limit", in: "query", description: "At most this many.", schema: { type: "integer" } };
const described = {
    paths: {
        "/things": { get: operation("getThings", { 200: { description: "All.", content: { "application/json": { schema: {} } } }, 503: problem("overloaded") }, { parameters: [limit] }) },
        "/things/{thing}": {
            get: operation("getThing", { 200: { description: "One." }, 404: problem("no-such-thing", "no-such-route"), 503: problem("overloaded") }, { parameters: [path] }),
            delete: operation("deleteThing", { 204: { description: "Gone." }, 404: problem("no-such-thing"), 503: problem("overloaded") }, { parameters: [path], security: [{ operator: [] }] }),
        },
    },
};

test("the calls of a document have their parameters, replies and problem codes", () => {
    const operations = operationsOf(described);
    assert.deepEqual(operations.map(({ id, method, access }) => [id, method, access]), [["getThings", "GET", "open"], ["getThing", "GET", "open"], ["deleteThing", "DELETE", "operator"]]);
    assert.deepEqual(operations[0].parameters, [{ name: "limit", place: "query", about: "At most this many.", isRequired: false, schema: { type: "integer" }, example: undefined }]);
    assert.deepEqual(operations[1].replies.map(({ status }) => status), ["200"]);
    assert.deepEqual(operations[1].refusals, [{ status: "404", codes: ["no-such-thing", "no-such-route"] }, { status: "503", codes: ["overloaded"] }]);
});

test("a problem code lists its calls, and a code of all calls is common", () => {
    const { calls, common } = callsByProblem(operationsOf(described));
    assert.deepEqual([...calls.keys()], ["no-such-route", "no-such-thing", "overloaded"]);
    assert.deepEqual(calls.get("no-such-thing").map(({ id }) => id), ["getThing", "deleteThing"]);
    assert.deepEqual([...common], ["overloaded"]);
});

test("the target of a call has its parameters in percent-encoding, and no empty ones", () => {
    const [all, one] = operationsOf(described);
    assert.equal(targetOf(one, () => "a/b c"), "/things/a%2Fb%20c");
    assert.equal(targetOf(all, () => "5"), "/things?limit=5");
    assert.equal(targetOf(all, () => ""), "/things");
});

test("a body starts with its required members, and with the values that are known", () => {
    const schema = { properties: { action: { type: "string" }, count: { type: ["integer", "null"] }, note: { type: "string" } }, required: ["action", "count"] };
    assert.deepEqual(startingValue(schema, { action: "go", note: "Hi", other: 1 }), { action: "go", count: 0, note: "Hi" });
});

const schemas = {
    Thing: { type: "object", properties: { name: { type: "string", examples: ["Ada"] }, part: { $ref: "#/components/schemas/Thing" }, at: { type: "integer" } }, required: ["name"] },
    List: { type: "object", properties: { things: { type: "array", items: { $ref: "#/components/schemas/Thing" } }, next: { type: "string" } }, required: ["things"] },
};

test("an example is made of the examples of the members", () => {
    const reference = { $ref: "#/components/schemas/List" };
    assert.deepEqual(exampleOf(reference, schemas), { things: [{ name: "Ada" }] });
    assert.deepEqual(exampleOf({ oneOf: [{ type: "null" }, { enum: ["a", "b"] }] }, schemas), "a");
    assert.deepEqual([...schemasIn(reference, schemas)], ["List", "Thing"]);
    assert.deepEqual(membersIn(schemas.List), ["things", "next"]);
});

test("a call is code in four languages, without a token", () => {
    const [call] = operationsOf({ paths: { "/v1/admin/things/{thing}": { post: operation("postThing", {}, {
        security: [{ operator: [] }],
        parameters: [{ ...path, example: "a b" }],
        requestBody: { required: true, content: { "application/json": { schema: { type: "object", properties: { isNew: { type: "boolean", examples: [true] } } } } } },
    }) } } });
    const texts = Object.fromEntries(samples(call, {}, "https://example.org"));
    assert.equal(texts.curl, `curl -X POST 'https://example.org/v1/admin/things/a%20b' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d '{"isNew":true}'`);
    assert.match(texts.JavaScript, /call\("POST", "\/v1\/admin\/things\/a%20b", \{ token: "…", body: \{"isNew":true\} \}\)/);
    assert.match(texts.Swift, /request\.httpBody = Data\(#"\{"isNew":true\}"#\.utf8\)/);
    assert.match(texts.Python, /data=json\.dumps\(\{"isNew": True\}\)\.encode\(\)/);
    assert.equal(pythonLiteral([null, false, "it's"]), `[None, False, "it's"]`);
});

test("a text is found by all of its words", () => {
    assert.equal(isFound("POST /v1/handoffs Takes over", "handoff post"), true);
    assert.equal(isFound("POST /v1/handoffs", "handoff get"), false);
    assert.equal(isFound("anything", ""), true);
});
