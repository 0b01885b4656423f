// The types of fairway.js, for TypeScript and for editors. The protocol is specified in docs/protocol.md.

/** A screen in the navigation. */
export interface ScreenReference {
    id: string;
    name: string;
    flow: string;
}

export interface Tab {
    key: string;
    title: string;
    content: Container;
}

/** A stack, tabs or a split view. A stack has `screens`, tabs have `tabs` and `selected`, a split view has both its parts. */
export interface Container {
    id: string;
    kind: "stack" | "tabs" | "split";
    presentation?: string;
    screens?: ScreenReference[];
    selected?: string;
    tabs?: Tab[];
    primary?: Container;
    secondary?: Container;
    /** The container on top of this one. */
    presented?: Container;
}

/** One difference between two navigations, such as `push`. Treat an unknown move as `reset`. */
export interface Move {
    move: string;
    container?: string;
    screen?: string;
    tab?: string;
}

/** A visible screen, with everything to draw. */
export interface ScreenDocument {
    id: string;
    name: string;
    title?: string;
    flow: string;
    /** The version of the view model's shape. */
    version: number;
    presentation: string;
    /** Whether the system's back gesture is allowed. */
    back: boolean;
    /** Whether the flow decides about going back. If so, remove the screen only if the reply's moves remove it. */
    backAsks?: boolean;
    /** The data to draw. Its type depends on the screen. */
    viewModel: any;
    /** The names of the actions, in display order. */
    actions: string[];
    /** The user's unsent input. */
    draft?: any;
}

/** An instruction to execute once, such as opening a URL. */
export interface Effect {
    effect: string;
    id: string;
    [member: string]: any;
}

/** The state of a session at a revision. */
export interface StateDocument {
    session: string;
    /** Only in replies to calls that create a token. */
    token?: string;
    revision: number;
    status: "active" | "over";
    /** `completed`, `dismissed`, `ended` or `expired`, if the session is over. */
    outcome?: string;
    /** The root flow's output, if it completed. */
    result?: any;
    moves: Move[];
    /** The front screen; null if the session is over. */
    screen: ScreenDocument | null;
    /** In a split view: the other visible screens. */
    visible?: ScreenDocument[];
    navigation: Container | null;
    effects: Effect[];
}

/** A description of the client's device. */
export interface Device {
    idiom?: "phone" | "pad" | "desktop" | "web" | "tv" | "terminal";
    /** A BCP 47 tag, such as `en-GB`. */
    locale?: string;
    /** The version of the client. */
    app?: string;
    /** All screens that the client can draw, with their highest versions. */
    screens?: { [name: string]: number };
}

/** How a session starts: with a flow, at a deep link, or with the app's initial flow. */
export interface Start {
    flow?: string;
    /** The flow's stored properties. */
    input?: any;
    link?: string;
    device?: Device;
}

/** An error in one member of a request. */
export interface FieldError {
    /** A JSON Pointer into the request, such as `/params/name`. */
    pointer: string;
    /** A code for programs, such as `too-short`. */
    code: string;
    /** A sentence for people. */
    detail?: string;
}

/** A request and its response. The status is 0 if no response arrived. */
export interface Exchange {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: any;
    status: number;
    reply?: any;
    /** When the request was sent, as a value of `performance.now()`. */
    startedAt: number;
    milliseconds: number;
}

export interface CallOptions {
    token?: string;
    body?: any;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** Lets the request outlive the page. */
    keepalive?: boolean;
}

/** Sends requests to one server. */
export class Transport {
    constructor(options?: {
        /** The server's address; by default the page's. */
        base?: string;
        fetch?: typeof fetch;
        /** Called after every request, for debugging. */
        onExchange?: (exchange: Exchange) => void;
        /** In milliseconds. */
        timeout?: number;
        /**
         * Supplies a fresh user token: a JWT of your identity provider. Null means that no user is signed in.
         *
         * The token is kept. This function is called again after the server has refused the token or ended a stream, and if no token is
         * supplied within the `timeout`, the call fails. Its errors go to the caller.
         */
        userToken?: () => string | null | Promise<string | null>;
    });

