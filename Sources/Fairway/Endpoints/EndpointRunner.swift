import FairwayWire
import Synchronization

/// Runs the handlers of endpoints under the limits of flows' handlers.
package final class EndpointRunner: Sendable {
    private let engine: Engine
    private let late = LateHandlers()

    /// The result of a request.
    package enum Outcome: Sendable {
        case answered(WebResponse)
        /// Refused by the server, or by a problem of the handler.
        case refused(Answer)
        /// The handler has thrown another error.
        case failed(cause: String)
    }

    package init(_ engine: Engine) { self.engine = engine }

    /// Answers a request.
    package func run(_ endpoint: Endpoint, _ request: WebRequest) async -> Outcome {
        let admission = engine.admission
        do throws(Problem) {
            try admission.begin(asClient: true)
        } catch {
            return .refused(engine.answer(to: error, state: nil))
        }
        defer { admission.end(asClient: true) }
        guard late.count < engine.limits.handlerThreads else { return refusal("handlers of endpoints do not return") }
        await admission.takeSlot(asClient: true)
        defer { admission.releaseSlot() }
        let context = AppContext(engine, request: request.id)
        let seconds = engine.limits.handlerSeconds
        let outcome = await engine.deadline(seconds: seconds, in: engine.threads).run(
            observedBy: EndpointCall(admission, late)
        ) {
            do {
                return Result<WebResponse, any Error>.success(try await endpoint.handle(request, context))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .returned(.success(let response)): return .answered(response)
        case .returned(.failure(let error)): return Self.outcome(of: error)
        case .expired:
            let sentence = "The endpoint took longer than \(seconds) seconds."
            return .refused(Answer(Problem(.flowTimeout, sentence), cause: sentence))
        case .refused: return refusal("threads run handlers that do not return")
        }
    }

    private func refusal(_ reason: String) -> Outcome {
        let problem = Problem(.overloaded, "All \(engine.limits.handlerThreads) \(reason).")
        return .refused(engine.answer(to: problem, state: nil))
    }

    private static func outcome(of error: any Error) -> Outcome {
        guard var problem = error as? Problem else { return .failed(cause: "\(error)") }
        let isOfSender = [400, 401].contains(problem.code.status) || problem.code == .idempotencyKeyReused
        guard isOfSender || problem.code.isTemporary else {
            return .failed(cause: "\(problem.code.rawValue): \(problem.detail ?? problem.title)")
        }
        problem.state = nil
        return .refused(Answer(problem))
    }
}

/// The handlers of endpoints that have exceeded their time limit and still run.
private final class LateHandlers: Sendable {
    private let running = Atomic<Int>(0)

    var count: Int { running.load(ordering: .relaxed) }

    func add(_ difference: Int) { running.add(difference, ordering: .relaxed) }
}

/// A handler that awaits, blocks or computes for long does not occupy a slot.
private final class EndpointCall: TimedCallObserver {
    private let admission: AdmissionControl
    private let late: LateHandlers

    init(_ admission: AdmissionControl, _ late: LateHandlers) { (self.admission, self.late) = (admission, late) }

    func callStalled() { admission.releaseSlot() }
    func callResumed() { admission.takeExtraSlot() }
    func callExpired() { late.add(1) }
    func callReturnedLate() { late.add(-1) }
}
