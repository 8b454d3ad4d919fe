internal import Text
internal import JSON
internal import Storage

/// JSON, NDJSON and GeoJSON.
struct JSONWriter {
    enum Style {
        case array, lines, features
    }

    private let style: Style
    private let columns: [String]
    private let keys: [[UInt8]]
    private let coordinates: CoordinateColumns
    private var count = 0
    /// How many features have no place.
    private(set) var withoutCoordinates = 0

    init(_ style: Style, columns: [String]) {
        self.style = style
        self.columns = columns
        keys = columns.map { name in
            var key: [UInt8] = []
            key.append(jsonOf: Array(name.utf8))
            return key + [UInt8(ascii: ":")]
        }
        coordinates = CoordinateColumns(columns)
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
            var others = Array(columns.indices)
            var point: [Double]?
            if case .pair(let latitude, let longitude) = coordinates {
                others.removeAll { $0 == latitude || $0 == longitude }
                point = JSONWriter.point(cell(latitude), cell(longitude))
            }
            if point == nil { withoutCoordinates += 1 }
            buffer += (point.map { "{\"type\":\"Point\",\"coordinates\":[\($0[0]),\($0[1])]}" } ?? "null").utf8
            buffer += ",\"properties\":".utf8
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
        for (position, (index, cell)) in cells.enumerated() {
            if position > 0 { buffer.append(UInt8(ascii: ",")) }
            buffer += keys[index]
            if style == .features, columns[index] == "polygon", case .text(let bytes) = cell, isArray(bytes) {
                buffer += bytes
            } else {
                JSONText.add(cell, to: &buffer)
            }
        }
        buffer.append(UInt8(ascii: "}"))
    }

    /// A point, longitude first as RFC 7946 has it; nil without two numbers of degrees.
    private static func point(_ latitude: Cell, _ longitude: Cell) -> [Double]? {
        guard let latitude = latitude.number, let longitude = longitude.number, abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return [longitude, latitude]
    }

    /// Whether a text is a JSON array, which stands in a map as it is.
    private func isArray(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(bytes))?.root.isArray == true }
}
