import Foundation

/// An executable of this package, built together with the tests that run it.
///
/// A test target that depends on an executable's target has it built, into the folder where the test bundle lies. The
/// bundle is asked where that is, so it is found whatever the configuration, the build folder or the working directory.
struct BuiltExecutable {
    let url: URL

    /// - Parameter name: The product's name: `fairway-samples`.
    init(_ name: String) {
        url = Self.folder.appending(path: name)
    }

    private static let folder: URL = {
        #if canImport(Darwin)
        // The tests are loaded into a tool of the toolchain's; their own bundle is the one with this ending.
        let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? Bundle.main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        // The test bundle is the running executable itself: /proc/self/exe, without a PATH or an argument in between.
        let bundle = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return bundle.resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
    }()
}
