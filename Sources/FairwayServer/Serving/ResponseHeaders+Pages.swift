import FairwayHTTP

extension ResponseHeaders {
    /// The security headers of the web client, the gallery and the operator's console. These pages show text of apps
    /// and users. The policy restricts scripts to the server's files, so injected markup cannot run any.
    static let pages: ResponseHeaders = [
        "Content-Security-Policy": contentSecurityPolicy,
        "Referrer-Policy": "no-referrer",
        // Pages of other origins get no reference to this window.
        "Cross-Origin-Opener-Policy": "same-origin",
    ]

    private static let contentSecurityPolicy = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        // Assigning a string to `innerHTML` throws.
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ].joined(separator: "; ")
}
