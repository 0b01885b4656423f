import Fairway
import FairwayHTTP
import FairwayWire

extension Request {
    /// Under which conditions the change is to be made.
    func guards() throws(Problem) -> Guards {
        Guards(revisions: self[.ifMatch].flatMap(Self.revisions), key: try requestKey(atLeast: 1))
    }

    /// The idempotency key, and which request it belongs to.
    func requestKey(atLeast shortest: Int) throws(Problem) -> RequestKey? {
        guard let key = try idempotencyKey(atLeast: shortest) else { return nil }
        let request = Array("\(method.name) \(path)\n".utf8) + body
        return RequestKey(key, fingerprint: SHA256.hash(request).map { String($0, radix: 16) }.joined(separator: "."))
    }

    /// The idempotency key as it came. What is none is refused also where a key says nothing, so that a client finds its
    /// mistake wherever it makes it.
    func idempotencyKey(atLeast shortest: Int) throws(Problem) -> String? {
        guard let key = self[.idempotencyKey] else { return nil }
        guard (shortest...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem(
                .malformedRequest,
                "An Idempotency-Key has \(shortest) to 255 visible ASCII characters."
            )
        }
        return key
    }

    /// RFC 9110 13.1.1: a list of strong tags, or `*` for any. A tag is compared as text: what is not a revision as `ETag` has
    /// it, `"+4"` or `"04"`, is one that no revision has.
    private static func revisions(_ field: String) -> Set<Int>? {
        let tags = EntityTag.tags(field)
        if tags.contains("*") { return nil }
        return Set(
            tags.compactMap { tag in
                Int(tag.dropFirst().dropLast()).flatMap { tag == "\"\($0)\"" ? $0 : nil }
            }
        )
    }

    /// Whether the client has that revision, by `If-None-Match`. The comparison is the weak one, and `*` is any
    /// (RFC 9110 13.1.2).
    func knows(_ revision: Int) -> Bool { self[.ifNoneMatch].map { EntityTag.isIn($0, "\"\(revision)\"") } ?? false }

    /// How many seconds the client would wait for something new (RFC 7240 4.3), 60 at most.
    var waitSeconds: Int? {
        self[.prefer]?.split(whereSeparator: { $0 == "," || $0 == ";" }).firstNonNil { preference in
            let sides = preference.filter { $0 != " " }.split(separator: "=")
            return sides.count == 2 && sides[0].lowercased() == "wait" ? Self.seconds(sides[1], most: 60) : nil
        }
    }

    /// `delta-seconds`, digits however many (RFC 9111 1.2.2): what no integer holds is more than the most, too.
    private static func seconds(_ digits: Substring, most: Int) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(digits) ?? most, most)
    }
}
