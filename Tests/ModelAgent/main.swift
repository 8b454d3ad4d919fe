import Services
import Crypto
import Domain
import Glibc
import ModelHosting
import Platform
import Text

// A process of its own that asks for a hosted model, as submitting does: tests start twenty at once, and kill some.
//
// `modelagent CACHE ADDRESS WHEN [offline]` prints `downloaded|notModified|cached DIGEST RECEIVED`; an ADDRESS that
// begins with gs:// is asked of the host in STORAGE_EMULATOR_HOST. An error goes to standard error, with status 4.

let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count >= 3, let condition = HostedModel.Condition(rawValue: words[2]) else { exit(2) }
let source: HostedModel.Source
if words[1].hasPrefix("gs://") {
    let parts = words[1].dropFirst(5).split(separator: "/", maxSplits: 1).map(String.init)
    source = .storage(HostedModel.StoredObject(bucket: parts[0], object: parts[1], access: .plain(nil)))
} else {
    source = .url(HostedModel.PublishedFile(address: words[1]))
}
var model = HostedModel(source)
model.when = condition
model.isOffline = words.dropFirst(3).contains("offline")

let environment = ProcessEnvironment(
    variables: environmentVariables(), clock: Clock { Timestamp(milliseconds: wallMilliseconds()) })
let received = Monitor<Int64>(0)
let store = ModelStore(ModelCache(folder: FilePath(words[0])), in: environment) { event in
    if case .finished(_, _, let bytes, _) = event { received.with { $0 += bytes } }
}
do throws(HostingError) {
    let resolved = try store.resolve(model)
    let origin =
        switch resolved.origin {
        case .downloaded: "downloaded"
        case .notModified: "notModified"
        case .cached: "cached"
        }
    print("\(origin) \(resolved.model.digest.hex) \(received.with { $0 })")
} catch {
    _ = Descriptor.error.write(Array("\(error)\n".utf8))
    exit(4)
}
