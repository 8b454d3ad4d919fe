import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("Inputs of every form") struct InputFormTests {
    @Test(arguments: forms)
    func `from the picture's pixels on, raw outputs are those of Python's interpreter`(form: InputForm) throws {
        let folder = try Scratch()
        let plan = try TFLitePlan(try form.settings(in: folder))
        let backend = try plan.open(libraryAt: [Fixtures.library])
        #expect(backend.batch == form.batch)
        let slot = try backend.makeSlot()
        for example in try Fixtures.oracle("Inputs/\(form.model)").cases {
            let raw = try slot.answers(to: prepared(example, for: plan.request)).raw
            #expect(example.agrees(with: raw.bytes), "\(example.picture)")
        }
    }

    @Test(arguments: forms)
    func `a picture's answer is the same beside any others, in any place`(form: InputForm) throws {
        let folder = try Scratch()
        let plan = try TFLitePlan(try form.settings(in: folder))
        let backend = try plan.open(libraryAt: [Fixtures.library])
        let slot = try backend.makeSlot()
        let cases = try Fixtures.oracle("Inputs/\(form.model)").cases
        let pictures = cases.map { prepared($0, for: plan.request) }
        let alone = try pictures.map { try slot.answers(to: $0).raw.bytes }
        let seed: UInt64 = 20_261_122
        var generator = Seeded(seed)
        for _ in 0..<20 {
            let count = Int.random(in: 1...backend.batch, using: &generator)
            let shown = (0..<count).map { _ in Int.random(in: 0..<pictures.count, using: &generator) }
            let answers = try slot.annotate(shown.map { pictures[$0] }).map { try $0.get().raw.bytes }
            #expect(answers == shown.map { alone[$0] }, "seed \(seed)")
        }
    }

    @Test func `a picture that does not fit fails alone in its batch`() throws {
        let folder = try Scratch()
        let form = try #require(forms.first { $0.model == "batch-4" })
        let plan = try TFLitePlan(try form.settings(in: folder))
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let cases = try Fixtures.oracle("Inputs/batch-4").cases
        var pictures = cases.map { prepared($0, for: plan.request) }
        pictures[1].samples.removeLast()
        let results = slot.annotate(pictures)
        #expect(throws: LocalProblem.self) { try results[1].get() }
        #expect(cases[0].agrees(with: try results[0].get().raw.bytes))
        #expect(cases[2].agrees(with: try results[2].get().raw.bytes))
    }

    @Test func `a model whose answers depend on the pictures beside is given one at a time`() throws {
        let folder = try Scratch()
        let form = InputForm("mixing", batch: 1, rows: 4)
        let plan = try TFLitePlan(try form.settings(in: folder))
        let backend = try plan.open(libraryAt: [Fixtures.library])
        #expect(plan.inputs.batch == 4 && backend.batch == 1)
    }

    @Test func `an open batch is one picture, and as many as are declared`() throws {
        let folder = try Scratch()
        var settings = try settings("dynamic-batch", labels: colors, in: folder)
        #expect(try TFLitePlan(settings).inputs.batch == 1)
        settings.input.dimensions = [3, 16, 16, 3]
        let plan = try TFLitePlan(settings)
        let backend = try plan.open(libraryAt: [Fixtures.library])
        #expect(backend.batch == 3)
        let cases = try Fixtures.oracle("dynamic-batch").cases
        let answers = try backend.makeSlot().annotate(cases.map { prepared($0, for: plan.request) })
        #expect(try answers.map { try $0.get().raw.bytes } == cases.map(\.raw))
    }

    @Test func `what decides an answer is in the recipe, and what is usual is not`() throws {
        let folder = try Scratch()
        func preparation(_ model: String, _ change: (inout TFLiteSettings) -> Void = { _ in }) throws -> String {
            let form = try #require(forms.first { $0.model == model })
            var settings = try form.settings(in: folder)
            change(&settings)
            return try TFLitePlan(settings).recipes[0].preparation
        }
        let bgr = #"{"type":"float32","dimensions":[1,6,8,3],"mean":[100.0,120.0,140.0],"std":[50.0,60.0,70.0],"#
        #expect(try preparation("float32-bgr") == bgr + #""fit":"stretch","channels":"BGR"}"#)
        #expect(try preparation("float32-bgr") { $0.input.channels = .rgb } == bgr + #""fit":"stretch"}"#)
        #expect(
            try preparation("float32-bgr") { $0.input.decode = .exact } == bgr
                + #""fit":"stretch","channels":"BGR","decode":"exact"}"#)
        #expect(
            try preparation("uint8-rank3") == #"{"type":"uint8","dimensions":[6,8,3],"fit":"stretch"}"#)
        #expect(
            try preparation("several")
                == #"{"inputs":[{"index":0,"type":"float32","dimensions":[1,6,8,3],"mean":[127.5],"std":[127.5],"#
                + #""fit":"stretch"},{"index":1,"type":"float32","dimensions":[1,2],"value":0.1},"#
                + #"{"index":2,"type":"int32","dimensions":[2],"value":0.0},"#
                + #"{"index":3,"type":"bool","dimensions":[],"value":1.0},"#
                + #"{"index":4,"type":"int8","dimensions":[3],"value":0.5},"#
                + #"{"index":5,"type":"int64","dimensions":[1],"value":-7.0}]}"#)
    }
}
