// The declarations in fairway.d.ts agree with the code. Each import of a module of `fairway/` has the types of its JSDoc.

import * as declared from "../../../Public/fairway.js";
import * as navigation from "../../../Public/fairway/navigation.js";
import * as problems from "../../../Public/fairway/problems.js";
import * as retry from "../../../Public/fairway/retry.js";
import * as session from "../../../Public/fairway/session.js";
import * as state from "../../../Public/fairway/state.js";
import * as transport from "../../../Public/fairway/transport.js";

// The types of event listeners exist in the declarations only. `load` returns the session itself.
type Instance<Class> = Class extends abstract new (...parameters: any) => infer Value ? Omit<Value, "addEventListener" | "load"> : never;
type Returning<Call extends (...parameters: any) => any> = (...parameters: Parameters<Call>) => Promise<Instance<typeof declared.Session>>;

export const written: {
    [Name in keyof typeof declared]: (typeof declared)[Name] extends abstract new (...parameters: any) => any
        ? abstract new (...parameters: any) => Instance<(typeof declared)[Name]>
        : (typeof declared)[Name];
} = { ...navigation, ...problems, ...retry, ...session, ...state, ...transport };

export const start: Returning<typeof declared.Session.start> = session.Session.start;
export const takeHandoff: Returning<typeof declared.Session.takeHandoff> = session.Session.takeHandoff;
export const list: typeof declared.Session.list = session.Session.list;
