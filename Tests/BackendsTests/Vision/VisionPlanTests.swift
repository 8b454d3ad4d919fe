import Testing
import Domain

@testable import Backends

@Suite("The plan of a Vision job") struct VisionPlanTests {
    private let settings = VisionSettings(auth: .applicationDefault)

    @Test func `a recipe names all that decides an answer, as JSON with its keys in order`() {
        let recipes = VisionPlan(
            settings, features: [Feature(type: .landmarkDetection, maxResults: 5), Feature(type: .textDetection)],
            prepare: Prepare()
        ).recipes
        #expect(
            recipes.map(\.parameters) == [#"{"requestVersion":1,"maxResults":5}"#, #"{"requestVersion":1}"#])
        #expect(
            recipes.map(\.preparation) == [
                #"{"fit":[640,480],"quality":85,"metadata":"strip"}"#,
                #"{"fit":[1024,768],"quality":85,"metadata":"strip"}"#,
            ])
        #expect(recipes.map(\.feature) == [.landmarkDetection, .textDetection])
        #expect(recipes.map(\.backend) == ["vision", "vision"] && recipes[0].model == "builtin/stable")
        #expect(recipes[0].modelVersion == nil)
    }

    @Test func `every parameter makes another recipe`() {
        var features = [Feature](repeating: Feature(type: .textDetection), count: 6)
        features[1].model = .weekly
        features[2].languageHints = ["de"]
        features[3].languageHints = ["de", "en"]
        features[4].enableTextDetectionConfidenceScore = true
        features[5].advancedOcrOptions = ["legacy_layout"]
        var crops = Feature(type: .cropHints)
        crops.aspectRatios = [1.5]
        features += [Feature(type: .cropHints), crops]
        var products = Feature(type: .productSearch)
        products.productSearch = ProductSearch(productSet: "projects/p", productCategories: ["toys"])
        features.append(products)
        products.productSearch?.filter = "a=b"
        features.append(products)
        let recipes = VisionPlan(settings, features: features, prepare: Prepare()).recipes
        #expect(Set(recipes.map(\.digest)).count == features.count)
        #expect(
            recipes[7].parameters == #"{"requestVersion":1,"aspectRatios":[1.5]}"#
                && recipes[9].parameters.contains(#","productSearch":{"productSet":"projects/p","#))
    }

    @Test func `a feature's recipe is the same whatever else is asked beside it`() {
        let label = Feature(type: .labelDetection)
        let alone = VisionPlan(settings, features: [label], prepare: Prepare())
        let beside = VisionPlan(settings, features: [Feature(type: .faceDetection), label], prepare: Prepare())
        #expect(beside.recipes.contains(alone.recipes[0]))
        #expect(beside.encoding(for: beside.recipes).fit == .box(Size(width: 1600, height: 1200)))
        #expect(beside.encoding(for: alone.recipes).fit == .box(Size(width: 640, height: 480)))
    }

    @Test func `the manifest's own preparation goes before the usual one`() {
        var prepare = Prepare()
        prepare.fit = .original
        prepare.quality = 70
        prepare.metadata = .keep
        let plan = VisionPlan(settings, features: [Feature(type: .faceDetection)], prepare: prepare)
        let encoding = plan.encoding(for: plan.recipes)
        #expect(encoding.fit == .original && encoding.quality == 70 && encoding.metadata == .keep)
        #expect(plan.recipes[0].preparation == #"{"fit":"original","quality":70,"metadata":"keep"}"#)
    }

    @Test func `a test server's answers are never taken for Google's`() {
        func parameters(_ endpoint: String) -> String {
            var settings = settings
            settings.endpoint = endpoint
            return VisionPlan(settings, features: [Feature(type: .logoDetection)], prepare: Prepare()).recipes[0]
                .parameters
        }
        let google = parameters(VisionSettings.publicEndpoint)
        #expect(parameters("https://eu-vision.googleapis.com") == google)
        #expect(parameters("https://vision.googleapis.com:443/v1/projects/p/locations/eu") == google)
        #expect(
            parameters("http://127.0.0.1:8080")
                == #"{"requestVersion":1,"maxResults":10,"endpoint":"http://127.0.0.1:8080"}"#)
        #expect(
            parameters("https://EVIL.example/googleapis.com")
                == #"{"requestVersion":1,"maxResults":10,"endpoint":"https://evil.example"}"#)
        #expect(parameters("https://vision.googleapis.com.example") != google)
    }

    @Test(arguments: [
        ("https://vision.googleapis.com", "https://vision.googleapis.com/v1/images:annotate"),
        ("http://127.0.0.1:80/", "http://127.0.0.1:80/v1/images:annotate"),
        ("https://h/v1/projects/p/locations/eu", "https://h/v1/projects/p/locations/eu/images:annotate"),
        ("https://h/projects/p", "https://h/v1/projects/p/images:annotate"),
        ("https://h/v1", "https://h/v1/images:annotate"),
        ("https://h/proxy/v1", "https://h/proxy/v1/images:annotate"),
        ("https://h/v1/images:annotate", "https://h/v1/images:annotate"),
    ])
    func `an endpoint is made whole`(_ endpoint: String, _ url: String) {
        #expect(VisionEndpoint(endpoint).url == url)
    }
}
