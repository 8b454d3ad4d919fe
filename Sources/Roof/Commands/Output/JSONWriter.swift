internal import Storage

/// JSON, NDJSON and GeoJSON.
struct JSONWriter {
    enum Style {
        case array, lines, features
    }

    private let style: Style
    private let columns: [String]
    private let keys: [[UInt8]]
    private let latitude: Int?
    private let longitude: Int?
    private var count = 0

    init(_ style: Style, columns: [String]) {
        self.style = style
        self.columns = columns
        keys = columns.map { name in
            var key: [UInt8] = []
            JSONText.add(text: Array(name.utf8), to: &key)
            return key + [UInt8(ascii: ":")]
        }
        latitude = columns.firstIndex(of: "latitude")
        longitude = columns.firstIndex(of: "longitude")
    }

    mutating func add(_ row: [Cell], to buffer: inout [UInt8]) {
        let cell = { row.indices.contains($0) ? row[$0] : Cell.null }
        begin(&buffer)
        switch style {
        case .array:
            buffer += (count == 0 ? "\n" : ",\n").utf8
            object(columns.indices.map { ($0, cell($0)) }, &buffer)
        case .lines:
            object(columns.indices.map { ($0, cell($0)) }, &buffer)
            buffer.append(0x0A)
        case .features:
            buffer += (count == 0 ? "\n" : ",\n").utf8
            buffer += "{\"type\":\"Feature\",\"geometry\":".utf8
            buffer += geometry(latitude.flatMap { cell($0).number }, longitude.flatMap { cell($0).number }).utf8
            buffer += ",\"properties\":".utf8
            let others = columns.indices.filter { $0 != latitude && $0 != longitude }
            object(others.map { ($0, cell($0)) }, &buffer)
            buffer.append(UInt8(ascii: "}"))
        }
        count += 1
    }

    mutating func finish(_ buffer: inout [UInt8]) {
        begin(&buffer)
        switch style {
        case .array: buffer += (count == 0 ? "]\n" : "\n]\n").utf8
        case .lines: break
        case .features: buffer += (count == 0 ? "]}\n" : "\n]}\n").utf8
        }
    }

    private func begin(_ buffer: inout [UInt8]) {
        guard count == 0 else { return }
        switch style {
        case .array: buffer.append(UInt8(ascii: "["))
        case .lines: break
        case .features: buffer += "{\"type\":\"FeatureCollection\",\"features\":[".utf8
        }
    }

    private func object(_ cells: [(Int, Cell)], _ buffer: inout [UInt8]) {
        buffer.append(UInt8(ascii: "{"))
        for (place, (index, cell)) in cells.enumerated() {
            if place > 0 { buffer.append(UInt8(ascii: ",")) }
            buffer += keys[index]
            JSONText.add(cell, to: &buffer)
        }
        buffer.append(UInt8(ascii: "}"))
    }

    /// A point, longitude first as RFC 7946 has it, or null without both.
    private func geometry(_ latitude: Double?, _ longitude: Double?) -> String {
        guard let latitude, let longitude else { return "null" }
        return "{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]}"
    }
}
