import FairwayHTTP

extension HTTPProblem {
    /// The problems of HTTP itself that have no `ProblemCode`, with when they happen and what a client does about them.
    ///
    /// What an instance says of its own occasion is not shown.
    static let guided: [(problem: HTTPProblem, guide: ProblemGuide)] = [
        (
            .methodNotAllowed(allow: ""),
            ProblemGuide("The path is served, for other methods.", "Use one of those in the header Allow.")
        ),
        (
            .requestTimeout(""),
            ProblemGuide("The request did not arrive as a whole in time.", "Repeat it on a new connection.")
        ),
        (.uriTooLong(limit: 0), ProblemGuide("The target has too many bytes.", "Put data into the body.")),
        (
            .headersTooLarge(""),
            ProblemGuide("The header fields are too many or too long.", "Send fewer. Cookies are not needed here.")
        ),
        (
            .misdirectedRequest,
            ProblemGuide(
                "The host in the request is none that the server answers to.",
                "Ask for localhost or an address, or have the operator name the host with --allow-hosts."
            )
        ),
        (
            .internalError,
            ProblemGuide(
                "The server failed in a way that nobody foresaw.",
                "Repeat it once, with the same Idempotency-Key. Operators find the cause in the log, by X-Request-Id."
            )
        ),
        (
            .notImplemented(""),
            ProblemGuide("The method or the transfer coding is none that this server knows.", "Use one that it knows.")
        ),
        (
            .httpVersion,
            ProblemGuide("The request is in HTTP/0.9 (426) or in HTTP/2 or newer (505).", "Speak HTTP/1.1.")
        ),
    ]
}
