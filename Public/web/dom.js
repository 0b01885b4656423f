// Creates elements. Values are only ever inserted as text nodes and attributes, never as markup.

/**
 * @param {string} tag `button`, or with classes `button.primary.wide`
 * @param {Record<string, any> | Node | string | null} [properties] `on…` add listeners, `data` sets `dataset`, `style` sets style
 *   properties, and all others are attributes
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any} the element
 */
export function h(tag, properties, ...children) {
    const [name, ...classes] = tag.split(".");
    const element = document.createElement(name);
    element.classList.add(...classes);
    if (properties instanceof Node || typeof properties !== "object") children.unshift(properties);
    else set(element, properties ?? {});
    element.append(...children.flat().filter((child) => child != null && child !== false).map(asNode));
    return element;
}

/** Creates an SVG element. */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value != null) element.setAttribute(name, String(value));
    }
    element.append(...children.filter((child) => child != null).map(asNode));
    return element;
}

function asNode(child) {
    return child instanceof Node ? child : document.createTextNode(String(child));
}

function set(element, properties) {
    for (const [name, value] of Object.entries(properties)) {
        if (value == null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "data") Object.assign(element.dataset, value);
        // The content security policy forbids style attributes.
        else if (name === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
}

/**
 * A term and its value in a description list.
 * @param {any} term
 * @param {any} value
 * @param {{style?: string, name?: string}} options `style` is a class
 * @returns {HTMLElement[]}
 */
export function fact(term, value, { style = "", name } = {}) {
    const properties = name === undefined ? {} : { data: { name } };
    const suffix = style && `.${style}`;
    return [h(`dt${suffix}`, properties, term), h(`dd${suffix}`, properties, value)];
}

let count = 0;

/** A unique element id. */
export function newID(prefix) {
    return `${prefix}-${++count}`;
}

/** @type {Map<string, Promise<any>>} */
const styles = new Map();

/**
 * Adds a style sheet to the page, once. Resolves when it is applied, or cannot be loaded.
 * @param {string} href
 */
export function loadStyle(href) {
    if (!styles.has(href)) {
        const link = (done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
        styles.set(href, new Promise(link));
    }
    return styles.get(href);
}
