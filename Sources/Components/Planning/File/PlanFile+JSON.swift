package import Domain
internal import JSON

extension PlanFile {
    /// Whether a file that begins with some bytes is a plan, of whichever version.
    package static func isPlan(_ start: [UInt8]) -> Bool {
        let text = String(decoding: start.prefix(64), as: UTF8.self)
        return text.first == "{" && text.dropFirst().drop { $0.isWhitespace }.hasPrefix("\"format\":")
    }

    /// The plan as JSON: the same bytes for the same plan.
    package var json: [UInt8] {
        var text = PlanFileWriter(capacity: 4096 + images.count * 160)
        text.add("{\n\"format\":\(PlanFile.format),\n\"made_at\":")
        text.add(string: madeAt.iso8601)
        text.add(",\n\"job\":")
        text.add(string: job)
        text.add(",\n\"manifest\":{\"sha256\":")
        text.add(manifest.digest)
        text.add(",")
        text.add(manifest.path)
        text.add("},\n\"account\":")
        text.add(string: account)
        text.add(list: "recipes", recipes) { text, pinned in text.add(pinned) }
        text.add(list: "models", models) { text, model in text.add(model) }
        text.add(list: "prices", prices) { text, price in text.add(price) }
        text.add(",\n\"cost\":")
        text.add(cost)
        text.add(list: "images", images) { text, image in text.add(image) }
        text.add("\n}\n")
        return text.bytes
    }
}

extension PlanFile {
    /// Reads a plan that `json` wrote, or that was written as `json` would.
    ///
    /// Nothing is taken on trust: an unknown field is refused, each recipe must have the digest that stands beside it,
    /// and units and the most that they cost must be those of the images and prices.
    package init(reading bytes: [UInt8]) throws(PlanFileError) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(bytes, maxDepth: 8)
        } catch {
            let before = bytes.prefix(error.offset)
            let line = before.count { $0 == lineFeed } + 1
            let column = before.count - (before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0) + 1
            throw PlanFileError(diagnostics: [
                .init(keyPath: "line \(line), column \(column)", message: "not JSON: expected \(error.expected)")
            ])
        }
        var reader = PlanFileReader()
        guard let plan = reader.plan(document.root), reader.diagnostics.isEmpty else {
            throw PlanFileError(diagnostics: reader.diagnostics)
        }
        self = plan
    }
}

private let lineFeed: UInt8 = 0x0A

/// Why a file is not a plan that can be applied: every complaint up to a limit, in the order of their places.
package struct PlanFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The most complaints about one file.
    package static let limit = 20

    /// The complaints; never none.
    package let diagnostics: [Diagnostic]

    /// The complaints, a line each.
    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
