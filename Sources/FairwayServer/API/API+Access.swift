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

    private func bearer(_ request: Request) throws(Problem) -> String {
        guard let token = request.bearerToken else { throw Problem(.missingToken) }
        return token
    }
}
