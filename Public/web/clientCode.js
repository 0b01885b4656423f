// Pure functions that write a call of the API as code for the JavaScript client and for the Swift client.

/** @typedef {{method: string, path: string, body?: any}} Call */

/** A call's session, the rest of its path, and a name such as `POST /actions`. Null for calls without a session. */
function sessionCall({ method, path }) {
    const [, session, rest] = /^\/v1\/sessions\/([^/]+)(.*)$/.exec(path) ?? [];
    return session ? { session, name: rest.startsWith("/screens/") ? `${method} draft` : `${method} ${rest}`, rest } : null;
}

/** The query of a call that lists sessions. Null for other calls. */
function listQuery({ method, path }) {
    const found = /^\/v1\/sessions(?:\?(.*))?$/.exec(path);
    return found && method === "GET" ? Object.fromEntries(new URLSearchParams(found[1])) : null;
}

/** A list of arguments, without undefined ones at its end. */
function argumentList(values, literal) {
    const kept = [...values];
    while (kept.length && kept.at(-1) === undefined) kept.pop();
    return kept.map((value) => (value === undefined ? "undefined" : literal(value))).join(", ");
}

/** An object without its undefined members. Undefined if no member remains. */
function withoutUndefined(members) {
    const kept = Object.entries(members).filter(([, value]) => value !== undefined);
    return kept.length ? Object.fromEntries(kept) : undefined;
}

/**
 * A call of the JavaScript client.
 * @param {Call} made
 */
export function javaScript({ method, path, body = {} }) {
    const call = sessionCall({ method, path });
    const literal = (value) => JSON.stringify(value, null, 1).replace(/\n */g, " ");
    const { action, params, screen, draft, to, tab, container, link } = body;
    const withImport = (expression, name = "Session") => `import { ${name} } from "/fairway.js";\n\n${expression}`;
    const query = listQuery({ method, path });
    if (query) return withImport(`const { sessions, next } = await Session.list(${literal(query)}, transport);`);
    if (path === "/v1/sessions") return withImport(`const session = await Session.start(${argumentList([withoutUndefined(body)], literal)});`);
    if (path === "/v1/handoffs") return withImport(`const session = await Session.takeHandoff(${argumentList([body.code, body.device], literal)});`);
    if (!call) return withImport(`await new Transport().call(${argumentList([method, path, withoutUndefined({ body: withoutUndefined(body) })], literal)});`, "Transport");
    const draftScreen = literal(decodeURIComponent(call.rest.split("/")[2] ?? ""));
    const calls = {
        "GET ": () => "load()",
        "POST /actions": () => `send(${argumentList([action, params, withoutUndefined({ screen, draft })], literal)})`,
        "POST /back": () => `goBack(${argumentList([withoutUndefined({ screen, to, draft })], literal)})`,
        "POST /select": () => `select(${argumentList([tab, container], literal)})`,
        "POST /links": () => `openLink(${literal(link)})`,
        "POST /refresh": () => "refresh()",
        "PUT /device": () => `setDevice(${literal(body)})`,
        "PUT /user": () => "signIn()",
        "PUT draft": () => `keepDraft(${draftScreen}, ${literal(body)})`,
        "DELETE draft": () => `keepDraft(${draftScreen}, undefined)`,
        "POST /handoff": () => "makeHandoff()",
        "DELETE ": () => "end()",
    };
    const session = `const token = "…";\nconst session = await new Session({ id: ${literal(call.session)}, token }).load();`;
    if (call.name === "GET ") return withImport(session);
    if (call.name === "GET /stream") {
        return withImport(`${session}\nsession.addEventListener("state", ({ detail }) => draw(detail.state, detail.moves));\nsession.follow();`);
    }
    return withImport(`${session}\nawait session.${calls[call.name]?.() ?? `transport.call(${argumentList([method, path], literal)})`};`);
}

