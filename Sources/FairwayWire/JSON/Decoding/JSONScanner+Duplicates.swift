#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension JSONScanner {
    /// Refuses an object with two members of the same name. RFC 8259, section 4, leaves their meaning to the
    /// parser. If two parsers disagree, an attacker can bypass a check.
    ///
    /// Names are compared as bytes, after their escapes are replaced.
    func refuseDuplicates(in object: Int) throws {
        let first = object + 1
        guard first < tokenCount, Int(tokens[first + 1].next) < tokenCount else { return }
        try refuseDuplicatesAmongSeveral(in: object)
    }

    private func refuseDuplicatesAmongSeveral(in object: Int) throws {
        var members = 0
        var hasEscapes = false
        var name = object + 1
        while name < tokenCount {
            members += 1
            hasEscapes = hasEscapes || tokens[name].isComplex
            name = Int(tokens[name + 1].next)
        }
        // Up to 16 members, comparing all pairs is faster than hashing. With more members, its quadratic time would
        // allow a denial of service.
        if hasEscapes {
            try refuseDuplicates(in: object) { JSONText.unescapedBytes(bytes(of: $0)) }
        } else if members > 16 {
            try refuseDuplicates(in: object) { MemberName(bytes: bytes(of: $0)) }
        } else {
            try compareAllPairs(in: object)
        }
    }

    private func compareAllPairs(in object: Int) throws {
        var name = Int(tokens[object + 2].next)
        while name < tokenCount {
            let length = tokens[name].length
            let sought = MemberName(bytes: bytes(of: name))
            var earlier = object + 1
            while earlier < name {
                if tokens[earlier].length == length, MemberName(bytes: bytes(of: earlier)) == sought {
                    throw duplicate(name)
                }
                earlier = Int(tokens[earlier + 1].next)
            }
            name = Int(tokens[name + 1].next)
        }
    }

    private func refuseDuplicates<Name: Hashable>(in object: Int, by key: (Int) -> Name) throws {
        var seen: Set<Name> = []
        var name = object + 1
        while name < tokenCount {
            guard seen.insert(key(name)).inserted else { throw duplicate(name) }
            name = Int(tokens[name + 1].next)
        }
    }

    private func bytes(of name: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + Int(tokens[name].offset), count: Int(tokens[name].length))
    }

    private func duplicate(_ name: Int) -> JSONError {
        JSONError(.invalidJSON, "the object has this member already", offset: Int(tokens[name].offset) - 1)
    }
}

/// A member's name as its bytes in the text.
///
/// Its hash is seeded per process, so clients cannot choose names that collide.
struct MemberName: Hashable {
    let bytes: UnsafeBufferPointer<UInt8>
    static func == (left: MemberName, right: MemberName) -> Bool {
        guard left.bytes.count == right.bytes.count else { return false }
        guard let one = left.bytes.baseAddress, let other = right.bytes.baseAddress else { return true }
        return memcmp(one, other, left.bytes.count) == 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
