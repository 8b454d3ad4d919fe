import LiteRT
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("What a trial puts into a model") struct TrialInputTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    @Test(arguments: [
        ("float32", [-1, 1]), ("uint8", [0, 255]), ("int8", [-128, 127]),
    ])
    func `black and white are the ends of the input's own range, and noise is between them`(
        model: String, range: [Float]
    ) throws {
        let plan = try TFLitePlan(try settings(model, labels: colors, in: folder))
        let input = TrialInput(plan.inputs.all[0])
        let type = plan.inputs.all[0].type
        let count = plan.inputs.all[0].bytes
        func values(_ content: TrialInput.Content) -> Set<Float> {
            var bytes = [UInt8](repeating: 7, count: count)
            var span = bytes.mutableSpan
            input.fill(&span, with: content)
            return numbers(bytes, type)
        }
        #expect(values(.zeros) == [0])
        // The scale of a quantized input may end a little before its type does.
        let (black, white, noise) = (values(.black), values(.white), values(.noise))
        #expect(black.count == 1 && black.allSatisfy { abs($0 - range[0]) < 3 * (range[1] - range[0]) / 255 })
        #expect(white.count == 1 && white.allSatisfy { abs($0 - range[1]) < 3 * (range[1] - range[0]) / 255 })
        #expect(noise.count == 16 && noise.min() == black.first && noise.max() == white.first, "\(noise)")
    }

    @Test func `a word describes an input, and no other text does`() throws {
        let input = TrialInput(try TFLitePlan(try settings("float32", labels: colors, in: folder)).inputs.all[0])
        #expect(TrialInput(word: input.word) == input)
        for word in ["", "1x2", "1:0:1:00", "1:2:1:00", "1:1:1:0", "1:1:1:", "1:1:2:000000", "1:1:1:00:00"] {
            #expect(TrialInput(word: word) == nil, "\(word)")
        }
    }

    /// The numbers of a tensor's bytes.
    private func numbers(_ bytes: [UInt8], _ type: ElementType) -> Set<Float> {
        switch type {
        case .uint8: Set(bytes.map { Float($0) })
        case .int8: Set(bytes.map { Float(Int8(bitPattern: $0)) })
        default: bytes.withUnsafeBytes { Set($0.bindMemory(to: Float.self)) }
        }
    }
}
