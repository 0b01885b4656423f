// Which session this browser is in. A second tab, and the same tab after a reload, take it up again.

const key = "fairway.session";

/** @returns {{id: string, token: string} | null} */
export function storedSession() {
    try {
        const stored = JSON.parse(localStorage.getItem(key));
        return stored?.id && stored?.token ? { id: stored.id, token: stored.token } : null;
    } catch {
        // Storage can be switched off, and can hold anything.
        return null;
    }
}

/** @param {{id: string, token: string} | null} session */
export function storeSession(session) {
    try {
        if (session) localStorage.setItem(key, JSON.stringify({ id: session.id, token: session.token }));
        else localStorage.removeItem(key);
    } catch {
        // Without storage, a reload begins anew.
    }
}
