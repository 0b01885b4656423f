import Foundation

/// An executable of this package.
///
/// SwiftPM builds all executables of the package with its tests, into the folder of the test bundle. Their location is
/// derived from the bundle, so it does not depend on configuration, build folder or working directory.
struct BuiltExecutable {
    let url: URL

    /// - Parameter name: The name of the product, like `fairway-samples`.
    init(_ name: String) {
        url = Self.folder.appending(path: name)
    }

    private static let folder: URL = {
        #if canImport(Darwin)
        // On macOS the toolchain's test tool loads the bundle.
        let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? Bundle.main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        // On Linux the test bundle is the running executable, `/proc/self/exe`.
        let bundle = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return bundle.resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
    }()
}
