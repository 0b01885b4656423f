// The server under test: the sample app, on a free port and a store of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { announcement } from "./announcement.js";

/** A running server; it can be killed, and started again where it was. */
export class Server {
    static async start() {
        const server = new Server();
        await server.run();
        return server;
    }

    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), "fairway-browser-"));
        this.port = 0;
        this.token = "the-operator-of-the-browser-tests";
    }

    async run() {
        const executable = process.env.FAIRWAY_SAMPLES;
        if (!executable) throw new Error("FAIRWAY_SAMPLES names the server to test; Tests/BrowserTests/run sets it.");
        const args = ["serve", "--port", String(this.port), "--store", `sqlite:${this.folder}/store.sqlite`];
        args.push("--admin-token", this.token, "--log-level", "error");
        // What the samples keep for themselves is where they run.
        this.process = spawn(resolve(executable), args, { cwd: this.folder, stdio: ["ignore", "pipe", "inherit"] });
        this.port = Number(await announcement(this.process, /listening on http:\/\/127\.0\.0\.1:(\d+)/));
    }

    get origin() {
        return `http://127.0.0.1:${this.port}`;
    }

    /** As a power cut would. */
    async kill() {
        this.process.kill("SIGKILL");
        await once(this.process, "exit");
    }

    async stop() {
        if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }

    /** @returns {Promise<any>} an operator's call's answer */
    async operator(method, path) {
        const response = await fetch(this.origin + path, { method, headers: { Authorization: `Bearer ${this.token}` } });
        const text = await response.text();
        return text && JSON.parse(text);
    }
}
