/// A class that encodes its superclass under a key of its own.
final class Dog: Animal {
    let tricks: [String]

    enum CodingKeys: String, CodingKey { case tricks, parent = "super" }

    init(name: String, legs: Int, tricks: [String]) {
        self.tricks = tricks
        super.init(name: name, legs: legs)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tricks = try container.decode([String].self, forKey: .tricks)
        try super.init(from: container.superDecoder(forKey: .parent))
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tricks, forKey: .tricks)
        try super.encode(to: container.superEncoder(forKey: .parent))
    }
}

class Named: Codable {
    let name: String
    init(name: String) { self.name = name }
}

class Animal: Named {
    let legs: Int

    enum CodingKeys: String, CodingKey { case legs }

    init(name: String, legs: Int) {
        self.legs = legs
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        legs = try container.decode(Int.self, forKey: .legs)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(legs, forKey: .legs)
        try super.encode(to: container.superEncoder())
    }
}
