// Moves and enlarges a drawing: by dragging, with two fingers, with the wheel, with keys and with buttons. In a
// frame that is higher than the window, the wheel needs the Control key.

const minScale = 0.1;
const maxScale = 4;
/** A small drawing is not enlarged more than this to fill its frame. */
const maxFittedScale = 1.25;
const padding = 16;
const keyStep = 60;
const zoomStep = 1.25;
/** A pointer that moves less than this is a click. */
const dragThreshold = 4;
/** The part of the drawing or of the frame that stays visible. */
const leftInSight = 80;

/**
 * @typedef {{x: number, y: number, scale: number}} View a point p of the drawing is at p · scale + (x, y) in the frame
 * @typedef {{width: number, height: number}} Size
 */

/** The view that shows the whole drawing in the middle of the frame. @param {Size} drawing @param {Size} frame @returns {View} */
export function fitted(drawing, frame) {
    const fit = Math.min((frame.width - 2 * padding) / drawing.width, (frame.height - 2 * padding) / drawing.height);
    const scale = Math.min(maxFittedScale, Math.max(minScale, fit));
    return { x: (frame.width - drawing.width * scale) / 2, y: (frame.height - drawing.height * scale) / 2, scale };
}

/**
 * The height of a frame. The drawing is as wide as the frame, unless the frame is then higher than usual: then the drawing is smaller, but
 * not smaller than its least scale.
 * @param {Size} drawing @param {number} width of the frame @param {{usual: number, leastScale: number}} bounds
 */
export function frameHeight(drawing, width, { usual, leastScale }) {
    const { scale } = fitted(drawing, { width, height: Infinity });
    const height = (scale) => drawing.height * scale + 2 * padding;
    return Math.min(height(scale), Math.max(usual, height(leastScale)));
}

/** Enlarges a view around a point of the frame, which stays in place. @param {View} view @param {{x: number, y: number}} point @returns {View} */
export function zoomed(view, point, factor) {
    const scale = Math.min(maxScale, Math.max(minScale, view.scale * factor));
    const ratio = scale / view.scale;
    return { x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio, scale };
}

/** Moves a view. A part of the drawing stays in the frame. @param {View} view @param {Size} drawing @param {Size} frame @returns {View} */
export function moved(view, dx, dy, drawing, frame) {
    const limit = (value, length, room) => Math.min(room - leftInSight, Math.max(leftInSight - length, value));
    return {
        x: limit(view.x + dx, drawing.width * view.scale, frame.width),
        y: limit(view.y + dy, drawing.height * view.scale, frame.height),
        scale: view.scale,
    };
}

/**
 * Lets a frame show a drawing, an `svg` with a group `.world`.
 * @param {HTMLElement} frame
 * @param {() => Size} drawingSize
 */
export function viewport(frame, drawingSize) {
    /** @type {View} */
    let view = { x: 0, y: 0, scale: 1 };
    let isFitted = true;
    const pointers = new Map();
    let isDragging = false;

    const frameSize = () => ({ width: frame.clientWidth, height: frame.clientHeight });
    const apply = (next) => {
        view = next;
        frame.querySelector(".world")?.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
    };
    const fit = () => {
        isFitted = true;
        if (frame.clientWidth) apply(fitted(drawingSize(), frameSize()));
    };
    const move = (dx, dy) => {
        isFitted = false;
        apply(moved(view, dx, dy, drawingSize(), frameSize()));
    };
    const zoom = (factor, point = { x: frame.clientWidth / 2, y: frame.clientHeight / 2 }) => {
        isFitted = false;
        apply(zoomed(view, point, factor));
        move(0, 0);
    };
    const at = (event) => {
        const box = frame.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    /** The middle of the pointers, and their distance. */
    const spread = () => {
        const [one, other = one] = [...pointers.values()];
        return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, length: Math.hypot(one.x - other.x, one.y - other.y) };
    };

    frame.addEventListener("wheel", (event) => {
        // A frame that is higher than the window must not keep the page from scrolling.
        if (frame.clientHeight > innerHeight && !event.ctrlKey) return;
        event.preventDefault();
        zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), at(event));
    }, { passive: false });
    frame.addEventListener("pointerdown", (event) => {
        if (event.button === 0) pointers.set(event.pointerId, at(event));
    });
    frame.addEventListener("pointermove", (event) => {
        const start = pointers.get(event.pointerId);
        if (!start) return;
        const point = at(event);
        if (!isDragging && pointers.size === 1 && Math.hypot(point.x - start.x, point.y - start.y) < dragThreshold) return;
        // A captured pointer makes no clicks on screens.
        if (!isDragging) frame.setPointerCapture(event.pointerId);
        isDragging = true;
        const before = spread();
        pointers.set(event.pointerId, point);
        const after = spread();
        move(after.x - before.x, after.y - before.y);
        if (before.length > 0) zoom(after.length / before.length, after);
    });
    const release = (event) => {
        pointers.delete(event.pointerId);
        isDragging &&= pointers.size > 0;
    };
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(name, release);
    frame.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const moves = { ArrowLeft: [keyStep, 0], ArrowRight: [-keyStep, 0], ArrowUp: [0, keyStep], ArrowDown: [0, -keyStep] };
        if (moves[event.key]) move(...moves[event.key]);
        else if (event.key === "+" || event.key === "=") zoom(zoomStep);
        else if (event.key === "-") zoom(1 / zoomStep);
        else if (event.key === "0") fit();
        else return;
        event.preventDefault();
    });
    new ResizeObserver(() => isFitted && fit()).observe(frame);
    return {
        fit,
        move,
        enlarge: () => zoom(zoomStep),
        reduce: () => zoom(1 / zoomStep),
        /** Shows the view again after the drawing was replaced. */
        renew: () => (isFitted ? fit() : apply(view)),
        /** Moves a part of the drawing into the frame. @param {{left: number, top: number, right: number, bottom: number}} box in the page */
        reveal: (box) => {
            const room = frame.getBoundingClientRect();
            const shift = (low, high, from, to) => (low < from ? from - low + padding : high > to ? to - high - padding : 0);
            const [dx, dy] = [shift(box.left, box.right, room.left, room.right), shift(box.top, box.bottom, room.top, room.bottom)];
            if (dx || dy) move(dx, dy);
        },
    };
}
