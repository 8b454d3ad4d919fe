internal import Platform

extension Workplace {
    /// Writes metrics to a file, whole or not at all; to standard output where it is called `-`.
    func writeMetrics(_ metrics: String, to file: FilePath) throws(Stop) {
        guard file != FilePath("-") else { return console.write(metrics) }
        // Behind a link is what readers look at.
        let target = (try? file.resolved()) ?? file
        if let status = try? FileStatus(of: target), status.kind == .other {
            throw Stop(
                Message(
                    "--prometheus: \(file) is no plain file and cannot be replaced; name a file, or - for standard output",
                    .badInput))
        }
        try stopping(Message.init) { () throws(SystemError) in
            try replaceFile(target, with: Array(metrics.utf8))
        }
    }
}
