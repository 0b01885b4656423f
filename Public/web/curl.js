// A call as a command for a shell. Pure.

/** @param {string} text @returns {string} quoted for a shell */
function shellQuoted(text) {
    return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A call as a `curl` command.
 * @param {{method: string, path: string, headers: Record<string, string>, body?: any}} call
 * @param {string} origin
 * @param {string} [token] Without it, the command contains `$TOKEN`, so it is safe to share.
 */
export function curl({ method, path, headers, body }, origin, token) {
    const parts = [`curl ${method === "GET" ? "" : `-X ${method} `}${shellQuoted(origin + path)}`];
    for (const [name, value] of Object.entries(headers)) {
        if (name === "Authorization") parts.push(token ? `-H ${shellQuoted(`Authorization: Bearer ${token}`)}` : '-H "Authorization: Bearer $TOKEN"');
        else if (name !== "Content-Type") parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
    }
    if (body !== undefined) parts.push(`-d ${shellQuoted(JSON.stringify(body))}`);
    return parts.join(" \\\n  ");
}
