/// The simplest value that is an object.
struct Point: Codable, Hashable {
    var x: Int
    var y: Int
}
