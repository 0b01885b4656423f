struct Point: Codable, Hashable {
    var x: Int
    var y: Int
}
