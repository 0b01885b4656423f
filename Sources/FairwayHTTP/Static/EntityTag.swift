/// RFC 9110 sections 8.8.3 and 13.1.
public enum EntityTag {
    /// Whether a list as in `If-None-Match` has that tag, quotes included, or is `*`. Compared weakly, as is right for
    /// `If-None-Match`: `W/` does not count.
    public static func isIn(_ list: String, _ tag: String) -> Bool {
        let wanted = strong(tag[...])
        return tags(list).contains { $0 == "*" || strong($0) == wanted }
    }

    /// The tags of a list as in `If-Match`, as they came, quotes included. In a tag there are no quotes, so that what a comma
    /// in one leaves of it is no tag.
    public static func tags(_ list: String) -> [Substring] {
        list.split(separator: ",").compactMap { element in
            let trimmed = element.drop { $0 == " " || $0 == "\t" }
            return trimmed.lastIndex { $0 != " " && $0 != "\t" }.map { trimmed[...$0] }
        }
    }

    private static func strong(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
}
