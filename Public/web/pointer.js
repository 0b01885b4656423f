// JSON Pointers (RFC 6901). Pure.

/**
 * The names in a pointer: `/address/street` has `address` and `street`.
 * @param {string} pointer
 * @returns {string[]}
 */
export function names(pointer) {
    return pointer.split("/").slice(1).map((name) => name.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/**
 * @param {string[]} path
 * @returns {string} the pointer that consists of these names
 */
export function pointerTo(path) {
    return path.map((name) => `/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");
}

/**
 * The value at a pointer, or undefined. Members that objects inherit do not count.
 * @param {any} value
 * @param {string} pointer
 */
export function valueAt(value, pointer) {
    return at(value, names(pointer));
}

/** @param {any} value @param {string[]} path */
export function at(value, path) {
    return path.reduce((found, name) => (found !== null && typeof found === "object" && Object.hasOwn(found, name) ? found[name] : undefined), value);
}

/**
 * Puts a value at a path, and makes the objects on the way.
 * @param {any} target
 * @param {string[]} path
 * @param {any} value
 */
export function put(target, path, value) {
    for (const name of path.slice(0, -1)) target = target[name] = { ...target[name] };
    target[path.at(-1)] = value;
}
