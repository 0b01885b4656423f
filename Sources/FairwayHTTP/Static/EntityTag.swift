/// RFC 9110 section 13.1.2.
public enum EntityTag {
    /// Whether a list as in `If-None-Match` has that tag, quotes included, or is `*`. Compared weakly, as is right for
    /// `If-None-Match`: `W/` does not count.
    public static func isIn(_ list: String, _ tag: String) -> Bool {
        let wanted = strong(tag[...])
        return list.split(separator: ",").contains { element in
            let trimmed = element.drop { $0 == " " || $0 == "\t" }
            guard let end = trimmed.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return false }
            return trimmed[...end] == "*" || strong(trimmed[...end]) == wanted
        }
    }

    private static func strong(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
}
