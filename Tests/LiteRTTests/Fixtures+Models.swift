import LiteRT
import TestSupport

extension Fixtures {
    /// What a model file says of itself.
    static func file(_ name: String) throws -> ModelFile { try described(try bytes(name)) }

    /// A model, loaded.
    static func model(_ name: String) throws -> Model {
        let bytes = try bytes(name)
        return try Model(aligned(bytes), file: described(bytes), library: LiteRTLibrary(places: [library]))
    }
}
