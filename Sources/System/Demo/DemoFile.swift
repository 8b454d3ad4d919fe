internal import CDemo
package import Platform

/// A file of the demo that the program carries: drawn landscapes, and a small model that knows them.
package struct DemoFile: Sendable {
    /// Below the demo's folder: `pictures/castle-dusk.jpg`.
    package let path: FilePath
    /// What it holds.
    package let bytes: [UInt8]

    /// All of them; the model is the last.
    package static var all: [DemoFile] {
        var files: [DemoFile] = []
        while case let file = unsafe demo_file_at(files.count), let path = unsafe file.path {
            let bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            files.append(DemoFile(path: FilePath(unsafe String(cString: path)), bytes: bytes))
        }
        return files
    }
}