    readonly base: string;
    readonly timeout: number;
    readonly fetch: typeof fetch;
    readonly onExchange: (exchange: Exchange) => void;

    /** Makes a call once. The result is the response's JSON; undefined if its body is empty. */
    call(method: string, path: string, options?: CallOptions): Promise<any>;

    /** Opens an event stream. */
    open(
        path: string,
        options: { token?: string; headers?: Record<string, string>; signal: AbortSignal },
    ): Promise<ReadableStream<Uint8Array>>;

    /**
     * Makes an attempt with the user token, which is undefined if no user is signed in. If the server refuses the token, makes one
     * more with a fresh token.
     *
     *     await transport.asUser((token) => transport.call("GET", "/v1/sessions", { token }));
     */
    asUser<T>(attempt: (userToken: string | undefined) => Promise<T>): Promise<T>;

    /** Drops the user token, for example after a sign-out. The next call asks for another one. */
    forgetUserToken(): void;
}

/** A session in the list of the user's sessions. */
export interface UserSession {
    /** The id. `new Session({ id, transport }).load()` opens the session. */
    session: string;
    revision: number;
    status: "active" | "over";
    outcome: string | null;
    /** The front flow and screen. */
    flow: string | null;
    screen: string | null;
    title: string | null;
    createdAt: string;
    touchedAt: string;
}

/** The events of a session, with the types of their `detail`. */
export interface SessionEvents {
    /**
     * A new state, and the moves to animate. The first state of `start` and `takeHandoff` is in `session.state`; `previous` is null
     * for the first state of `load`.
     */
    state: { state: StateDocument; moves: Move[]; previous: StateDocument | null };
    /** An instruction. Each one is dispatched once. */
    effect: Effect;
    /** The server can be reached again, or no longer. */
    connection: { isConnected: boolean; error?: unknown };
    /**
     * The session no longer exists, or the token that opens it is no longer valid. After `invalid-token`, let the user sign in again,
     * then call `load` and `follow`.
     */
    lost: ProblemError;
}

/**
 * One session on a server. Actions, going back, tabs, links, refreshes, changes of the device and requests for a handoff code have an
 * idempotency key, and are retried for up to ten minutes, as are `load`, `end` and a sign-in. The other calls are made once.
 *
 *     const session = await Session.start({ flow: "Tutorial" });
 *     draw(session.state, []);
 *     session.addEventListener("state", ({ detail }) => draw(detail.state, detail.moves));
 *     session.follow();
 *     await session.send("nextToPage2ButtonPressed");
 */
export class Session extends EventTarget {
    /** Lists the user's sessions, newest first. `cursor` is the `next` of the previous page. */
    static list(
        query?: { status?: "active" | "over"; cursor?: string },
        transport?: Transport,
    ): Promise<{ sessions: UserSession[]; next: string | null }>;

    /** Starts a session: that of the user if one is signed in. If the response is lost, the retry returns the same session. */
    static start(start?: Start, transport?: Transport): Promise<Session>;

    /** Takes over a session from another device, with the code that it shows. */
    static takeHandoff(code: string, device?: Device, transport?: Transport): Promise<Session>;

    /** A session that was started earlier. Call `load` next. Without a token, the transport's `userToken` opens it. */
    constructor(identity: { id: string; token?: string; transport?: Transport });

    readonly id: string;
    /** Save it with the id. Anyone with the token can act as the user. Undefined if only the user token opens the session. */
    readonly token: string | undefined;
    readonly transport: Transport;
    /** The newest state; null before `load`. */
    readonly state: StateDocument | null;
    /** Whether a change is pending, and the event stream has brought no newer state meanwhile. */
    readonly isBusy: boolean;
    readonly isConnected: boolean;

