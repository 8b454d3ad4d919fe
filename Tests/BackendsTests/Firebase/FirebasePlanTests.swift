import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("The plan of a Firebase job") struct FirebasePlanTests {
    private func plan(_ function: FirebaseSettings.Function, account: String? = nil) -> FirebasePlan {
        var settings = FirebaseSettings(project: "p-1", function: function, auth: .idToken(.environment("ID")))
        settings.account = account
        return FirebasePlan(settings, features: [Feature(type: .landmarkDetection, maxResults: 5)], prepare: Prepare())
    }

    @Test func `a recipe names the function and what is asked of it`() {
        let recipe = plan(.named("annotateImage", region: "us-central1")).recipes[0]
        #expect(
            recipe.parameters == #"{"requestVersion":1,"maxResults":5,"function":"p-1/annotateImage"}"#)
        #expect(recipe.preparation == #"{"fit":[640,480],"quality":85,"metadata":"strip"}"#)
        #expect((recipe.backend, recipe.model) == ("firebase", "builtin/stable"))
    }

    @Test func `the region is no other function, another address is`() {
        let here = plan(.named("annotateImage", region: "us-central1"))
        let there = plan(.named("annotateImage", region: "europe-west1"))
        var moved = here.settings
        (moved.function, moved.sameAs) = (.url("https://annotate-x-uc.a.run.app"), "p-1/annotateImage")
        let same = FirebasePlan(moved, features: here.questions.map(\.feature), prepare: Prepare())
        #expect(same.recipes == here.recipes && same.address.url == "https://annotate-x-uc.a.run.app")
        let elsewhere = plan(.url("http://127.0.0.1:5001/p-1/us-central1/annotateImage"))
        #expect(here.recipes == there.recipes)
        #expect(here.recipes[0].digest != elsewhere.recipes[0].digest)
    }

    @Test func `a name and a region are an address, and an address is one as it is`() {
        #expect(
            plan(.named("annotateImage", region: "us-central1")).address.url
                == "https://us-central1-p-1.cloudfunctions.net/annotateImage")
        #expect(plan(.url("https://annotate-x-uc.a.run.app")).address.url == "https://annotate-x-uc.a.run.app")
        #expect(plan(.url("https://annotate-x-uc.a.run.app")).address.name == "p-1/annotate-x-uc.a.run.app")
    }

    @Test func `the project pays unless another account is named`() {
        #expect(plan(.url("http://127.0.0.1:1/f")).account == "p-1")
        #expect(plan(.url("http://127.0.0.1:1/f"), account: "payer").account == "payer")
    }

    @Test func `one image fills a call`() throws {
        let caller = try Caller(always: "{}")
        var batch = caller.batch()
        #expect(batch.isFull && caller.backend.maxImages == 1)
        let isTaken = batch.append(.reference("gs://b/a.jpg"), asking: caller.backend.recipes)
        #expect(!isTaken)
    }

    @Test func `nobody can download for a function`() throws {
        let caller = try Caller(always: "{}")
        let failure = #expect(throws: Failure.self) { try caller.backend.download("gs://b/a.jpg", limit: 1) }
        #expect(failure?.message.contains("gs://b/a.jpg") == true && failure?.isTransient == false)
    }
}
