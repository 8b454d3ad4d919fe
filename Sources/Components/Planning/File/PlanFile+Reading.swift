internal import JSON

extension PlanFile {
    /// Reads a plan that `json` wrote, or that was written as `json` would.
    ///
    /// Nothing is taken on trust: an unknown field is refused, each recipe must have the digest that stands beside it,
    /// and units and the most that they cost must be those of the images and prices.
    package init(reading bytes: [UInt8]) throws(PlanFileError) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(bytes, mostDepth: 8)
        } catch {
            let before = bytes.prefix(error.offset)
            let line = before.count { $0 == lineFeed } + 1
            let column = before.count - (before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0) + 1
            throw PlanFileError(complaints: [
                .init(place: "line \(line), column \(column)", message: "not JSON: expected \(error.expected)")
            ])
        }
        var reader = PlanFileReader()
        guard let plan = reader.plan(document.root), reader.complaints.isEmpty else {
            throw PlanFileError(complaints: reader.complaints)
        }
        self = plan
    }
}

private let lineFeed: UInt8 = 0x0A