    addEventListener<Name extends keyof SessionEvents>(
        name: Name,
        listener: (event: CustomEvent<SessionEvents[Name]>) => void,
        options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
        name: string,
        listener: EventListenerOrEventListenerObject | null,
        options?: boolean | AddEventListenerOptions,
    ): void;

    /** Loads the state of a session that was started earlier. */
    load(): Promise<this>;

    /**
     * Posts an action of the user.
     *
     * Throws a `ProblemError` if the server refuses it, and a `BusyError` if `isBusy`. If a change is pending, but the event stream has
     * brought a newer state, the action is sent after the reply to that change. If that state does not contain the change, a `BusyError`
     * is thrown then. `screen` is the screen's id; the default is the front screen. `draft` is saved even if the action is refused.
     */
    send(action: string, params?: any, guards?: { screen?: string; draft?: any }): Promise<StateDocument>;

    /** Goes back, as the user's back gesture does. `to` is an earlier screen of the same stack. */
    goBack(from?: { screen?: string; to?: string; draft?: any }): Promise<StateDocument>;

    select(tab: string, container?: string): Promise<StateDocument>;

    openLink(link: string): Promise<StateDocument>;

    /** Recomputes the visible view models, for pull to refresh. */
    refresh(): Promise<StateDocument>;

    setDevice(device: Device): Promise<StateDocument>;

    /** Ends the session. Does nothing if it is over. */
    end(): Promise<void>;

    /**
     * Assigns this anonymous session to the user. Its token opens nothing afterwards: save the session again. A sign-in that is refused
     * leaves the session as it was.
     */
    signIn(): Promise<StateDocument>;

    /** Creates a code with which another device can take over this session. */
    makeHandoff(): Promise<{ code: string; expiresAt: string }>;

    /** Saves the user's unsent input. Undefined deletes it. `keepalive` lets the request outlive the page. */
    keepDraft(screen: string, draft: any, options?: { keepalive?: boolean }): Promise<void>;

    /** Follows the event stream until the session is over, and reconnects when it ends. A second call does nothing. */
    follow(): Promise<void>;

    /** Stops following, until `follow` is called again. */
    stop(): void;
}

/** The request got no answer. The server may or may not have applied the change. */
export class NetworkError extends Error {
    constructor(cause: unknown);
}

/** The response is not part of the protocol; most likely it is a proxy's error page. */
export class HTTPError extends Error {
    constructor(status: number, headers: Headers);
    readonly status: number;
    readonly retryAfterSeconds: number | undefined;
}

/** The server refused the request with a problem document (RFC 9457). */
export class ProblemError extends Error {
    constructor(problem: any, headers: Headers);
    /** A stable code to branch on. */
    readonly code: string;
    readonly status: number;
    readonly title: string;
    readonly errors: FieldError[];
    /** The session's current state. */
    readonly state: StateDocument | undefined;
    readonly retryAfterSeconds: number | undefined;
}

/** A change was requested before the previous one was answered. */
export class BusyError extends Error {
    constructor();
}

/** Whether the same request may succeed later. */
export function isRetryable(error: unknown): boolean;

/** The state to show after a document was received, and the moves to animate. Null if the document shows nothing new. */
export function accept(
    current: StateDocument | null,
    document: StateDocument,
): { state: StateDocument; moves: Move[] } | null;

/** A container and those presented on it, bottom first, each without its `presented` member. */
export function layers(navigation: Container | null | undefined): Container[];

/** The front stack: for tabs that of the selected tab, for a split view that of the secondary part unless it is empty. */
export function frontStack(container: Container): Container;

/** The screens that the user passes when going back from the front screen, in reverse order: the front screen is last. */
export function pathToFront(navigation: Container | null | undefined): ScreenReference[];

/** Every screen in a container, and in the containers presented on it. */
export function screensOf(container: Container): ScreenReference[];

/** Applies moves to a navigation. If a move cannot be applied, the result is `target`, the navigation that they lead to. */
export function applyMoves(navigation: Container | null, moves: Move[], target: Container | null): Container | null;
