import Fairway

extension WallClock {
    /// Waits.
    func pass(_ seconds: Double) async {
        await withCheckedContinuation { continuation in after(seconds) { continuation.resume() } }
    }
}
