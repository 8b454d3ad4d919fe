internal import Domain
internal import Platform
internal import Text

/// A picture as a program gets it: one line, and perhaps a file.
struct ProgramPicture {
    /// The line, with its end.
    let line: [UInt8]

    /// The line of a picture.
    ///
    /// - Parameters:
    ///   - file: where the picture is; nil: it goes in the line.
    ///   - isLast: whether no further picture comes before a result.
    init(
        _ image: borrowing PreparedImage, id: Int, file: FilePath?, _ plan: CommandPlan, timeout: TimeSpan, isLast: Bool
    ) {
        let features = plan.recipes.map { object([("type", jsonString($0.feature.rawValue))]) }
        var members = [
            ("id", "\(id)"), ("type", jsonString("image/" + ProgramPicture.type(of: image.encoded))),
            ("width", "\(image.size.width)"), ("height", "\(image.size.height)"),
            ("features", "[\(features.joined(separator: ","))]"),
            ("parameters", plan.settings.parameters), ("seconds", "\(timeout.milliseconds / 1000)"),
        ]
        if isLast { members.append(("last", "true")) }
        if let file { members.append(("path", jsonString(String(decoding: file.bytes, as: UTF8.self)))) }
        var bytes = Array(object(members.map { (name: $0.0, json: $0.1) }).utf8)
        if file == nil {
            // Put in as bytes: a picture may have millions of them.
            bytes.removeLast()
            bytes += Array(",\"base64\":\"".utf8) + Base64.encode(image.encoded) + Array("\"}".utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
        line = bytes
    }

    /// The format of a file by its first bytes, as its media type and its suffix have it; what is sent is one of these.
    static func type(of bytes: [UInt8]) -> String {
        let beginnings: [(String, [UInt8])] = [
            ("png", [0x89, 0x50]), ("gif", Array("GIF8".utf8)), ("webp", Array("RIFF".utf8)), ("bmp", Array("BM".utf8)),
            ("tiff", Array("II".utf8)), ("tiff", Array("MM".utf8)),
        ]
        return beginnings.first { bytes.starts(with: $0.1) }?.0 ?? "jpeg"
    }
}
