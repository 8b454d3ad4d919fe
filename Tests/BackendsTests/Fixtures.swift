import FoundationEssentials
import Glibc
import Platform
import Vocabulary

/// What the tests share: the checkout's models, what Python's interpreter answered to them, and the library.
enum Fixtures {
    /// The checkout.
    static let root = FilePath("\(#filePath)").directory.directory.directory
    /// The library that Scripts/setup fetched.
    static let libraryPath = root.appending(".deps/litert/libLiteRt.so")
    /// The models.
    static let folder = root.appending("Tests/Fixtures/Models")

    /// A fixture's bytes.
    static func bytes(_ name: String) throws -> [UInt8] { try read(folder.appending(name)) }

    /// A file's bytes.
    static func read(_ path: FilePath) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path.description)))
    }

    /// What Python's interpreter answered.
    static func oracle(_ name: String) throws -> Oracle {
        try JSONDecoder().decode(Oracle.self, from: Data(try bytes("\(name).oracle.json")))
    }
}

/// A model's answers as Scripts/oracle.py wrote them down.
struct Oracle: Decodable {
    struct Tensor: Decodable {
        let name: String
        let type: String
        let shape: [Int]
        let scale: Double?
        let zeroPoint: Int?
        let base64: String
        var bytes: [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
        /// The elements as real numbers.
        var numbers: [Float] {
            let bytes = bytes
            let zero = Float(zeroPoint ?? 0)
            let step = Float(scale ?? 1)
            switch type {
            case "uint8": return bytes.map { (Float($0) - zero) * step }
            case "int8": return bytes.map { (Float(Int8(bitPattern: $0)) - zero) * step }
            default:
                return stride(from: 0, to: bytes.count, by: 4).map { place in
                    Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) })
                }
            }
        }
    }
    struct Case: Decodable {
        let picture: String
        let width: Int
        let height: Int
        let pixels: String
        let mean: [Float]
        let std: [Float]
        let input: Tensor
        let outputs: [Tensor]
    }
    let cases: [Case]
}

/// A folder of one test's own, gone when the test is over.
final class TemporaryFolder {
    let path: FilePath

    init() throws {
        let folder = FilePath(FileManager.default.temporaryDirectory.path()).appending("cairn-test-XXXXXX")
        var template = Array(folder.description.utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("create", "a temporary folder") }
        path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit {
        guard let entries = try? FileManager.default.contentsOfDirectory(atPath: path.description) else { return }
        for entry in entries { unlink(path.appending(entry).description) }
        rmdir(path.description)
    }

    /// A file in the folder.
    func file(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
        let file = path.appending(name)
        try Data(bytes).write(to: URL(filePath: file.description))
        return file
    }
}

/// SplitMix64: small, and the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
