"""The durable action of `Counter` as a FastAPI developer would write it: one transaction per action, at synchronous=FULL.

Like an action in Fairway, it compares the token's hash, reads and changes the state, increments the revision, writes a journal row, and
answers with the state once it is on disk. It has no screens, flows, moves or idempotency keys.
"""

import hashlib
import json
import secrets
import sqlite3
import sys
import time

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import ORJSONResponse
from pydantic import BaseModel

database = sqlite3.connect(sys.argv[1] if len(sys.argv) > 1 else "peer.sqlite", isolation_level=None, cached_statements=64)
for statement in (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "CREATE TABLE sessions (id TEXT PRIMARY KEY, token BLOB NOT NULL, revision INTEGER NOT NULL, state TEXT NOT NULL)",
    "CREATE TABLE journal (session TEXT NOT NULL, revision INTEGER NOT NULL, at REAL NOT NULL, action TEXT NOT NULL)",
):
    database.execute(statement)

# Accept bodies without `Content-Type: application/json`, because the load generator does not send it.
app = FastAPI(default_response_class=ORJSONResponse, strict_content_type=False)


class Start(BaseModel):
    flow: str


class Action(BaseModel):
    action: str


def document(session: str, revision: int, count: int) -> dict:
    screen = {"id": "s1", "name": "Counter.Page", "flow": "Counter", "viewModel": {"count": count}}
    content = {"id": "c1", "kind": "stack", "screens": [{"id": "s1", "name": "Counter.Page"}]}
    return {"session": session, "revision": revision, "status": "active", "screen": screen, "navigation": content}


@app.post("/v1/sessions", status_code=201)
async def start(_: Start):
    session, token = secrets.token_urlsafe(16), secrets.token_urlsafe(24)
    database.execute(
        "INSERT INTO sessions VALUES (?, ?, 1, ?)",
        (session, hashlib.sha256(token.encode()).digest(), json.dumps({"count": 0})),
    )
    return {**document(session, 1, 0), "token": token}


@app.post("/v1/sessions/{session}/actions")
async def act(session: str, body: Action, authorization: str = Header()):
    hashed = hashlib.sha256(authorization.removeprefix("Bearer ").encode()).digest()
    database.execute("BEGIN IMMEDIATE")
    try:
        row = database.execute("SELECT token, revision, state FROM sessions WHERE id = ?", (session,)).fetchone()
        if row is None or not secrets.compare_digest(row[0], hashed):
            raise HTTPException(401)
        if body.action != "incrementButtonPressed":
            raise HTTPException(422)
        revision, state = row[1] + 1, json.loads(row[2])
        state["count"] += 1
        database.execute("UPDATE sessions SET revision = ?, state = ? WHERE id = ?", (revision, json.dumps(state), session))
        database.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (session, revision, time.time(), body.action))
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return document(session, revision, state["count"])


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), loop="uvloop", http="httptools", access_log=False, log_level="error")
