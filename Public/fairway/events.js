// Server-sent events (WHATWG HTML 9.2) over `fetch`, because `EventSource` cannot send an `Authorization` header.

/** The server sends a comment every 15 seconds, so a connection without a byte for this long is dead. */
const idleTimeoutMilliseconds = 40_000;
/** The limit of the buffer. A typical state document has a few kilobytes. */
const maxEventCharacters = 16 * 1024 * 1024;

/** @typedef {{event: string, data: string, id?: string}} ServerEvent */

/** Parses chunks of text into events. A chunk can end anywhere. */
export class EventParser {
    #rest = "";

    /** @param {string} text @returns {ServerEvent[]} */
    push(text) {
        this.#rest += text;
        // A carriage return at the end may be the first half of a line break.
        const end = this.#rest.endsWith("\r") ? -1 : undefined;
        const whole = this.#rest.slice(0, end).replace(/\r\n?/g, "\n");
        const blocks = whole.split("\n\n");
        this.#rest = blocks.pop() + (end ? "\r" : "");
        if (this.#rest.length > maxEventCharacters) throw new Error("An event in the stream is larger than 16 MB.");
        return blocks.map(parsed).filter(Boolean);
    }
}

/** @param {string} block @returns {ServerEvent | null} */
function parsed(block) {
    const found = { event: "message", data: [] };
    for (const line of block.split("\n")) {
        const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (name === "data") found.data.push(value);
        else if (name === "event" || name === "id") found[name] = value;
    }
    return found.data.length ? { ...found, data: found.data.join("\n") } : null;
}

/**
 * The events of a stream, until it ends, times out or is aborted.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {AbortController} controller of the request that opened the stream
 * @returns {AsyncGenerator<ServerEvent>}
 */
export async function* events(stream, controller) {
    const parser = new EventParser();
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    try {
        for (;;) {
            const timer = setTimeout(() => controller.abort(new Error("The stream timed out.")), idleTimeoutMilliseconds);
            const { value, done } = await reader.read().finally(() => clearTimeout(timer));
            if (done) return;
            yield* parser.push(decoder.decode(value, { stream: true }));
        }
    } finally {
        reader.cancel().catch(() => {});
    }
}
