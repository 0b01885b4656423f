// The demo users of the samples. Replaces the client's file, which has no users.

const key = "fairway.demo-user";

const longestName = 100;

/** @param {string} name */
async function tokenOf(name) {
    const bytes = new TextEncoder().encode(name).length;
    if (bytes === 0 || bytes > longestName) throw new Error("Enter a name of at most 100 letters.");
    const response = await fetch("/demo/token", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }) });
    if (!response.ok) throw new Error("The server cannot be reached. Your progress is saved; try again later.");
    return (await response.json()).token;
}

/** Signs a user in, and resolves with a user token. @param {string} name */
export async function signInAs(name) {
    const token = await tokenOf(name);
    localStorage.setItem(key, name);
    return token;
}

export const identity = {
    get name() {
        return localStorage.getItem(key);
    },
    token: () => (identity.name === null ? null : tokenOf(identity.name)),
    signIn: (returnTo) => location.assign(`/demo?return=${encodeURIComponent(returnTo)}`),
    signOut: () => localStorage.removeItem(key),
};
