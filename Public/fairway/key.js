/**
 * A new idempotency key: 128 random bits. `crypto.randomUUID` is not available on pages without TLS.
 * @returns {string}
 */
export function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
