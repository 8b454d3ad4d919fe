package import Domain
internal import Logging
package import Platform
package import Storage

/// Finds what crashed workers of a store have left, and clears it away once it is in the store.
package struct CrashWatch {
    private let file: CrashFile?

    /// A watch on a file; nil: nothing is left anywhere.
    package init(_ file: CrashFile?) { self.file = file }

    /// Queues again what dead workers held, and blames the images that crashed them.
    package func rescue(in store: any Store, seenFrom process: ProcessIdentity) throws(StoreError) -> [WorkerCrash] {
        let found = read()
        let rescue = try store.rescue(seenFrom: process, found?.records ?? [])
        settle(found, rescue)
        return rescue.crashes
    }

    /// What is there now; nil for nothing.
    func read() -> CrashFile.Contents? { file?.contents() }

    /// Removes what was read, unless a worker that it tells of still counts as living.
    func settle(_ found: CrashFile.Contents?, _ rescue: Rescue) {
        if let found, !rescue.isPending { file?.remove(found) }
    }

    /// Has crashes of this process recorded from now on.
    func record(_ process: ProcessIdentity) {
        if let file { CrashRecorder.install(file.path, process) }
    }
}

extension JobWorker {
    /// Takes over what dead workers held, and tells of those that crashed.
    package func rescueImages() throws(CommandFailure) {
        let process = try processIdentity()
        report(try endingCommand { () throws(StoreError) in try crashWatch.rescue(in: store, seenFrom: process) })
    }

    /// Tells people and the log of crashed workers.
    func report(_ crashes: [WorkerCrash]) {
        for crash in crashes {
            observer(.notice(crash.notice))
            for image in crash.images {
                log?(
                    .crashed(
                        job: image.job, run: image.run, path: image.path, signal: signalName(crash.record.signal),
                        library: crash.record.library, outcome: image.state.rawValue))
            }
        }
    }
}

extension WorkerCrash {
    /// What happened, and what becomes of the images.
    fileprivate var notice: String {
        let quarantined = images.filter { $0.state == .failed }
        let isOne = images.count == 1
        let next =
            if let first = quarantined.first {
                "\(isOne ? "it is" : "\(quarantined.count) of them are") quarantined; "
                    + "look at \(isOne ? "it" : "them"), then run `cairn retry \(first.run.value)`"
            } else if images.allSatisfy({ $0.state == .cancelled }) {
                "\(isOne ? "it is" : "they are") not asked for any more"
            } else {
                "\(isOne ? "it is" : "they are") tried again"
                    + (record.attempts.isEmpty ? "" : " alone, behind the others")
            }
        let name = images.first?.path.map { $0.withoutSecrets.description } ?? "an image"
        let names = isOne ? name : "\(name) and \(images.count - 1) more"
        let act = record.attempts.isEmpty ? "had" : "processed"
        return "the last worker crashed (\(record.cause)) while it \(act) \(names); \(next)"
    }
}
