internal import Crypto
internal import Domain
internal import JSON
internal import Text

/// What the cache knows of one source: its versions, and when the service was asked last.
struct SourceRecord: Equatable, Sendable {
    /// One version.
    struct Version: Equatable, Sendable {
        /// The SHA-256 of its bytes, by which its file is named.
        var digest: Digest
        /// What the service calls it, byte for byte: a generation, an ETag, a date; nil where it says nothing.
        var name: String?
        /// Its length.
        var bytes: Int64
        /// When it was downloaded.
        var fetched: Timestamp
    }

    /// The source, for people.
    var source: String
    /// When the service was last asked with success.
    var checked: Timestamp
    /// The versions from the oldest to the newest.
    var versions: [Version]

    /// The newest version.
    var newest: Version? { versions.last }

    /// A record of a source of which nothing is known.
    init(source: String) {
        self.source = source
        checked = Timestamp(milliseconds: 0)
        versions = []
    }

    /// Reads a record; nil where the bytes are none, such as those of a file that was cut.
    init?(_ json: [UInt8]) {
        guard let root = try? JSONDocument(json).root, let source = root["source"]?.string,
            let checked = root["checked"]?.integer
        else { return nil }
        self.source = source
        self.checked = Timestamp(milliseconds: Int64(checked))
        versions = []
        for entry in root["versions"]?.elements ?? [] {
            guard
                let digest = entry["digest"]?.string.flatMap({ bytes(ofHexadecimal: $0) }).flatMap(Digest.init(bytes:)),
                let length = entry["bytes"]?.integer, let fetched = entry["fetched"]?.integer
            else { return nil }
            versions.append(
                Version(
                    digest: digest, name: entry["version"]?.string, bytes: Int64(length),
                    fetched: Timestamp(milliseconds: Int64(fetched))))
        }
    }

    /// Makes a version the newest; what is known of the same bytes already is replaced.
    mutating func add(_ version: Version) {
        versions.removeAll { $0.digest == version.digest }
        versions.append(version)
    }

    /// The record as it is kept.
    var json: [UInt8] {
        var json = Array("{\"source\":".utf8)
        json.append(json: source)
        json += ",\"checked\":\(checked.milliseconds),\"versions\":[".utf8
        for (index, version) in versions.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json += "{\"digest\":\"\(version.digest.hex)\",".utf8
            if let name = version.name {
                json += "\"version\":".utf8
                json.append(json: name)
                json.append(UInt8(ascii: ","))
            }
            json += "\"bytes\":\(version.bytes),\"fetched\":\(version.fetched.milliseconds)}".utf8
        }
        return json + Array("]}\n".utf8)
    }
}