/** JSON escapes that Swift lacks, as Unicode escapes of Swift. */
const swiftEscapes = { b: "\\u{8}", f: "\\u{c}" };

/** A JSON value as a Swift literal. */
function swiftLiteral(value) {
    if (value === null) return "nil";
    if (typeof value === "string") return JSON.stringify(value).replace(/\\(u....|.)/g, (escape, kind) => swiftEscapes[kind] ?? (kind.length > 1 ? `\\u{${kind.slice(1)}}` : escape));
    if (Array.isArray(value)) return `[${value.map(swiftLiteral).join(", ")}]`;
    if (typeof value !== "object") return String(value);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `[${members.map(([name, member]) => `${swiftLiteral(name)}: ${swiftLiteral(member)}`).join(", ") || ":"}]`;
}

/**
 * A call of the Swift client.
 * @param {Call} made
 * @param {string} origin
 */
export function swift({ method, path, body = {} }, origin) {
    const call = sessionCall({ method, path });
    const json = (value) => `${swiftLiteral(value)} as JSONValue`;
    /** Arguments with their labels. Undefined ones are left out. */
    const labelled = (...pairs) =>
        pairs.filter(([, value]) => value !== undefined).map(([label, value]) => (label ? `${label}: ${value}` : value)).join(", ");
    const text = (value) => (value === undefined ? undefined : swiftLiteral(value));
    const value = (member) => (member === undefined ? undefined : json(member));
    const device = (given) => given && `Device(${labelled(["idiom", given.idiom && `.${given.idiom}`], ["locale", text(given.locale)])})`;
    const { action, params, screen, draft, to, tab, container, link, flow, input, code } = body;
    const app = `import FairwayClient\nimport FairwayWire\nimport Foundation\n\nlet app = RemoteApp(URL(string: ${swiftLiteral(origin)})!)`;
    const query = listQuery({ method, path });
    if (query) return `${app}\nlet list = try await app.sessions(${labelled(["status", query.status && `.${query.status}`], ["cursor", text(query.cursor)])})`;
    if (path === "/v1/sessions") {
        const parts = labelled(["flow", text(flow)], ["input", value(input)], ["link", text(link)], ["device", device(body.device)]);
        return `${app}\nlet session = try await app.start(${parts})`;
    }
    if (path === "/v1/handoffs") return `${app}\nlet session = try await app.takeHandoff(${labelled(["", text(code)], ["device", device(body.device)])})`;
    if (!call) return app;
    const draftScreen = swiftLiteral(decodeURIComponent(call.rest.split("/")[2] ?? ""));
    const calls = {
        "POST /actions": () => `send(${labelled(["", text(action)], ["", value(params)], ["on", text(screen)], ["draft", value(draft)])})`,
        "POST /back": () => `goBack(${labelled(["from", text(screen)], ["to", text(to)], ["draft", value(draft)])})`,
        "POST /select": () => `select(${labelled(["", text(tab)], ["in", text(container)])})`,
        "POST /links": () => `open(link: ${text(link)})`,
        "POST /refresh": () => "refresh()",
        "PUT /device": () => `setDevice(${device(body)})`,
        "PUT /user": () => "signIn()",
        "PUT draft": () => `keep(draft: ${json(body)}, on: ${draftScreen})`,
        "DELETE draft": () => `forgetDraft(on: ${draftScreen})`,
        "POST /handoff": () => "makeHandoff()",
        "DELETE ": () => "end()",
    };
    const resumed = `${app}\nlet token = "…"\nlet session = try await app.resume(.init(session: ${swiftLiteral(call.session)}, token: token))`;
    if (call.name === "GET /stream") return `${resumed}\nasync let following: Void = session.follow()\nfor await update in session.updates { draw(update) }`;
    const result = call.name === "POST /handoff" ? "let handoff = " : "";
    return calls[call.name] ? `${resumed}\n${result}try await session.${calls[call.name]()}` : resumed;
}
