import FairwayWire
import Foundation

/// The JSON coder on what crosses the wire most, beside Foundation's: `fairway-benchmarks json [NAME]`, where a name
/// leaves only the measurement of that name.
enum JSONBenchmark {
    static func run() {
        do {
            try measure()
        } catch {
            print("json: \(error)")
            exit(1)
        }
    }

    private static func measure() throws {
        let state = SampleState.example
        let stateBytes = try JSON.encode(state)
        let action = Array(#"{"action":"didEnterName","params":{"name":"Ada Lovelace"},"screen":"s4"}"#.utf8)
        let actionData = Data(action)
        let stateData = Data(stateBytes)
        print("state document: \(stateBytes.count) bytes; action: \(action.count) bytes")
        let decoded = try JSON.decode(SampleState.self, from: stateBytes)
        precondition(decoded == state, "decoded, the state is another")
        precondition(state.written() == stateBytes, "written by hand, the state is another")

        try report("encode state") { try JSON.encode(state).count }
        try report("encode state, Foundation") { try JSONEncoder().encode(state).count }
        try report("write state by hand") { state.written().count }
        try report("decode state") { try JSON.decode(SampleState.self, from: stateBytes).revision }
        try report("decode state, Foundation") { try JSONDecoder().decode(SampleState.self, from: stateData).revision }
        try report("decode action") { try JSON.decode(SampleAction.self, from: action).action.utf8.count }
        try report("decode action, Foundation") {
            try JSONDecoder().decode(SampleAction.self, from: actionData).action.utf8.count
        }
        try report("decode action, params raw") {
            try JSON.decode(SampleRawAction.self, from: action).params.bytes.count
        }
        try report("validate state") {
            try JSON.validate(stateBytes)
            return 1
        }
    }

    /// Prints the median, over the runs, of a run's mean, and the fastest run's.
    private static func report(_ name: String, _ operation: () throws -> Int) throws {
        if let chosen = CommandLine.arguments.dropFirst(2).first, chosen != name { return }
        let clock = ContinuousClock()
        let operationsPerRun = 2_000
        var nanoseconds: [Double] = []
        var checksum = 0
        for _ in 0..<101 {
            let start = clock.now
            for _ in 0..<operationsPerRun { checksum &+= try operation() }
            nanoseconds.append((clock.now - start) / .nanoseconds(1) / Double(operationsPerRun))
        }
        precondition(checksum != 0)
        nanoseconds.sort()
        let median = Int(nanoseconds[nanoseconds.count / 2].rounded())
        let fastest = Int(nanoseconds[0].rounded())
        let padding = String(repeating: " ", count: max(1, 28 - name.count))
        print("\(name)\(padding)\(median) ns median, \(fastest) ns fastest")
    }
}
