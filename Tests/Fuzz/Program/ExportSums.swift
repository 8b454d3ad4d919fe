/// The units of a billing export by project and feature, counted by code that shares nothing with the program's.
enum ExportSums {
    /// The units.
    case whole([String: Int128])
    /// There is something in it that no sum can be made of.
    case none(String)

    init(_ bytes: [UInt8]) {
        guard let records = Self.records(bytes) else {
            self = .none("quotes that do not end")
            return
        }
        guard let head = records.firstIndex(where: { Self.names($0).contains("sku description") }) else {
            // Which line names the columns, where none names this one, is left to the program: it then refuses.
            self = .none("no header")
            return
        }
        let names = Self.names(records[head])
        func place(_ wanted: String...) -> Int? { names.firstIndex { wanted.contains($0) } }
        guard let project = place("project id"), let service = place("service description"),
            let sku = place("sku description"), let amount = place("usage amount")
        else {
            self = .none("no columns")
            return
        }
        let (credit, kind) = (place("credit type", "credits type"), place("cost type"))
        var sums: [String: Int128] = [:]
        var unknown: [String: Int128] = [:]
        for record in records[(head + 1)...] where !record.allSatisfy(\.isEmpty) {
            guard record.count == names.count else {
                self = .none("a line of another length")
                return
            }
            guard record[service].lowercased() == "cloud vision api" else { continue }
            if let credit, !record[credit].isEmpty { continue }
            if let kind, !["", "usage", "regular"].contains(record[kind].lowercased()) { continue }
            guard let units = Self.units(record[amount]) else {
                self = .none("the amount \(record[amount])")
                return
            }
            guard units > 0 else { continue }
            if let feature = Self.features[record[sku].lowercased()] {
                sums["\(record[project]) \(feature)", default: 0] += units
            } else {
                unknown[record[sku], default: 0] += units
            }
        }
        let largest = max(sums.values.max() ?? 0, unknown.values.max() ?? 0)
        self = largest > Int128(Int.max) ? .none("more than 64 bits hold") : .whole(sums)
    }

    /// A record's fields as the names of columns: in lower case, with blanks for whatever is not a letter or a digit.
    private static func names(_ record: [String]) -> [String] {
        record.map { name in
            name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: " ")
        }
    }

    private static func units(_ text: String) -> Int128? {
        if text.isEmpty { return 0 }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].contains(where: { $0 != "0" }) { return nil }
        let digits = parts[0].replacing(",", with: "")
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int128(digits)
    }

    /// The records of a text; nil where a quote does not end, or does not end a field.
    private static func records(_ bytes: [UInt8]) -> [[String]]? {
        let text = Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        var records: [[String]] = []
        var record: [String] = []
        var field: [UInt8] = []
        var (place, isQuoted) = (0, false)
        func at(_ place: Int) -> UInt8? { place < text.count ? text[place] : nil }
        while place < text.count {
            let byte = text[place]
            place += 1
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    field.append(byte)
                } else if at(place) == UInt8(ascii: "\"") {
                    field.append(byte)
                    place += 1
                } else {
                    isQuoted = false
                    if let next = at(place), ![0x2C, 0x0A, 0x0D].contains(next) { return nil }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\"")
            where field.isEmpty && (place == 1 || [0x2C, 0x0A, 0x0D].contains(text[place - 2])):
                isQuoted = true
            case UInt8(ascii: ","):
                record.append(String(decoding: field, as: UTF8.self))
                field = []
                if place == text.count { record.append("") }
            case 0x0A, 0x0D:
                if byte == 0x0D, at(place) == 0x0A { place += 1 }
                records.append(record + [String(decoding: field, as: UTF8.self)])
                (record, field) = ([], [])
            default: field.append(byte)
            }
        }
        if isQuoted { return nil }
        if !record.isEmpty || !field.isEmpty { records.append(record + [String(decoding: field, as: UTF8.self)]) }
        return records
    }

    /// The descriptions of https://cloud.google.com/skus/sku-groups, in lower case.
    private static let features = [
        "crop hints operations": "CROP_HINTS", "document text detection operations": "DOCUMENT_TEXT_DETECTION",
        "face detection operations": "FACE_DETECTION", "image properties operations": "IMAGE_PROPERTIES",
        "label detection operations": "LABEL_DETECTION", "landmark detection operations": "LANDMARK_DETECTION",
        "logo detection operations": "LOGO_DETECTION", "object localization operations": "OBJECT_LOCALIZATION",
        "safe search detection operations": "SAFE_SEARCH_DETECTION", "text detection operations": "TEXT_DETECTION",
        "web detection operations": "WEB_DETECTION",
    ]
}
