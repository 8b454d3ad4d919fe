/// Metrics in Prometheus' text format, read as its documentation has it and no more leniently.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/, "Text-based format".
struct Exposition {
    /// What is wrong with a text.
    struct Problem: Error {
        let line: Int
        let words: String
    }

    /// The values, by name and labels as they are written.
    private(set) var samples: [String: Double] = [:]

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Problem(line: 0, words: "the last line has no end") }
        var family: String?
        var families: Set<String> = []
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
            let problem = { (words: String) in Problem(line: place + 1, words: "\(words): \(line)") }
            if let help = line.wholeMatch(of: #/# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\\\|\\n)+/#) {
                family = String(help.output.1)
                guard families.insert(String(help.output.1)).inserted else { throw problem("a metric twice") }
            } else if let type = line.wholeMatch(of: #/# TYPE (\S+) gauge/#) {
                guard family == String(type.output.1) else { throw problem("a type without its help") }
            } else {
                let sample =
                    #/
                    (([a-zA-Z_:][a-zA-Z0-9_:]*)
                    (?:\{([a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\[\\"n])*"(?:,(?!\})|(?=\})))+\})?)
                    \x20(\S+)
                    /#
                guard let found = line.wholeMatch(of: sample), let value = Double(found.output.4) else {
                    throw problem("no sample")
                }
                guard String(found.output.2) == family else { throw problem("a sample apart from its metric") }
                guard samples.updateValue(value, forKey: String(found.output.1)) == nil else {
                    throw problem("a sample twice")
                }
            }
        }
    }
}
