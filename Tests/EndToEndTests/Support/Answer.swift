import FoundationEssentials
import TestSupport

/// What Python's interpreter answers to one picture when it is asked on the spot.
struct Answer: Decodable {
    let outputs: [Oracle.Tensor]
    /// Every output's bytes in the graph's order, as the program keeps them.
    var raw: [UInt8] { outputs.flatMap(\.bytes) }

    init(json: [UInt8]) throws { self = try JSONDecoder().decode(Answer.self, from: Data(json)) }
}
