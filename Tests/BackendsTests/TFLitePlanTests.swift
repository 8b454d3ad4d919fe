import Crypto
import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite struct TFLitePlanTests {
    @Test func `the plan says what will be asked and of which pixels`() throws {
        let folder = try Scratch()
        let settings = try settings("float32", labels: colors, in: folder)
        let plan = try TFLitePlan(settings)
        #expect(plan.request == SampleRequest(size: Size(width: 16, height: 16), channels: 3, fit: .stretch))
        let recipe = try #require(plan.recipes.first)
        #expect(plan.recipes.count == 1 && recipe.backend == "tflite" && recipe.feature == .labelDetection)
        #expect(recipe.model == "float32.tflite@\(plan.digest.short)")
        #expect(recipe.modelVersion == plan.digest.short)
        let labels = try #require(plan.labels)
        let digests = "\"modelDigest\":\"\(plan.digest.hex)\",\"labelsDigest\":\"\(labels.digest.hex)\""
        #expect(
            recipe.parameters
                == "{\"algorithmVersion\":1,\(digests),\"outputs\":[0],\"threshold\":0.0,\"maxResults\":10}")
        #expect(
            recipe.preparation
                == #"{"type":"float32","dimensions":[1,16,16,3],"mean":[127.5],"std":[127.5],"fit":"stretch"}"#)
    }

    @Test func `whatever decides the answer changes the recipe, and where the labels lie does not`() throws {
        let folder = try Scratch()
        let other = try Scratch()
        let plain = try settings("float32", labels: colors, in: folder)
        var changed = [plain, plain, plain, plain, plain, plain]
        changed[0].threshold = 0.25
        changed[1].maxResults = 3
        changed[2].input.fit = .crop
        changed[3].input.mean = [0]
        changed[4].input.std = [255, 255, 254]
        changed[5].labels = try other.write("b.txt", Array("rot\ngrün\nblau\nhell\ndunkel".utf8))
        let all = try ([plain] + changed).map { try TFLitePlan($0).recipes[0] }
        #expect(Set(all.map(\.digest)).count == 7)
        #expect(Set(all.map(\.model)).count == 1)
        var same = plain
        same.labels = try other.write("c.txt", Array(colors.joined(separator: "\r\n").utf8))
        same.threshold = 0
        same.input.type = .float32
        #expect(try TFLitePlan(same).recipes == [all[0]])
    }

    @Test func `what the manifest declares must be what the model has, and both are named`() throws {
        let folder = try Scratch()
        let plain = try settings("float32", labels: colors, in: folder)
        func complaint(_ change: (inout TFLiteSettings) -> Void) throws -> String? {
            var changed = plain
            change(&changed)
            return #expect(throws: BackendError.self) { try TFLitePlan(changed) }?.description
        }
        let model = plain.model.description
        #expect(
            try complaint { $0.input.dimensions = [1, 299, 299, 3] }
                == "backend.input.dimensions: the manifest says [1, 299, 299, 3], \(model) has [1, 16, 16, 3]")
        #expect(
            try complaint { $0.input.type = .uint8 }
                == "backend.input.type: the manifest says uint8, \(model) has float32")
        #expect(
            try complaint { $0.output.dimensions = [1, 1000] }
                == "backend.output.dimensions: the manifest says [1, 1000], \(model) has [1, 5]")
        #expect(
            try complaint { $0.output.type = .int8 }
                == "backend.output.type: the manifest says int8, \(model) has float32")
        #expect(
            try complaint { $0.output.meaning = .detection }?.contains(
                "this model has 1 output (") == true)
        #expect(
            try complaint { $0.output.meaning = .detection }?.hasSuffix(
                " [1, 5]); a detector needs 4 (boxes, classes, scores, count); remove `meaning: detection`, or set another meaning"
            ) == true)
        #expect(
            try complaint { $0.input.mean = [1, 2] }
                == "backend.input.mean: [1.0, 2.0] is not one number, or one for each of 3 channels")
        #expect(
            try complaint { $0.input.std = [0] }
                == "backend.input.std: [0.0] is not one number, or one for each of 3 channels, none of them 0")
        #expect(
            try complaint { $0.hosted = HostedModel(.url(.init(address: "https://example.org/m.tflite"))) }
                == "backend.hosted: no version of the model was chosen before it is read")
    }

    @Test func `mean and std come from the metadata, and must not contradict it`() throws {
        let folder = try Scratch()
        var settings = try settings("float32-metadata", in: folder)
        #expect(
            try TFLitePlan(settings).recipes[0].preparation.contains(
                #""mean":[123.675,116.28,103.53],"std":[58.395,57.12,57.375],"#))
        settings.input.mean = [123.675, 116.28, 103.53]
        _ = try TFLitePlan(settings)
        settings.input.mean = [127.5]
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        #expect(
            error?.description
                == "backend.input.mean: the manifest says [127.5], \(settings.model) has [123.675, 116.28, 103.53] in "
                + "its metadata; where that is wrong, write `metadata: ignore`")
        settings.input.ignoresMetadata = true
        #expect(
            try TFLitePlan(settings).recipes[0].preparation.contains(#""mean":[127.5],"std":[127.5],"#),
            "what is not declared is MobileNet's")
    }

    @Test func `a uint8 model takes no mean`() throws {
        let folder = try Scratch()
        var settings = try settings("uint8", labels: colors, in: folder)
        settings.input.mean = [127.5]
        let error = #expect(throws: BackendError.self) { try TFLitePlan(settings) }
        #expect(
            error?.description
                == "backend.input.mean: \(settings.model) takes uint8, the pixels themselves; leave mean out")
    }

    @Test func `labels must be there, be text, and be as many as the classes`() throws {
        let folder = try Scratch()
        let bare = try settings("float32", in: folder)
        #expect(throws: BackendError.labelsMissing(bare.model)) { try TFLitePlan(bare) }
        let few = try settings("float32", labels: ["a", "b"], in: folder)
        let error = #expect(throws: BackendError.self) { try TFLitePlan(few) }
        let labels = folder.path.appending("labels.txt")
        #expect(error?.description == "backend.labels: \(labels) has 2 labels, \(few.model) has 5 classes")
        try folder.write("labels.txt", [0x61, 0x0A, 0xFF, 0x0A])
        #expect(throws: BackendError.labelsRefused(labels.description, reason: "is not UTF-8 text")) {
            try TFLitePlan(few)
        }
        var absent = bare
        absent.labels = FilePath("/nowhere/labels.txt")
        let missing = #expect(throws: BackendError.self) { try TFLitePlan(absent) }
        #expect(
            missing?.description == "backend.labels: cannot open /nowhere/labels.txt: No such file or directory")
    }

    @Test func `the manifest's labels come before those inside the model`() throws {
        let folder = try Scratch()
        let settings = try settings("float32-metadata", labels: ["a", "b", "c", "d", "e"], in: folder)
        #expect(try TFLitePlan(settings).labels?.words == ["a", "b", "c", "d", "e"])
    }

    @Test func `files that are no models are refused by name`() throws {
        let folder = try Scratch()
        let whole = try Fixtures.bytes("float32-metadata.tflite")
        let cases: [(bytes: [UInt8], reason: String)] = [
            ([], "it is empty"),
            (Array("not a model at all, only text".utf8), "it is not a TensorFlow Lite model"),
            (Array(whole[..<100]), "it is damaged or cut short"),
            (Array(whole[..<1000]), "it is damaged or cut short"),
        ]
        for (bytes, reason) in cases {
            let model = try folder.write("a.tflite", bytes)
            let error = #expect(throws: BackendError.self) { try TFLitePlan(TFLiteSettings(model: model)) }
            #expect(error?.description.hasPrefix("backend.model: \(model) cannot be used: \(reason)") == true)
        }
        let missing = #expect(throws: BackendError.self) {
            try TFLitePlan(TFLiteSettings(model: FilePath("/nowhere/a.tflite")))
        }
        #expect(missing?.description == "backend.model: cannot open /nowhere/a.tflite: No such file or directory")
        let other = #expect(throws: BackendError.self) { try TFLitePlan(TFLiteSettings(model: folder.path)) }
        #expect(
            other?.description
                == "backend.model: \(folder.path) cannot be used: it is a folder; name the .tflite file in it")
    }

    @Test func `models that no picture can be given to are refused when they are planned`() throws {
        let folder = try Scratch()
        let two = try settings("two-inputs", labels: ["a", "b", "c"], in: folder)
        let error = #expect(throws: BackendError.self) { try TFLitePlan(two) }
        #expect(
            error?.description
                == "backend.input: \(two.model) has 2 inputs (0 \"second\" float32 [1, 16, 16, 3], 1 \"first\" float32 "
                + "[1, 16, 16, 3]); say what each receives: inputs: "
                + "[{index: 0, feed: picture}, {index: 1, feed: picture}]")
        let custom = try settings("unresolved-operation", labels: colors, in: folder)
        let operations = #expect(throws: BackendError.self) { try TFLitePlan(custom) }
        #expect(operations == .unsupportedOperations(custom.model, ["Erfinv"]))
    }

    @Test func `every truncation is refused or planned, and what is planned opens or is refused`() throws {
        let folder = try Scratch()
        let whole = try Fixtures.bytes("float32-metadata.tflite")
        for length in stride(from: 0, to: whole.count, by: 61) {
            let model = try folder.write("a.tflite", Array(whole[..<length]))
            var settings = TFLiteSettings(model: model)
            settings.labels = try folder.write("labels.txt", Array(colors.joined(separator: "\n").utf8))
            do {
                let backend = try TFLitePlan(settings).open(libraryAt: [Fixtures.library])
                #expect(backend.batch == 1)
            } catch BackendError.modelRefused(let path, _) {
                #expect(path == model)
            }
        }
    }
}
