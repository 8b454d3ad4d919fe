import FoundationEssentials
import Platform

/// The checkout's models and pictures, what Python's interpreter answered to them, and the library.
package enum Fixtures {
    /// The library that Scripts/setup fetched.
    package static let library = packageRoot.appending(".deps/litert/libLiteRt.so")
    /// The folder of the models and of the pictures shown to them.
    package static let models = packageRoot.appending("Tests/Fixtures/Models")

    /// The bytes of a model or picture.
    package static func bytes(_ name: String) throws -> [UInt8] { try Files.read(models.appending(name)) }

    /// What Python's interpreter answered to the pictures shown to a model.
    package static func oracle(_ model: String) throws -> Oracle {
        try JSONDecoder().decode(Oracle.self, from: Data(try bytes("\(model).oracle.json")))
    }
}
