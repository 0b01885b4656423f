// Server-sent events (WHATWG HTML 9.2) over `fetch`, because `EventSource` cannot send an `Authorization` header.

/** The server sends a comment every 15 seconds, so a connection without a byte for this long is dead. */
const idleTimeoutMilliseconds = 40_000;
/** The limit of the buffer. A typical state document has a few kilobytes. */
const maxEventCharacters = 16 * 1024 * 1024;

/** @typedef {{event: string, data: string, id: string}} ServerEvent `id` is the last id of the stream so far, or empty */

/** Parses chunks of text into events. A chunk can end anywhere. */
export class EventParser {
    /** The line that has not ended yet. */
    #rest = "";
    #endedWithReturn = false;
    #event = "";
    #data = [];
    #dataCharacters = 0;
    #id = "";

    /** @param {string} text @returns {ServerEvent[]} */
    push(text) {
        if (!text) return [];
        // A line feed after a carriage return is the second half of a line break.
        const rest = this.#endedWithReturn && text.startsWith("\n") ? text.slice(1) : text;
        this.#endedWithReturn = text.endsWith("\r");
        // Only these end a line. `.` in a regular expression would also stop at U+2028 and U+2029.
        const lines = rest.split(/\r\n|\r|\n/);
        lines[0] = this.#rest + lines[0];
        this.#rest = lines.pop();
        const events = lines.flatMap((line) => (line ? this.#read(line) : this.#dispatch()));
        if (this.#rest.length + this.#dataCharacters > maxEventCharacters) throw new Error("An event in the stream is larger than 16 MB.");
        return events;
    }

    /** @param {string} line @returns {ServerEvent[]} */
    #read(line) {
        const colon = line.includes(":") ? line.indexOf(":") : line.length;
        const name = line.slice(0, colon);
        const value = line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
        if (name === "data") {
            this.#data.push(value);
            this.#dataCharacters += value.length;
        } else if (name === "event") this.#event = value;
        else if (name === "id" && !value.includes("\0")) this.#id = value;
        return [];
    }

    /** Ends an event. One without data is none. @returns {ServerEvent[]} */
    #dispatch() {
        const events = this.#data.length ? [{ event: this.#event || "message", data: this.#data.join("\n"), id: this.#id }] : [];
        [this.#event, this.#data, this.#dataCharacters] = ["", [], 0];
        return events;
    }
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
