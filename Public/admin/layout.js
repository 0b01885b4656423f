// Computes the layout of the flow map. Pure.

export const nodeWidth = 156;
export const nodeHeight = 54;
const layerGap = 64;
const layerGapUpright = 48;
const rowGap = 30;
const margin = 24;
const minLineLength = 2;
const sweeps = 6;
const labelHeight = 17;
const digitWidth = 8;
/** The points of an edge that are compared with the screens. */
const sampleCount = 24;
/** A map at this scale can be read: the smallest texts are 11 px high. */
export const readableScale = 0.9;
const leastPerLine = 2;
/** Where along an edge its label may be, in order of preference. */
const labelPlaces = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
/** The nodes for the start and the end of a session, which are not screens. */
export const start = "start";
export const end = "end";

/** The name of a screen, or of one of the two nodes that are not screens. */
export function placeName(name) {
    return name === start ? "Start" : name === end ? "Over" : name;
}

/**
 * @typedef {{name: string, label: string, flow: string, visits: number, front: number, isDeclared: boolean, x: number, y: number, column: number}} MapNode
 *   `column` is the layer: the distance from the start. A layer that is too wide for the page is divided
 * @typedef {{from: string, to: string, count: number, actions: {action: string, count: number, medianSeconds: number}[], isArched?: boolean}} MapEdge
 *   the count is 0 if the edge is declared and was not observed; `isArched` if a screen is in its way
 * @typedef {{nodes: Map<string, MapNode>, edges: MapEdge[], width: number, height: number, isUpright: boolean}} FlowMap
 */

/**
 * The map from left to right if it can be read at the width of a page, otherwise from top to bottom, with layers that are divided into
 * lines.
 * @param {Parameters<typeof layOut>[0]} graph @param {Parameters<typeof layOut>[1]} declared
 * @param {number} width of the page @param {boolean} isNarrow whether it is too narrow for a map that can be read as a whole
 * @returns {FlowMap}
 */
export function layOutReadably(graph, declared, width, isNarrow) {
    // On a narrow page, a map from left to right would be tiny.
    if (isNarrow) return layOut(graph, declared, true);
    const isReadable = (map) => map.width * readableScale <= width;
    let map = layOut(graph, declared);
    for (let perLine = Math.floor(width / readableScale / (nodeWidth + rowGap)); perLine >= leastPerLine && !isReadable(map); perLine--) map = layOut(graph, declared, true, perLine);
    return map;
}

/**
 * The layout does not depend on the counts, so that it stays when they change.
 * @param {{screens: {name: string, flow?: string | null, title?: string | null, visits: number, front: number}[], edges: any[]}} graph of
 *   `GET /v1/admin/graph`
 * @param {{screens: string[], edges: {from: string | null, action: string, to: string | null}[], titles?: Map<string, string>}} [declared]
 *   drawn under the graph
 * @param {boolean} [isUpright] whether edges lead down instead of to the right
 * @param {number} [perLine] the screens of an upright layer that are beside each other at most
 * @returns {FlowMap}
 */
export function layOut(graph, declared = { screens: [], edges: [] }, isUpright = false, perLine = Infinity) {
    const edges = merged([...graph.edges, ...declared.edges.map((edge) => ({ ...edge, count: 0, medianSeconds: 0 }))]);
    const known = new Map(graph.screens.map((screen) => [screen.name, { ...screen, isDeclared: false }]));
    const named = [...declared.screens, ...edges.flatMap(({ from, to }) => [from, to])];
    const observed = new Set(edges.filter((edge) => edge.count > 0).flatMap(({ from, to }) => [from, to]));
    for (const name of named) if (!known.has(name)) known.set(name, { name, visits: 0, front: 0, isDeclared: !observed.has(name) });
    const labels = screenLabels([...known.values()], declared.titles ?? new Map());
    const names = [...known.keys()].sort();
    const linked = new Set(edges.filter(({ from, to }) => from !== to).flatMap(({ from, to }) => [from, to]));
    const links = edges.filter(({ from }) => linked.has(from)).sort((a, b) => compareTexts(a.from, b.from) || compareTexts(a.to, b.to));
    const layers = assignColumns(names.filter((name) => linked.has(name)), links);
    reduceCrossings(layers, links);
    const columns = layers.flatMap((layer) => divided(layer, isUpright ? perLine : Infinity));
    const nodes = new Map();
    const step = isUpright ? { along: nodeHeight + layerGapUpright, across: nodeWidth + rowGap } : { along: nodeWidth + layerGap, across: nodeHeight + rowGap };
    const put = (name, column, along, across) => {
        const [x, y] = isUpright ? [across, along] : [along, across];
        nodes.set(name, { ...known.get(name), ...labels.get(name), x: margin + x, y: margin + y, column });
    };
    const longest = Math.max(0, ...columns.map((column) => column.length));
    columns.forEach((column, index) => {
        column.forEach((name, row) => put(name, index, index * step.along, ((longest - column.length) / 2 + row) * step.across));
    });
    // Screens without edges follow the others, in a grid.
    const alone = names.filter((name) => !linked.has(name));
    const besideEachOther = isUpright ? Math.min(perLine, Math.max(minLineLength, longest)) : Math.max(minLineLength, columns.length);
    alone.forEach((name, index) => {
        const [place, line] = [index % besideEachOther, Math.floor(index / besideEachOther)];
        if (isUpright) put(name, place, (columns.length + line) * step.along, place * step.across);
        else put(name, place, place * step.along, (longest + line) * step.across);
    });
    for (const edge of edges) edge.isArched = isBlocked(edge, nodes, isUpright);
    return { nodes, edges, ...moveIntoView(nodes, edges, isUpright), isUpright };
}

