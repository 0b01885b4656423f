/// An enum with every kind of associated value.
indirect enum Shape: Codable, Hashable {
    case point
    case circle(radius: Double)
    case polygon([Point], closed: Bool)
    case named(String)
    case tagged(Int?)
    case group([Shape])
}
