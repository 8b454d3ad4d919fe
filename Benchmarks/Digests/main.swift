// What it costs at least to tell the images in files: read, parse and digest, a file at a time on each processor, as a
// submission's threads do. No walk, no store.
// Usage: digests LIST      names of files, each with a NUL behind it
internal import Dispatch
internal import Imaging
internal import Platform
internal import Domain

let names: [FilePath]
do {
    let list = FileBuffer()
    try list.read(FilePath(CommandLine.arguments.last ?? ""), limit: 1 << 30)
    names = list.copy.split(separator: 0).map { FilePath(bytes: Array($0)) }
} catch {
    print("digests: \(error)")
    endProcess(2)
}
let files = BlockingQueue<FilePath>(capacity: max(1, names.count))
for name in names { files.put(name) }
let told = Monitor(0)
DispatchQueue.concurrentPerform(iterations: usableProcessors()) { _ in
    let buffer = FileBuffer()
    while let file = files.poll() {
        guard (try? buffer.open(file, limit: 1 << 30)) != nil else { continue }
        if (try? ImageIdentity(of: buffer, as: Reading())) != nil { told.with { $0 += 1 } }
        buffer.close()
    }
}
print("\(told.with { $0 }) of \(names.count) files")
