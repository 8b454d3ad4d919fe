/// Metrics in the text exposition format of Prometheus, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/: a metric's lines together, behind its HELP and its
/// TYPE; in help `\` and line feeds are escaped, in the values of labels quotes, too; every line ends with a line feed.
package struct PrometheusText {
    /// The text so far.
    package private(set) var text = ""

    /// No metric yet.
    package init() {}

    /// Whether a file that begins with some bytes is one of Cairn's metrics.
    static func isOwn(_ start: [UInt8]) -> Bool { start.starts(with: "# HELP cairn_".utf8) }

    /// Adds a gauge with its samples; one without samples is left out.
    ///
    /// - Parameters:
    ///   - name: letters, digits and `_`, with the unit at its end.
    ///   - samples: values by labels; of several with the same labels the first counts.
    package mutating func gauge(
        _ name: String, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
    ) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(PrometheusText.escaped(help, quotes: false))\n# TYPE \(name) gauge\n"
        var known: Set<String> = []
        for sample in samples {
            let labels = sample.labels.map { "\($0.0)=\"\(PrometheusText.escaped($0.1, quotes: true))\"" }
            let line = name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
            if known.insert(line).inserted { text += "\(line) \(PrometheusText.number(sample.value))\n" }
        }
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A number as Go's ParseFloat reads it: whole ones without a point.
    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        guard value == value.rounded(), value.magnitude < 1e15 else { return value.description }
        return String(Int64(value))
    }
}
