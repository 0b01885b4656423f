// The users of the web client. An app replaces this file, to let people sign in with its identity provider.

/**
 * @typedef {{
 *   name: string | null, token: () => string | null | Promise<string | null>, signIn: (returnTo: string) => void, signOut: () => void
 * }} Identity `name` is that of the signed-in user, or null; `token` supplies a fresh user token; `signIn` leads to the page of the
 *   identity provider, which leads back to `returnTo`
 */

/** Null if people cannot sign in. @type {Identity | null} */
export const identity = null;
