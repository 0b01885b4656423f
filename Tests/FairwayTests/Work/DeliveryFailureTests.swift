import FairwayWire
import Testing

@testable import Fairway

struct DeliveryFailureTests {
    @Test(arguments: [
        (DeliveryFailure(.flowTimeout, cause: nil), "flow-timeout"),
        (DeliveryFailure(.flowFailed, cause: "Broken: a: b"), "flow-failed: Broken: a: b"),
        (DeliveryFailure(.rejected, cause: ""), "rejected: "),
    ])
    func failureIsReadAsItWasStored(_ failure: DeliveryFailure, _ text: String) {
        #expect(failure.description == text)
        #expect(DeliveryFailure(text) == failure)
    }

    @Test(arguments: ["", "Broken()", "flow-timeouts", "flow-timeout it took long", ": flow-failed"])
    func errorOfAPerformerIsNoFailureOfTheDelivery(_ text: String) {
        #expect(DeliveryFailure(text) == nil)
    }
}
