/// What a client says of itself when it starts or takes over a session.
///
/// A session holds it in memory, and each of its commits writes it. So it is kept as its JSON, which is encoded once, and
/// copied as one reference.
public struct Device: Hashable, Sendable {
    private var content: Content

    /// The kinds of device that a flow may tell apart.
    public enum Idiom: String, Codable, Hashable, Sendable, CaseIterable {
        /// A phone's narrow, upright screen.
        case phone
        /// A tablet.
        case pad
        /// A desktop's window.
        case desktop
        /// A browser.
        case web
        /// A television.
        case tv
        /// A terminal.
        case terminal
    }

    /// A description that is longer than this as JSON without blanks is not decoded.
    public static let mostBytes = 2_048
    /// Nor is one with more screens.
    public static let mostScreens = 256
    /// Nor is one with a longer locale: as many characters as RFC 5646 section 4.4.1 has software make room for.
    public static let mostLocaleCharacters = 35

    /// A device of which nothing need be known. A locale that is too long loses its last parts (RFC 5646 section 4.4.2).
    public init(idiom: Idiom? = nil, locale: String? = nil, app: String? = nil, screens: [String: Int]? = nil) {
        guard idiom != nil || locale != nil || app != nil || screens != nil else {
            content = .nothing
            return
        }
        content = Content(idiom, locale.map(Self.shortened), app, screens)
    }

    /// The kind of device.
    public var idiom: Idiom? {
        get { content.idiom }
        set { self = Device(idiom: newValue, locale: locale, app: app, screens: screens) }
    }

    /// A BCP 47 language tag, `en-GB`.
    public var locale: String? {
        get { content.locale }
        set { self = Device(idiom: idiom, locale: newValue, app: app, screens: screens) }
    }

    /// The version of the client's app.
    public var app: String? {
        get { content.app }
        set { self = Device(idiom: idiom, locale: locale, app: newValue, screens: screens) }
    }

    /// All that this client can render, name to highest version; nil when it does not say. Decoded at each call.
    public var screens: [String: Int]? {
        get { content.screens.flatMap { try? JSON.decode([String: Int].self, from: content.json.bytes[$0]) } }
        set { self = Device(idiom: idiom, locale: locale, app: app, screens: newValue) }
    }

    /// Whether this client can render a screen of that version. One that does not say can render everything.
    public func renders(screen name: String, version: Int) -> Bool {
        guard content.screens != nil else { return true }
        return content.version(of: name).map { version <= $0 } ?? false
    }

    /// The description as it is stored, without the members that are not there.
    package var json: RawJSON { content.json }

    /// How many bytes it takes in memory.
    package var bytesInMemory: Int {
        content === Content.nothing ? 0 : 192 + content.json.bytes.count + (app?.utf8.count ?? 0)
    }

    /// Two descriptions that say the same are written alike.
    public static func == (left: Device, right: Device) -> Bool {
        left.content === right.content || left.content.json == right.content.json
    }

    /// Hashes what it is written as.
    public func hash(into hasher: inout Hasher) { hasher.combine(content.json) }

    private static func shortened(_ tag: String) -> String {
        guard tag.utf8.count > mostLocaleCharacters else { return tag }
        var parts = tag.split(separator: "-")
        while parts.count > 1, parts.reduce(parts.count - 1, { $0 + $1.utf8.count }) > mostLocaleCharacters {
            parts.removeLast()
            // A single letter says what kind of part comes next, and ends no tag.
            while parts.count > 1, parts.last?.utf8.count == 1 { parts.removeLast() }
        }
        return parts.joined(separator: "-")
    }
}

extension Device: Codable {
    private enum CodingKeys: String, CodingKey {
        case idiom, locale, app, screens
    }

    /// Reads a description within the limits.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let locale = try members.decodeIfPresent(String.self, forKey: .locale)
        if let locale, locale.utf8.count > Self.mostLocaleCharacters {
            throw DecodingError.dataCorruptedError(
                forKey: .locale,
                in: members,
                debugDescription: "a locale has at most \(Self.mostLocaleCharacters) characters"
            )
        }
        let screens = try members.decodeIfPresent([String: Int].self, forKey: .screens)
        if let screens, screens.count > Self.mostScreens {
            throw DecodingError.dataCorruptedError(
                forKey: .screens,
                in: members,
                debugDescription: "at most \(Self.mostScreens) screens are listed"
            )
        }
        self.init(
            idiom: try members.decodeIfPresent(Idiom.self, forKey: .idiom),
            locale: locale,
            app: try members.decodeIfPresent(String.self, forKey: .app),
            screens: screens
        )
        if json.bytes.count > Self.mostBytes {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a device is described in at most \(Self.mostBytes) bytes"
                )
            )
        }
    }

    /// Writes all members, `null` for those that are not there.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(idiom, forKey: .idiom)
        try members.encodeIfPresent(locale, forKey: .locale)
        try members.encodeIfPresent(app, forKey: .app)
        try members.encodeIfPresent(
            content.screens.map { RawJSON(known: Array(content.json.bytes[$0])) },
            forKey: .screens
        )
    }
}

extension Device {
    /// The description as JSON, and the members that are asked for often.
    private final class Content: Sendable {
        let idiom: Idiom?
        let locale: String?
        let app: String?
        let json: RawJSON
        /// Where the object of the screens is in the JSON.
        let screens: Range<Int>?

        static let nothing = Content(nil, nil, nil, nil)

        init(_ idiom: Idiom?, _ locale: String?, _ app: String?, _ screens: [String: Int]?) {
            (self.idiom, self.locale, self.app) = (idiom, locale, app)
            var writer = JSONWriter(reserving: 128)
            writer.beginObject()
            if let idiom {
                writer.key("idiom")
                writer.string(idiom.rawValue)
            }
            if let locale {
                writer.key("locale")
                writer.string(locale)
            }
            if let app {
                writer.key("app")
                writer.string(app)
            }
            var place: Range<Int>?
            if let screens {
                writer.key("screens")
                let start = writer.count
                writer.beginObject()
                for (name, version) in screens.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                    writer.key(named: name)
                    writer.int(version)
                }
                writer.endObject()
                place = start..<writer.count
            }
            writer.endObject()
            json = RawJSON(writer)
            self.screens = place
        }

        /// The version of a screen in `{"A":1,"B":2}`.
        func version(of name: String) -> Int? {
            guard let screens else { return nil }
            var key = JSONWriter(reserving: 64)
            key.key(named: name)
            return json.bytes.withUnsafeBufferPointer { bytes in
                key.withBytes { key in
                    var rest = bytes[screens].dropFirst()
                    // A quote within a name is escaped: one behind a comma begins a name.
                    while !rest.starts(with: key) {
                        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
                        rest = rest[(comma + 1)...]
                    }
                    let digits = rest.dropFirst(key.count).prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
                    return Int(String(decoding: digits, as: UTF8.self))
                }
            }
        }
    }
}
