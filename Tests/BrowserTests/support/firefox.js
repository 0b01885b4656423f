// Firefox, controlled over Marionette: its own protocol, with the commands of WebDriver. Debian has no geckodriver, which translates.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { announcement } from "./announcement.js";
import { Page } from "./browser.js";

const preferences = {
    // Any free port.
    "marionette.port": 0,
    "intl.locale.requested": "en-GB",
    "ui.prefersReducedMotion": 1,
    "datareporting.policy.dataSubmissionEnabled": false,
};

/** Marionette's names of WebDriver's commands, without the ids in their paths. */
const commands = {
    "POST /url": "Navigate",
    "GET /url": "GetCurrentURL",
    "POST /refresh": "Refresh",
    "POST /execute/sync": "ExecuteScript",
    "POST /elements": "FindElements",
    "GET /element/displayed": "IsElementDisplayed",
    "POST /element/click": "ElementClick",
    "POST /element/value": "ElementSendKeys",
    "POST /element/clear": "ElementClear",
    "GET /element/text": "GetElementText",
    "POST /actions": "PerformActions",
};

/** A process for each window. */
export class Firefox {
    static async launch() {
        return new Firefox();
    }

    #processes = new Set();

    async open({ width = 1280, height = 860 } = {}) {
        const profile = mkdtempSync(join(tmpdir(), "fairway-firefox-"));
        const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
        writeFileSync(join(profile, "user.js"), lines.join("\n"));
        const args = ["--headless", "--marionette", "--no-remote", "--profile", profile, "--width", String(width), "--height", String(height)];
        const process = spawn("firefox-esr", args, { stdio: ["ignore", "pipe", "ignore"] });
        this.#processes.add(process);
        const connection = new Marionette(await announcement(process, /Listening on port (\d+)/));
        await connection.send("NewSession", {});
        const close = async () => {
            await end(process);
            this.#processes.delete(process);
            rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
        };
        return new FirefoxPage(connection, close);
    }

    async quit() {
        for (const process of this.#processes) await end(process);
    }
}

async function end(process) {
    process.kill("SIGKILL");
    if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
    process.stdout.destroy();
}

class FirefoxPage extends Page {
    constructor(connection, close) {
        super((method, path, body) => {
            const [, element, rest = path] = /^\/element\/([^/]+)(.*)$/.exec(path) ?? [];
            const name = commands[`${method} ${element ? "/element" : ""}${rest}`];
            if (!name) throw new Error(`Firefox has no command for ${method} ${path}.`);
            return connection.send(name, element ? { ...body, id: element } : body);
        });
        this.close = close;
    }

    /** The WebDriver command takes a date as the page's script reads it. */
    fillDate(selector, date) {
        return this.fill(selector, date);
    }

    /** WebDriver has no command for the browser's console. */
    async consoleErrors() {
        return [];
    }
}

/** A connection with messages of the form `length:[type, id, …]`. */
class Marionette {
    #received = Buffer.alloc(0);
    #waiting = new Map();
    #count = 0;

    constructor(port) {
        this.socket = connect(Number(port), "127.0.0.1");
        this.socket.on("data", (data) => this.#read(data));
        this.socket.on("close", () => this.#fail(new Error("Firefox has closed the connection.")));
        this.socket.on("error", (error) => this.#fail(error));
    }

    send(name, parameters) {
        const id = ++this.#count;
        const message = JSON.stringify([0, id, `WebDriver:${name}`, parameters]);
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { name, resolve, reject });
            this.socket.write(`${Buffer.byteLength(message)}:${message}`);
        });
    }

    #fail(error) {
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }

    #read(data) {
        this.#received = Buffer.concat([this.#received, data]);
        for (;;) {
            const colon = this.#received.indexOf(":");
            const end = colon + 1 + Number(this.#received.subarray(0, colon));
            if (colon < 0 || this.#received.length < end) return;
            const message = JSON.parse(this.#received.subarray(colon + 1, end).toString());
            this.#received = this.#received.subarray(end);
            // The first message is a greeting, and no answer.
            if (Array.isArray(message)) this.#answer(message);
        }
    }

    #answer([, id, error, result]) {
        const { name, resolve, reject } = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) return reject(new Error(`${name}: ${error.error}: ${error.message}`));
        resolve(result && "value" in result ? result.value : result);
    }
}
