// A user of the sample app, who makes the calls of a client without a browser.

import assert from "node:assert/strict";

const withinMilliseconds = 60_000;
const pollMilliseconds = 40;
const device = { idiom: "phone", locale: "en", app: "2.1.0" };

export class Client {
    /**
     * Starts a session.
     * @param {import("./server.js").Server} server
     * @param {string} flow
     * @param {{user?: string, device?: Record<string, string>}} options `user` signs in with the demo users, without it the session is anonymous
     */
    static async start(server, flow, { user, device: given } = {}) {
        const client = new Client(server);
        if (user) client.token = (await client.#send("POST", "/demo/token", { name: user })).token;
        const state = await client.#change("/v1/sessions", { flow, device: { ...device, ...given } });
        client.token ??= state.token;
        client.id = state.session;
        return client;
    }

    /** How long the user was on each screen that it has left: at least and at most, in seconds. @type {{screen: string, least: number, most: number}[]} */
    stays = [];
    #arrival = { earliest: 0, latest: 0 };

    constructor(server) {
        this.server = server;
    }

    /** Sends an action, and checks that the screen in front is then `next`. */
    async act(action, params, next) {
        await this.#change(`/v1/sessions/${this.id}/actions`, { action, params });
        assert.equal(this.state.screen?.name, next, action);
    }

    /** Sends an action that is refused or fails, with its parameters as the draft. @returns {Promise<any>} the problem */
    async refused(action, params, status = 422) {
        const problem = await this.#send("POST", `/v1/sessions/${this.id}/actions`, { action, params, draft: params });
        assert.equal(problem.status, status, JSON.stringify(problem));
        return problem;
    }

    /** Goes back, to the screen `next` or, without one, out of the session. */
    async back(next) {
        await this.#change(`/v1/sessions/${this.id}/back`, {});
        assert.equal(this.state.screen?.name, next);
    }

    /** Ends the session. */
    async end() {
        await this.#change(`/v1/sessions/${this.id}`, undefined, "DELETE");
    }

    /** Waits until a screen is in front. */
    async until(name) {
        const end = Date.now() + withinMilliseconds;
        while (this.state.screen?.name !== name) {
            if (Date.now() > end) throw new Error(`${name} is not in front: ${JSON.stringify(this.state)}`);
            await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
            this.state = await this.#send("GET", `/v1/sessions/${this.id}`);
        }
    }

    async #change(path, body, method = "POST") {
        const [left, from, sent] = [this.#arrival, this.state?.screen?.name, Date.now()];
        this.state = (await this.#send(method, path, body)) || { ...this.state, status: "over" };
        assert.ok(["active", "over"].includes(this.state.status), JSON.stringify(this.state));
        this.#arrival = { earliest: sent, latest: Date.now() };
        if (from) this.stays.push({ screen: from, least: (sent - left.latest) / 1_000, most: (Date.now() - left.earliest) / 1_000 });
        return this.state;
    }

    async #send(method, path, body) {
        const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
        const response = await fetch(this.server.origin + path, { method, headers, body: body && JSON.stringify(body) });
        const text = await response.text();
        return text && JSON.parse(text);
    }
}

/** Goes on with a booking, from the search to a screen. A sailing has few cabins, and each day has its own. */
export async function book(client, { until, date = "2090-06-01" }) {
    const steps = {
        "Ferry.Sailings": () => client.act("searchButtonPressed", { from: "kiel", to: "oslo", date }, "Ferry.Sailings"),
        "Ferry.Passengers": () => client.act("didSelectSailing", { id: client.state.screen.viewModel.sailings[0].id }, "Ferry.Passengers"),
        "EditPassenger.Form": () => client.act("addButtonPressed", {}, "EditPassenger.Form"),
        passenger: () => client.act("saveButtonPressed", { name: "Grace", age: 36 }, "Ferry.Passengers"),
        "CabinDeck.List": () => client.act("continueButtonPressed", {}, "CabinDeck.List"),
        "CabinDeck.Detail": () => client.act("didSelectCabin", { number: client.state.screen.viewModel.offers.find(({ isFree }) => isFree).number }, "CabinDeck.Detail"),
        "Ferry.Review": () => client.act("chooseButtonPressed", {}, "Ferry.Review"),
        "Ferry.Payment": () => client.act("continueButtonPressed", {}, "Ferry.Payment"),
    };
    for (const [name, step] of Object.entries(steps)) {
        await step();
        if (name === until) return;
    }
}
