import Fairway
import FairwayDoubles
import FairwayTraces
import Synchronization
import TestWaits

/// A collector of spans in this process, with scripted answers.
final class Collector: Sendable {
    private let state: Mutex<State>

    private struct State {
        var answers: [SpanAnswer]
        var batches: [[Span]] = []
        var posts = 0
        var reports: [SpanReport] = []
    }

    /// - Parameter answers: The first answers. All later requests are accepted.
    init(answering answers: [SpanAnswer] = []) { state = Mutex(State(answers: answers)) }

    /// An exporter that sends to this collector.
    func exporter(_ clock: ManualClock, _ limits: SpanLimits = SpanLimits()) -> SpanExporter {
        SpanExporter(clock, limits) { spans in
            self.state.withLock { $0.batches.append(spans) }
            return []
        } post: { _ in
            self.state.withLock { state in
                state.posts += 1
                return state.answers.isEmpty ? .accepted(dropped: 0) : state.answers.removeFirst()
            }
        } report: { report in
            self.state.withLock { $0.reports.append(report) }
        }
    }

    /// The batches that the exporter has encoded.
    var batches: [[Span]] { state.withLock(\.batches) }
    /// The requests, including repeated ones.
    var posts: Int { state.withLock(\.posts) }
    var reports: [SpanReport] { state.withLock(\.reports) }
}
