import Fairway
import FairwayHTTP
import FairwayWire

/// Who may make a call.
extension API {
    /// Who bears a session's token.
    func caller(_ request: Request) throws(Problem) -> Caller {
        Caller(.token(try bearer(request)), identity: try identity(request))
    }

    /// Who an authenticating proxy says the caller is; nil when it says nothing.
    func identity(_ request: Request) throws(Problem) -> String? {
        guard let identityHeader else { return nil }
        do throws(HTTPProblem) {
            return try request.onlyValue(identityHeader)
        } catch {
            throw Problem(.malformedRequest, error.detail)
        }
    }

    /// Lets in who bears the operator's token.
    func requireOperator(_ request: Request) throws(Problem) {
        let hash = SHA256.hash(try bearer(request).utf8)
        guard Token.areEqual(hash, operatorTokenHash) else { throw Problem(.forbidden) }
    }

    /// RFC 6750 2.1: the token after the scheme, whose name is the same in any case.
    private func bearer(_ request: Request) throws(Problem) -> String {
        guard let field = request[.authorization] else { throw Problem(.missingToken) }
        // Compared as bytes, since every call comes through here: a letter differs from its capital in one bit.
        let scheme = field.utf8.prefix(7)
        guard scheme.elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 }) else { throw Problem(.missingToken) }
        let token = field[scheme.endIndex...].drop { $0 == " " }
        guard !token.isEmpty else { throw Problem(.missingToken) }
        return String(token)
    }
}
