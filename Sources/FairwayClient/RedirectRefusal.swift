import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Follows no redirect. What is answered is then the redirect itself, which is no success.
///
/// Linux's Foundation sends `Authorization` along wherever a redirect leads, to other hosts too, and with 307 and 308 the
/// body. No server of ours sends a client anywhere; whoever does, a proxy or somebody on the way, is not to be told a token.
final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
