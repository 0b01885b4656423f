// The tree of containers, and what moves do to it. Pure: everything here returns new values.

/**
 * @typedef {{id: string, name: string, flow: string}} ScreenReference
 * @typedef {{key: string, title: string, content: Container}} Tab
 * @typedef {{
 *   id: string, kind: "stack" | "tabs" | "split", presentation?: string, screens?: ScreenReference[],
 *   selected?: string, tabs?: Tab[], primary?: Container, secondary?: Container, presented?: Container
 * }} Container
 * @typedef {{move: string, container?: string, screen?: string, tab?: string}} Move
 */

/**
 * The containers that lie on one another, outermost first, each without what is presented on it.
 * @param {Container | null | undefined} navigation
 * @returns {Container[]}
 */
export function layers(navigation) {
    const found = [];
    for (let next = navigation; next; next = next.presented) {
        const { presented, ...layer } = next;
        found.push(layer);
    }
    return found;
}

/** @param {Container[]} layers @returns {Container | null} */
function stacked(layers) {
    return layers.reduceRight((above, layer) => (above ? { ...layer, presented: above } : layer), null);
}

/**
 * The stack in front: of tabs the selected one's, of a split view the secondary part's unless that is empty.
 * @param {Container} container
 * @returns {Container}
 */
export function frontStack(container) {
    if (container.presented) return frontStack(container.presented);
    switch (container.kind) {
        case "tabs": {
            const tab = container.tabs.find((tab) => tab.key === container.selected);
            return tab ? frontStack(tab.content) : { id: container.id, kind: "stack", screens: [] };
        }
        case "split": {
            const secondary = frontStack(container.secondary);
            return secondary.screens.length ? secondary : frontStack(container.primary);
        }
        default:
            return container;
    }
}

/**
 * The screens one would come by on the way back, the one in front last.
 * @param {Container | null | undefined} navigation
 * @returns {ScreenReference[]}
 */
export function pathToFront(navigation) {
    return layers(navigation).flatMap((layer) => frontStack(layer).screens);
}

/**
 * Every screen in a container and on top of it.
 * @param {Container} container
 * @returns {ScreenReference[]}
 */
export function screensOf(container) {
    const own = {
        stack: () => container.screens,
        tabs: () => container.tabs.flatMap((tab) => screensOf(tab.content)),
        split: () => [...screensOf(container.primary), ...screensOf(container.secondary)],
    };
    return [...own[container.kind](), ...(container.presented ? screensOf(container.presented) : [])];
}

/**
 * The navigation after the moves, taking the names of new screens and containers from the new one. Whatever cannot be
 * followed step by step, a move of a newer server included, is healed by taking the new tree as it is.
 * @param {Container | null} navigation
 * @param {Move[]} moves
 * @param {Container | null} toward
 * @returns {Container | null}
 */
export function applyMoves(navigation, moves, toward) {
    if (!toward) return null;
    const result = layers(navigation);
    for (const move of moves) {
        switch (move.move) {
            case "refresh":
                break;
            case "over":
                return null;
            case "dismiss": {
                const index = result.findIndex((layer) => layer.id === move.container);
                if (index < 0) return toward;
                result.length = index + 1;
                break;
            }
            case "present": {
                const layer = layers(toward).find((layer) => layer.id === move.container);
                if (!layer) return toward;
                result.push(layer);
                break;
            }
            case "push":
            case "pop":
            case "replace": {
                const front = result.length ? inStack(result.pop(), move, screensOf(toward)) : null;
                if (!front) return toward;
                result.push(front);
                break;
            }
            default:
                return toward;
        }
    }
    return stacked(result);
}

/**
 * The container with a step applied to the stack it names, here or in a part of it; null when that is not here.
 * @param {Container} container
 * @param {Move} move
 * @param {ScreenReference[]} known
 * @returns {Container | null}
 */
function inStack(container, move, known) {
    switch (container.kind) {
        case "tabs":
            for (const [index, tab] of container.tabs.entries()) {
                const content = inStack(tab.content, move, known);
                if (content) return { ...container, tabs: container.tabs.with(index, { ...tab, content }) };
            }
            return null;
        case "split":
            for (const part of ["primary", "secondary"]) {
                const content = inStack(container[part], move, known);
                if (content) return { ...container, [part]: content };
            }
            return null;
    }
    const screen = known.find((screen) => screen.id === move.screen);
    if (container.id !== move.container || !screen) return null;
    if (move.move === "push") return { ...container, screens: [...container.screens, screen] };
    if (move.move === "replace") return { ...container, screens: [...container.screens.slice(0, -1), screen] };
    const index = container.screens.findIndex((below) => below.id === screen.id);
    return index < 0 ? null : { ...container, screens: container.screens.slice(0, index + 1) };
}