/** In the order of their characters, which does not depend on a language. */
function compareTexts(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

/** The parts of a layer, of about the same length. @param {string[]} layer @param {number} most the screens of a part */
function divided(layer, most) {
    const parts = Math.ceil(layer.length / most) || 1;
    const length = Math.ceil(layer.length / parts);
    return Array.from({ length: parts }, (_, index) => layer.slice(index * length, (index + 1) * length)).filter((part) => part.length);
}

/**
 * The labels of screens: their titles. Those of screens with the same title have the flow, too.
 * @param {{name: string, flow?: string | null, title?: string | null}[]} screens
 * @param {Map<string, string>} titles of declared screens
 * @returns {Map<string, {label: string, flow: string}>}
 */
function screenLabels(screens, titles) {
    const described = screens.map(({ name, flow, title }) => {
        const [first, ...rest] = name.split(".");
        return { name, flow: flow ?? first, title: title || titles.get(name) || rest.join(".") || placeName(name) };
    });
    const counts = new Map();
    for (const { title } of described) counts.set(title, (counts.get(title) ?? 0) + 1);
    return new Map(described.map(({ name, flow, title }) => [name, { label: counts.get(title) > 1 && ![start, end].includes(name) ? `${title} (${flow})` : title, flow }]));
}

/** Whether a screen between the ends of an edge is in its way. @param {MapEdge} edge @param {Map<string, MapNode>} nodes @param {boolean} isUpright */
function isBlocked(edge, nodes, isUpright) {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (to.column <= from.column + 1) return false;
    const { points } = edgePath(from, to, isUpright);
    const between = [...nodes.values()].filter((node) => node !== from && node !== to);
    return samples(points).some(([x, y]) => between.some((node) => x > node.x && x < node.x + nodeWidth && y > node.y && y < node.y + nodeHeight));
}

/** Moves the nodes so that they and the edges are inside the map, whose size this returns. */
function moveIntoView(nodes, edges, isUpright) {
    const corners = [...nodes.values()].flatMap(({ x, y }) => [[x, y], [x + nodeWidth, y + nodeHeight]]);
    const curves = edges.filter(({ from, to }) => from !== to).flatMap((edge) => samples(edgePath(nodes.get(edge.from), nodes.get(edge.to), isUpright, edge.isArched).points));
    const [least, most] = [Math.min, Math.max].map((bound) => [0, 1].map((axis) => [...corners, ...curves].reduce((found, point) => bound(found, point[axis]), corners[0]?.[axis] ?? 0)));
    for (const node of nodes.values()) {
        node.x += margin - least[0];
        node.y += margin - least[1];
    }
    return { width: most[0] - least[0] + 2 * margin, height: most[1] - least[1] + 2 * margin };
}

/** Points along a curve. */
function samples(points) {
    return Array.from({ length: sampleCount }, (_, index) => pointAt(points, (index + 0.5) / sampleCount));
}

/** Merges edges: one for each pair of screens, with all actions that lead from one to the other. */
function merged(edges) {
    const found = new Map();
    for (const { from, to, action, count, medianSeconds } of edges) {
        const pair = { from: from ?? start, to: to ?? end };
        const key = JSON.stringify([pair.from, pair.to]);
        const edge = found.get(key) ?? { ...pair, count: 0, actions: [] };
        edge.count += count;
        if (!edge.actions.some((other) => other.action === action && count === 0)) edge.actions.push({ action, count, medianSeconds });
        found.set(key, edge);
    }
    return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Assigns each screen to a column, by its distance from the start. The end node has the last column. */
function assignColumns(names, edges) {
    const next = new Map(names.map((name) => [name, []]));
    const reached = new Set();
    for (const { from, to } of edges) {
        if (from === to) continue;
        next.get(from).push(to);
        reached.add(to);
    }
    const columnOf = new Map();
    const walk = (roots) => {
        let layer = roots.filter((name) => !columnOf.has(name));
        for (let column = 0; layer.length; column++) {
            for (const name of layer) columnOf.set(name, column);
            layer = [...new Set(layer.flatMap((name) => next.get(name)))].filter((name) => !columnOf.has(name));
        }
    };
    walk(names.filter((name) => name === start));
    walk(names.filter((name) => !reached.has(name)));
    // The remaining screens are in cycles. Start each cycle at its first screen.
    for (const name of names) walk([name]);
    const columns = [];
    for (const [name, column] of columnOf) if (name !== end) (columns[column] ??= []).push(name);
    if (columnOf.has(end)) columns.push([end]);
    return columns.filter(Boolean);
}

/** Orders the screens within columns near their neighbours, to reduce crossings (barycentre heuristic). */
function reduceCrossings(columns, edges) {
    const neighbours = new Map(columns.flat().map((name) => [name, []]));
    for (const { from, to } of edges) {
        neighbours.get(from).push(to);
        neighbours.get(to).push(from);
    }
    for (let sweep = 0; sweep < sweeps; sweep++) {
        const place = new Map(columns.flatMap((names) => names.map((name, row) => [name, (row + 0.5) / names.length])));
        for (const names of columns) {
            const mean = (name) => {
                const rows = neighbours.get(name).filter((other) => !names.includes(other)).map((other) => place.get(other));
                return rows.length ? rows.reduce((sum, row) => sum + row, 0) / rows.length : place.get(name);
            };
            const means = new Map(names.map((name) => [name, mean(name)]));
            names.sort((a, b) => means.get(a) - means.get(b));
        }
    }
}

/**
 * The path of an edge, a cubic Bézier curve.
 * @param {MapNode} from @param {MapNode} to @param {boolean} [isUpright] @param {boolean} [isArched] whether it passes above the screens between
 * @returns {{d: string, points: [number, number][]}}
 */
export function edgePath(from, to, isUpright = false, isArched = false) {
    const points = isUpright
        ? turned(edgePoints(turnedNode(from), turnedNode(to), nodeHeight, nodeWidth, isArched))
        : edgePoints(from, to, nodeWidth, nodeHeight, isArched);
    const [[x1, y1], ...rest] = points;
    return { d: `M${x1} ${y1}C${rest.map((point) => point.join(" ")).join(" ")}`, points };
}

const turned = (points) => points.map(([x, y]) => [y, x]);
const turnedNode = (node) => ({ ...node, x: node.y, y: node.x });

/** The points of a curve from left to right. @returns {[number, number][]} */
function edgePoints(from, to, width, height, isArched) {
    const middle = height / 2;
    if (isArched) {
        const [x1, x2] = [from.x + width / 2, to.x + width / 2];
        const high = Math.min(from.y, to.y) - rowGap - 14 - Math.abs(x1 - x2) * 0.06;
        return [[x1, from.y], [x1, high], [x2, high], [x2, to.y]];
    }
    if (to.column > from.column) {
        const [x1, y1, x2, y2] = [from.x + width, from.y + middle, to.x, to.y + middle];
        const bend = Math.max(layerGapUpright / 2, (x2 - x1) / 2.5);
        return [[x1, y1], [x1 + bend, y1], [x2 - bend, y2], [x2, y2]];
    }
    if (to.column === from.column) {
        // Passes to the right of the layer.
        const side = from.x + width;
        const out = side + layerGapUpright / 1.7;
        return [[side, from.y + middle], [out, from.y + middle], [out, to.y + middle], [side, to.y + middle]];
    }
    // An edge to an earlier layer passes below the nodes.
    const [x1, y1, x2, y2] = [from.x + width / 2, from.y + height, to.x + width / 2, to.y + height];
    const low = Math.max(y1, y2) + rowGap + 14 + Math.abs(x1 - x2) * 0.06;
    return [[x1, y1], [x1, low], [x2, low], [x2, y2]];
}

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/**
 * Finds a box for each edge's count that does not overlap a screen, a badge or another label. A count that fits nowhere gets no box.
 * Larger counts are placed first.
 * @param {FlowMap} map
 * @param {(edge: MapEdge) => string} text
 * @returns {Map<MapEdge, Box>}
 */
export function placeLabels({ nodes, edges, isUpright }, text) {
    const taken = [...nodes.values()].flatMap(obstacles);
    const boxes = new Map();
    for (const edge of edges) {
        if (edge.count === 0 || edge.from === edge.to) continue;
        const { points } = edgePath(nodes.get(edge.from), nodes.get(edge.to), isUpright, edge.isArched);
        const width = text(edge).length * digitWidth + 6;
        const candidates = labelPlaces.map((place) => {
            const [x, y] = pointAt(points, place);
            return { left: x - width / 2, top: y - labelHeight / 2, width, height: labelHeight };
        });
        const box = candidates.find((candidate) => !taken.some((other) => overlap(candidate, other)));
        if (!box) continue;
        taken.push(box);
        boxes.set(edge, box);
    }
    return boxes;
}

/** The boxes of a screen and of its badge. */
function obstacles({ x, y, front }) {
    const box = { left: x - 2, top: y - 2, width: nodeWidth + 4, height: nodeHeight + 4 };
    return front > 0 ? [box, { left: x + nodeWidth - 20, top: y - 11, width: 34, height: 26 }] : [box];
}

/** @param {Box} one @param {Box} other */
export function overlap(one, other) {
    return (
        one.left < other.left + other.width &&
        other.left < one.left + one.width &&
        one.top < other.top + other.height &&
        other.top < one.top + one.height
    );
}

/** A point of a cubic Bézier curve. */
function pointAt(points, t) {
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    return [0, 1].map((axis) => points.reduce((sum, point, index) => sum + weights[index] * point[axis], 0));
}
