internal import Platform

extension CommandContext {
    /// Writes metrics to a file, whole or not at all; to standard output where it is called `-`.
    func writeMetrics(_ metrics: String, to file: FilePath) throws(CommandError) {
        guard file != FilePath("-") else { return console.write(metrics) }
        // Behind a link is what readers look at.
        let target = (try? file.resolved()) ?? file
        try stopping(UserMessage.init) { () throws(SystemError) in
            try replaceFile(target, with: Array(metrics.utf8))
        }
    }
}
