"""Puts ids and tokens of new sessions into generated requests. With random ones, every response would be 404."""

import itertools
import json
import urllib.request

import schemathesis

OPERATOR = "contract"
FLOWS = itertools.cycle([None, "Counter", "Tutorial"])
TURNS = itertools.count()
# Actions that fail or are slow on purpose.
EXCLUDED_ACTIONS = ["failButtonPressed", "slowButtonPressed"]


def call(base, path, body=None, token=None):
    request = urllib.request.Request(base + path, data=json.dumps(body or {}).encode(), method="POST")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


@schemathesis.hook
def before_call(context, case, kwargs):
    turn = next(TURNS)
    base = case.operation.base_url.rstrip("/")
    if case.operation.path == "/v1/handoffs" and turn % 2 and isinstance(case.body, dict):
        session = call(base, "/v1/sessions")
        handoff = call(base, f"/v1/sessions/{session['session']}/handoff", token=session["token"])
        case.body["code"] = handoff["code"]
    if case.operation.path == "/problems/{code}" and turn % 2:
        case.path_parameters["code"] = "stale-screen"
    # Keep every fourth request unchanged, to test requests without authorization.
    if turn % 4 == 0:
        return
    is_operators = case.operation.path.startswith("/v1/admin/") or case.operation.path.endswith("/signals")
    if is_operators:
        case.headers["Authorization"] = f"Bearer {OPERATOR}"
    if "session" not in (case.path_parameters or {}):
        return
    flow = next(FLOWS)
    state = call(base, "/v1/sessions", {"flow": flow} if flow else {})
    case.path_parameters["session"] = state["session"]
    if "screen" in case.path_parameters:
        case.path_parameters["screen"] = state["screen"]["id"]
    if not is_operators:
        case.headers["Authorization"] = f"Bearer {state['token']}"
    # schemathesis can take the name of an excluded action from an earlier response.
    if isinstance(case.body, dict) and case.body.get("action") in EXCLUDED_ACTIONS:
        case.body["action"] = "unknown"
    if case.operation.path.endswith("/actions") and turn % 3 == 0 and isinstance(case.body, dict):
        actions = [action for action in state["screen"]["actions"] if action not in EXCLUDED_ACTIONS]
        case.body["action"] = actions[turn % len(actions)]
        case.body.pop("screen", None)
