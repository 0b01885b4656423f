// Stores the session of this browser. A second tab, or the same tab after a reload, continues it.

const key = "fairway.session";

/** @returns {{id: string, token: string} | null} */
export function storedSession() {
    try {
        const stored = JSON.parse(localStorage.getItem(key));
        return stored?.id && stored?.token ? { id: stored.id, token: stored.token } : null;
    } catch {
        // Storage may be disabled, or contain anything.
        return null;
    }
}

/** @param {{id: string, token: string} | null} session */
export function storeSession(session) {
    try {
        if (session) localStorage.setItem(key, JSON.stringify({ id: session.id, token: session.token }));
        else localStorage.removeItem(key);
    } catch {
        // Without storage, a reload starts a new session.
    }
}
