public import Foundation

/// A client's description of its device, sent when it starts or takes over a session.
///
/// Each session holds a device in memory and writes it with every commit. The value is therefore a single reference to
/// an immutable object, whose JSON is encoded once.
public struct Device: Hashable, Sendable, DescribedType {
    private var content: Content

    package static let described = TypeDescription(
        "A client's device. At most 2,048 bytes of JSON without blanks.",
        .init("idiom", "The kind of device.", "phone"),
        .init("locale", "The BCP 47 language tag, which selects the session's language.", "en-GB"),
        .init("app", "The version of the client's app.", "3.1.0"),
        .init(
            "screens",
            "The screens that the client can show, each with its highest supported version. Without it, all of them.",
            ["Checkout.Address": 2]
        )
    )

    /// The kinds of device that a flow can distinguish.
    public enum Idiom: String, Codable, Hashable, Sendable, CaseIterable {
        /// A narrow, upright screen.
        case phone
        /// A tablet.
        case pad
        /// A desktop window.
        case desktop
        /// A browser.
        case web
        /// A television.
        case tv
        /// A terminal.
        case terminal
    }

    /// The maximum size of a description, as JSON without white space. Decoding refuses a larger one.
    public static let mostBytes = 2_048
    /// The maximum number of screens. Decoding refuses a longer list.
    public static let mostScreens = 256
    /// The maximum length of a locale: the buffer size that RFC 5646, section 4.4.1, recommends. Decoding refuses a
    /// longer one.
    public static let mostLocaleCharacters = 35

    /// Creates a description. A locale that is too long is truncated as in RFC 5646, section 4.4.2.
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

    /// A BCP 47 language tag, such as `en-GB`.
    public var locale: String? {
        get { content.locale }
        set { self = Device(idiom: idiom, locale: newValue, app: app, screens: screens) }
    }

    /// The version of the client's app.
    public var app: String? {
        get { content.app }
        set { self = Device(idiom: idiom, locale: locale, app: newValue, screens: screens) }
    }

    /// The screens that this client can render, with the highest version of each; nil if it does not list them. Decoded
    /// on each access.
    public var screens: [String: Int]? {
        get { content.screens.flatMap { try? JSON.decode([String: Int].self, from: content.json.bytes[$0]) } }
        set { self = Device(idiom: idiom, locale: locale, app: app, screens: newValue) }
    }

    /// Whether this client can render a version of a screen. A client that lists no screens can render all.
    public func renders(screen name: String, version: Int) -> Bool {
        guard content.screens != nil else { return true }
        return content.version(of: name).map { version <= $0 } ?? false
    }

    /// The description as it is stored, without absent members.
    package var json: RawJSON { content.json }

    /// An estimate of the size in memory, in bytes.
    package var bytesInMemory: Int {
        content === Content.nothing ? 0 : 192 + content.json.bytes.count + (app?.utf8.count ?? 0)
    }

    /// Compares the descriptions by their JSON.
    public static func == (left: Device, right: Device) -> Bool {
        left.content === right.content || left.content.json == right.content.json
    }

    /// Hashes the JSON.
    public func hash(into hasher: inout Hasher) { hasher.combine(content.json) }

    private static func shortened(_ tag: String) -> String {
        guard tag.utf8.count > mostLocaleCharacters else { return tag }
        var parts = tag.split(separator: "-")
        while parts.count > 1, parts.reduce(parts.count - 1, { $0 + $1.utf8.count }) > mostLocaleCharacters {
            parts.removeLast()
            // A singleton introduces the subtags after it (RFC 5646, section 2.2.6), so a tag cannot end with one.
            while parts.count > 1, parts.last?.utf8.count == 1 { parts.removeLast() }
        }
        return parts.joined(separator: "-")
    }
}

extension Device: Codable {
    private enum CodingKeys: String, CodingKey {
        case idiom, locale, app, screens
    }

    /// Decodes a description, refusing one that exceeds the limits.
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
                debugDescription: "a device lists at most \(Self.mostScreens) screens"
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
                    debugDescription: "the JSON of a device has at most \(Self.mostBytes) bytes"
                )
            )
        }
    }

    /// Encodes all members. Absent ones are `null`.
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
    /// The description as JSON. The members that are read often are also stored decoded.
    private final class Content: Sendable {
        let idiom: Idiom?
        let locale: String?
        let app: String?
        let json: RawJSON
        /// The range of the screens' object in the JSON.
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
                    // Quotes inside names are escaped, so `,"` occurs only between members.
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

/// A one-time code with which another device takes over a session.
public struct Handoff: Codable, Hashable, Sendable, DescribedType {
    /// The code that the other device sends.
    public var code: String
    /// The time at which the code expires.
    public var expiresAt: Date

    package static let described = TypeDescription(
        "A code that moves a session to another device.",
        .init("code", "The code, which the other device sends. It can be used once.", "K7QX2M4P9TRW"),
        .init("expiresAt", "When the code expires.", "2026-11-26T09:35:00.000Z")
    )

    /// Creates a handoff.
    public init(code: String, expiresAt: Date) {
        self.code = code
        self.expiresAt = expiresAt
    }
}
