import Crypto
@testable import Planning
import Platform
import Schema
import TestSupport
import Testing
import Domain

@Suite struct PlanFileTests {
    @Test(arguments: seeds(200))
    func `a plan comes back as it was written, and is written with the same bytes`(seed: UInt64) throws {
        var chance = Seeded(seed)
        let plan = RandomPlan(&chance).file
        let bytes = plan.json
        let read = try PlanFile(reading: bytes)
        #expect(read == plan, "seed \(seed)")
        #expect(read.json == bytes, "seed \(seed)")
        // Another program's parser reads the same.
        #expect(try JSONText(bytes)["images"].items.count == plan.images.count, "seed \(seed)")
    }

    @Test func `the form is the documented one`() throws {
        #expect(
            String(decoding: samplePlan().json, as: UTF8.self) == """
                {
                "format":2,
                "made_at":"2026-11-21T08:15:30.250Z",
                "job":"old-town",
                "manifest":{"sha256":"\(Digest(of: "manifest").hex)","path":"/srv/job.yaml"},
                "account":"my-project",
                "recipes":[
                {"digest":"\(sampleLabels.digest.hex)","backend":"vision","model":"builtin/stable",\
                "model_version":null,\
                "feature":"LABEL_DETECTION","parameters":"{\\"requestVersion\\":1,\\"maxResults\\":10}",\
                "preparation":"{\\"fit\\":[640,480],\\"quality\\":85,\\"metadata\\":\\"strip\\"}",\
                "description":"\(sampleLabels.words)"},
                {"digest":"\(sampleSafeSearch.digest.hex)","backend":"vision","model":"builtin/stable",\
                "model_version":null,\
                "feature":"SAFE_SEARCH_DETECTION","parameters":"{\\"requestVersion\\":1,\\"maxResults\\":10}",\
                "preparation":"{\\"fit\\":[640,480],\\"quality\\":85,\\"metadata\\":\\"strip\\"}",\
                "description":"\(sampleSafeSearch.words)"}
                ],
                "models":[
                {"backend":"vision","model":"builtin/stable","version":null}
                ],
                "prices":[
                {"feature":"LABEL_DETECTION","free_units":1000,"first_micro_usd":1500,"first_tier":5000000,\
                "second_micro_usd":1000,"free_with":null},
                {"feature":"SAFE_SEARCH_DETECTION","free_units":1000,"first_micro_usd":1500,"first_tier":5000000,\
                "second_micro_usd":600,"free_with":"LABEL_DETECTION"}
                ],
                "cost":{"units":3,"most_micro_usd":3000,"least_micro_usd":0,"features":[\
                {"feature":"LABEL_DETECTION","units":2,"free_units":0,"most_micro_usd":3000,"least_micro_usd":0},\
                {"feature":"SAFE_SEARCH_DETECTION","units":1,"free_units":1,"most_micro_usd":0,"least_micro_usd":0}]},
                "images":[
                {"digest":"\(Digest(of: "a").hex)","reason":"new","recipes":[0,1],"path":"photos/a.jpg"},
                {"digest":"\(Digest(of: "b").hex)","reason":"bytes_changed","from":"\(Digest(of: "c").hex)",\
                "recipes":[0],"path_hex":"ff2e6a7067"}
                ]
                }

                """)
    }

    @Test func `an empty plan of a local model is a plan`() throws {
        let local = Recipe(
            backend: "tflite", model: "scenes.tflite@1a2b3c4d", modelVersion: "1a2b3c4d", feature: .labelDetection,
            parameters: "{}", preparation: "{}")
        let plan = PlanFile(
            madeAt: Timestamp(milliseconds: 0), job: "a",
            manifest: .init(digest: Digest(of: ""), path: FilePath("/a.yaml")), account: nil, recipes: [local],
            prices: vendorPrices, images: [])
        #expect(plan.prices.isEmpty)
        #expect(plan.cost.maxMicroDollars == 0)
        #expect(plan.models == [ModelVersion(backend: "tflite", model: local.model, version: "1a2b3c4d")])
        #expect(try PlanFile(reading: plan.json) == plan)
    }

    @Test func `a feature without a price leaves the sums null`() throws {
        let products = recipe(.productSearch, maxResults: 10)
        let plan = PlanFile(
            madeAt: Timestamp(milliseconds: 0), job: "a",
            manifest: .init(digest: Digest(of: ""), path: FilePath("/a.yaml")), account: "my-project",
            recipes: [products], prices: vendorPrices,
            images: [PinnedImage(ImageKey(.picture, Digest(of: "a")), reason: .new, missingRecipes: RecipeIndexes([0]))]
        )
        let cost = try JSONText(plan.json)["cost"]
        #expect(cost["most_micro_usd"] == .null)
        #expect(cost["units"].int == 1)
        #expect(try PlanFile(reading: plan.json) == plan)
    }

    @Test func `many images are written and read`() throws {
        let images = (0..<10_000).map { place in
            PinnedImage(
                ImageKey(.picture, Digest(of: "\(place)")), reason: .new, missingRecipes: RecipeIndexes([0, 1]),
                path: FilePath("/srv/photos/2026/\(place).jpg"))
        }
        let plan = PlanFile(
            madeAt: Timestamp(milliseconds: 0), job: "a",
            manifest: .init(digest: Digest(of: ""), path: FilePath("/a.yaml")), account: "my-project",
            recipes: [sampleLabels, sampleSafeSearch], prices: vendorPrices, images: images)
        #expect(try PlanFile(reading: plan.json) == plan)
    }

    @Test func `the schema has the fields that are written, and no other`() throws {
        let schema = try JSONText(Array(StoreSchema.plan.utf8))
        let plan = try JSONText(samplePlan().json)
        let objects: [(JSONText, JSONText)] = [
            (schema, plan), (schema["properties"]["manifest"], plan["manifest"]),
            (schema["properties"]["cost"], plan["cost"]),
            (schema["properties"]["cost"]["properties"]["features"]["items"], plan["cost"]["features"][0]),
            (schema["properties"]["recipes"]["items"], plan["recipes"][0]),
            (schema["properties"]["models"]["items"], plan["models"][0]),
            (schema["properties"]["prices"]["items"], plan["prices"][0]),
            (schema["properties"]["images"]["items"], plan["images"][0]),
            (schema["properties"]["images"]["items"], plan["images"][1]),
        ]
        for (form, object) in objects {
            let known = Set(form["properties"].members.keys)
            let required = Set(form["required"].items.compactMap(\.string))
            let written = Set(object.members.keys)
            #expect(written.isSubset(of: known) && required.isSubset(of: written))
            #expect(known.subtracting(required).isSubset(of: ["path", "path_hex", "from", "kind", "page", "turn"]))
        }
        let words = schema["properties"]["images"]["items"]["properties"]["reason"]["enum"].items.map(\.string)
        #expect(words == PlanReason.Kind.allCases.map(\.rawValue))
    }
}
