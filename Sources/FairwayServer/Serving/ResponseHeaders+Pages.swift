import FairwayHTTP

extension ResponseHeaders {
    /// The security headers of the web client, the gallery and the operator's console. The pages show text of apps and
    /// users. The policy lets browsers load only the server's files, so injected markup cannot run scripts.
    static let pages: ResponseHeaders = [
        "Content-Security-Policy": contentSecurityPolicy,
        "Referrer-Policy": "no-referrer",
        // Pages opened from here get no reference to their opener.
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
