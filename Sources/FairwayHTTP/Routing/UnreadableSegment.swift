/// A segment of the path is not what the route's handler wants.
struct UnreadableSegment: Error {}
