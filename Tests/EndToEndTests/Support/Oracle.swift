import FoundationEssentials
import Platform

/// A tensor as Scripts/oracle.py writes it.
struct Tensor: Decodable {
    let base64: String
    var bytes: [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
}

/// What Python's interpreter answers to one picture.
struct Oracle: Decodable {
    let outputs: [Tensor]
    /// Every output's bytes in the graph's order, as the program keeps them.
    var raw: [UInt8] { outputs.flatMap(\.bytes) }

    init(json: [UInt8]) throws { self = try JSONDecoder().decode(Oracle.self, from: Data(json)) }
}

/// The committed answers to one model.
struct OracleFile: Decodable {
    struct Case: Decodable {
        let picture: String
        let outputs: [Tensor]
        var raw: [UInt8] { outputs.flatMap(\.bytes) }
    }
    let cases: [Case]

    init(model: String) throws {
        let json = try Files.read(Place.models.appending("\(model).oracle.json"))
        self = try JSONDecoder().decode(OracleFile.self, from: Data(json))
    }
}
