package import FairwayHTTP

/// An identity provider in the process of the server, for development. Only the sample app has one.
package struct LocalIdentityProvider: Sendable {
    let issuer: String
    let audience: String
    let keptClaims: [String]
    let keySet: [UInt8]
    let answer: @Sendable (Request) -> Response?

    /// - Parameters:
    ///   - issuer: The `iss` of its tokens.
    ///   - audience: The `aud` of its tokens.
    ///   - keptClaims: The claims that flows can read.
    ///   - keySet: Its public keys, as a JSON Web Key Set.
    ///   - answer: Answers the requests to its pages; nil for all others.
    package init(
        issuer: String,
        audience: String,
        keptClaims: [String],
        keySet: [UInt8],
        answer: @escaping @Sendable (Request) -> Response?
    ) {
        self.issuer = issuer
        self.audience = audience
        self.keptClaims = keptClaims
        self.keySet = keySet
        self.answer = answer
    }
}
