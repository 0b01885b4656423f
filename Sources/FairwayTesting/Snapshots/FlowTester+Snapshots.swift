import Fairway
import FairwayWire
public import Testing

extension FlowTester {
    /// Compares what the visible screens show with a golden file beside the test, `__Snapshots__/…/name.json`.
    ///
    /// Run the test with `FAIRWAY_RECORD_SNAPSHOTS=1` to write the file, and look at it before it is committed.
    ///
    /// - Parameters:
    ///   - name: by default that of the test; a test with several snapshots names each.
    ///   - test: the test's own name.
    ///   - file: the test's file, beside which the snapshots lie.
    ///   - sourceLocation: where a difference is reported.
    public func expectSnapshot(
        _ name: String? = nil,
        test: String = #function,
        file: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let visible = try (state.visible + [state.screen].compactMap(\.self)).map { screen -> JSONValue in
            let viewModel = try JSON.decode(JSONValue.self, from: screen.viewModel.bytes)
            return ["screen": .string(screen.name), "viewModel": viewModel]
        }
        try SnapshotFile(name ?? test, besideTest: file).expect(
            visible.count == 1 ? visible[0] : .array(visible),
            sourceLocation: sourceLocation
        )
    }
}
