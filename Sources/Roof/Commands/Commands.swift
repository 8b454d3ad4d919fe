internal import Backends
internal import Manifest
internal import Platform
internal import Reporting
internal import Runner
internal import Storage
internal import Vocabulary

/// temp
package enum Commands {
    /// temp
    package static func run() -> Int32 {
        do {
            let arguments = CommandLine.arguments
            let here = try FilePath.currentFolder()
            let file = here.appending(arguments[2])
            let buffer = FileBuffer()
            try buffer.read(file, limit: 1 << 24)
            let bytes = buffer.withBytes { span in
                var all: [UInt8] = []
                for index in span.indices { all.append(span[index]) }
                return all
            }
            let job = try ManifestReader.read(bytes, file: file, workingDirectory: here)
            let clock = Clock { Timestamp(milliseconds: wallMilliseconds()) }
            let store = try Store(at: FilePath(arguments[1]), for: .work, clock: clock)
            let places = libraryPlaces(
                environment: ["CAIRN_LITERT": environmentVariable("CAIRN_LITERT") ?? ""],
                executable: try? FilePath("/proc/self/exe").resolved())
            let interruption = Interruption()
            let watch = SignalWatch(interruption, onFirst: {})
            let runner = JobRunner(
                store: store, libraryPlaces: places, interruption: interruption, observer: { _ in })
            let submission = try runner.submit(job, manifest: file)
            print(submission)
            if arguments.count > 3 { return 0 }
            print(try runner.work(on: submission.run))
            _ = watch
            return 0
        } catch {
            print(error)
            return 1
        }
    }
}
