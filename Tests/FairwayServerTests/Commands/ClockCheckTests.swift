import Foundation
import Testing

@testable import FairwayServer

struct ClockCheckTests {
    @Test(arguments: [
        (0.0, "1970-01-01"), (7_258_118_401, "2200-01-01"), (4e11, "14645-06-30"), (-1e12, "-4712-01-01"),
    ])
    func clockFarOutOfRangeStopsTheStart(_ seconds: Double, _ shown: String) {
        let error = #expect(throws: CommandError.self) {
            try Serve.checkClock(Date(timeIntervalSince1970: seconds))
        }
        #expect(error?.exitCode == .temporaryFailure)
        #expect(error?.message.contains(shown) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [1_764_000_000.0, 7_258_000_000])
    func usualClockIsAccepted(_ seconds: Double) throws {
        try Serve.checkClock(Date(timeIntervalSince1970: seconds))
    }
}
