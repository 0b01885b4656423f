import FairwayWire

/// A header field that a call reads, as the OpenAPI document explains it.
struct RequestHeader: Sendable {
    let name: String
    /// What it is for.
    let about: String
    /// Which values it may have.
    var schema: JSONObject = ["type": "string"]

    static let ifMatch = RequestHeader(name: "If-Match", about: "Make the change only at that revision, `\"4\"`.")
    static let ifNoneMatch = RequestHeader(
        name: "If-None-Match",
        about: "Answer 304 when that is what the client has already."
    )
    static let idempotencyKey = RequestHeader(
        name: "Idempotency-Key",
        about: "The first request with a key is committed; every repeat gets the same answer.",
        schema: ["type": "string", "pattern": "^[!-~]{1,255}$"]
    )
    /// Where a token is given out, the key must not be guessed.
    static let longIdempotencyKey = RequestHeader(
        name: "Idempotency-Key",
        about: "A repeat within ten minutes at least gets the same answer, with the same token.",
        schema: ["type": "string", "pattern": "^[!-~]{16,255}$"]
    )
    static let prefer = RequestHeader(
        name: "Prefer",
        about: "`wait=20`: with If-None-Match, wait up to that many seconds (60 at most) for something new."
    )
    static let lastEventID = RequestHeader(
        name: "Last-Event-ID",
        about: "The revision that the client has; the effects of those since then are sent again."
    )
    static let accept = RequestHeader(name: "Accept", about: "`text/html` for a page.")
}
