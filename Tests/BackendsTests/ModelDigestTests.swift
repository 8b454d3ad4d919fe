import Backends
import Crypto
import Domain
import Testing

@Suite("The model's digest in a recipe") struct ModelDigestTests {
    private func recipe(_ parameters: String) -> Recipe {
        Recipe(backend: "tflite", model: "m", feature: .labelDetection, parameters: parameters, preparation: "{}")
    }

    @Test func `a recipe of a local model names the digest of its file`() {
        let digest = Crypto.Digest(of: "a model")
        #expect(recipe(#"{"algorithmVersion":1,"modelDigest":"\#(digest.hex)"}"#).modelDigest == digest)
    }

    @Test(arguments: ["{}", "", "[", #"{"modelDigest":5}"#, #"{"modelDigest":"abc"}"#, #"{"modelDigest":"zz"}"#])
    func `a recipe of a service names none`(parameters: String) {
        #expect(recipe(parameters).modelDigest == nil)
    }
}
