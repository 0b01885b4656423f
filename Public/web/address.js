/**
 * The deep link in the address bar.
 * @returns {string | null}
 */
export function deepLink() {
    if (!location.hash.startsWith("#/")) return null;
    const link = location.hash.slice(1);
    try {
        return decodeURI(link);
    } catch {
        // The user typed the link without percent-encoding.
        return link;
    }
}
