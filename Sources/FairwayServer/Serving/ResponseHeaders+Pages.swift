import FairwayHTTP

extension ResponseHeaders {
    /// What the web client, the gallery and the operator's console are sent with. They show what apps and users have
    /// written, so that a browser is told to run and load nothing but the server's own files, even if one of them
    /// should ever take a value for markup.
    static let pages: ResponseHeaders = [
        "Content-Security-Policy": contentSecurityPolicy,
        "Referrer-Policy": "no-referrer",
        // A page that is opened from here gets no hold of the window that it came from.
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
        // Assigning text to `innerHTML` and its like throws.
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ].joined(separator: "; ")
}
