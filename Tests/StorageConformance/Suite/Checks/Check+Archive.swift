internal import Storage
internal import Domain

extension Check {
    /// Responses that were kept, and what is read from them.
    static let archive = [
        Check("responses come in the order of their attempts, page by page") { scene in
            let run = try scene.answer(Picture.numbered(0..<5))
            var found: [StoredResponse] = []
            var last: AttemptID?
            while case let page = try scene.store.answers.responses(after: last, in: run, of: ["vision"], limit: 2),
                let end = page.last
            {
                found += page
                last = end.attempt
            }
            try requireEqual(found.count, 5, "responses")
            try requireEqual(found.map(\.attempt), found.map(\.attempt).sorted(), "the order of responses")
            try requireEqual(
                found.map { $0.raw?.bytes }, Array(repeating: Array("lighthouse".utf8), count: 5), "their bytes")
            let others = try scene.store.answers.responses(after: nil, in: run, of: ["tflite"], limit: 9)
            try require(others.isEmpty, "there are responses of a backend that answered nothing")
            try requireEqual(
                try scene.store.answers.countAnswers(in: run, notOf: ["tflite"]), 5, "answers of other backends")
        },
        Check("annotations are replaced where they differ, and the answer stays") { scene in
            let run = try scene.answer(Picture.numbered(0..<2))
            let results = try scene.store.answers.responses(after: nil, in: run, of: ["vision"], limit: 9).flatMap(
                \.results)
            try requireEqual(results.count, 2, "answers that were read from responses")
            let same = [Annotation(kind: .label, rank: 0, description: "lighthouse", score: 0.92)]
            let other = [Annotation(kind: .label, rank: 0, description: "castle", score: 0.5)]
            let changed = try scene.store.answers.replaceAnnotations([
                RereadAnswer(id: results[0].id, annotations: same),
                RereadAnswer(id: results[1].id, annotations: other),
            ])
            try requireEqual(changed, [results[1].id], "answers that were changed")
            try requireEqual(
                try scene.probe.answers(of: "job"), ["0.jpg {\"recipe\":1} 1", "1.jpg {\"recipe\":1} 1"],
                "what the job shows")
        },
        Check("blobs are kept, compared and replaced with their annotations") { scene in
            let run = try scene.answer(Picture.numbered(0..<1))
            let result = try unwrap(
                try scene.store.answers.responses(after: nil, in: run, of: ["vision"], limit: 9).first?.results.first,
                "an answer that was read from a response")
            func replace(_ kind: Annotation.Kind, _ blob: [UInt8]?) throws -> Bool {
                var annotation = Annotation(kind: kind, rank: 0, description: "vector")
                annotation.blob = blob
                let reread = RereadAnswer(id: result.id, annotations: [annotation])
                return try scene.store.answers.replaceAnnotations([reread]) == [result.id]
            }
            try require(try replace(.embedding, [0, 0, 0x80, 0x3F]), "a label is not replaced by an embedding")
            try requireEqual(try scene.probe.blobs(of: "job"), ["0.jpg embedding 0000803F"], "blobs")
            try require(try !replace(.embedding, [0, 0, 0x80, 0x3F]), "an embedding is replaced by the same one")
            try require(try replace(.embedding, [0, 0, 0, 0xC0]), "an embedding is not replaced by another one")
            try requireEqual(try scene.probe.blobs(of: "job"), ["0.jpg embedding 000000C0"], "blobs")
            try require(try replace(.label, nil), "an embedding is not replaced by a label")
            try requireEqual(try scene.probe.blobs(of: "job"), [], "blobs")
        },
        Check("a response with symbols that were not read is found for the jobs that select its image") { scene in
            let asked = scene.request(asking: [scene.recipe(1, of: .documentTextDetection)])
            let run = try scene.run(Picture.numbered(0..<3), asked)
            let worker = try scene.worker(on: run, asking: asked.recipes, billing: .test())
            let claims = try worker.take(3)
            _ = try worker.send(claims)
            let results = claims.enumerated().map { number, claim in
                var result = worker.answered(claim)
                result.answers[0].lacksSymbols = number > 0
                return result
            }
            try worker.exchange { $0.results = results }
            func found(_ job: String) throws -> [StoredResponse] {
                try scene.store.answers.responsesLackingSymbols(
                    of: asked.recipes[0], job: job, after: nil, limit: 9)
            }
            let responses = try found("job")
            try requireEqual(responses.map(\.attempt), claims[1...].map(\.attempt), "responses, in their order")
            try requireEqual(responses.flatMap(\.results).map(\.lacksSymbols), [true, true], "what they lack")
            let page = try scene.store.answers.responsesLackingSymbols(
                of: asked.recipes[0], job: "job", after: responses[0].attempt, limit: 1)
            try requireEqual(page.map(\.attempt), [responses[1].attempt], "the next page")
            try requireEqual(try found("other").count, 0, "responses of a job that is not there")
            _ = try scene.submit([Picture.numbered(1..<2)[0]], scene.request("other", asking: asked.recipes))
            try requireEqual(try found("other").map(\.attempt), [claims[1].attempt], "responses of another job")
            let preview = try scene.store.preview(scene.request("third", asking: asked.recipes))
            _ = try scene.look(preview, at: Picture.numbered(0..<2))
            try requireEqual(
                try preview.countLackingSymbols(of: asked.recipes[0], excluding: []), 1, "what a preview has seen")

            let reread = responses.map { response in
                RereadAnswer(
                    id: response.results[0].id, annotations: [Annotation(kind: .label, rank: 0, description: "letter")])
            }
            try requireEqual(
                try scene.store.answers.replaceAnnotations(reread), Set(reread.map(\.id)), "answers with symbols")
            try requireEqual(try found("job").count, 0, "responses whose symbols were read")
            // What was read without them before they came is late.
            let late = reread.map { RereadAnswer(id: $0.id, annotations: [], lacksSymbols: true) }
            try requireEqual(try scene.store.answers.replaceAnnotations(late), [], "answers that lose their symbols")
        },
        Check("a further answer is kept beside the one from whose response it was read, once and without a unit") {
            scene in
            try scene.answer(Picture.numbered(0..<3))
            let (old, new) = (scene.recipe(1), scene.recipe(2))
            _ = try scene.store.submission(scene.request(asking: [new]))
            func page(_ last: ImageID? = nil, limit: Int = 9) throws -> [ReusableResponse] {
                try scene.store.answers.responses(answering: old, notYet: new, job: "job", after: last, limit: limit)
            }
            let first = try page(limit: 2)
            try requireEqual(first.count, 2, "the first page")
            let all = first + (try page(first.last?.image))
            try requireEqual(all.map(\.image), try page().map(\.image), "all pages")
            try requireEqual(all.map { $0.raw?.bytes }, Array(repeating: Array("lighthouse".utf8), count: 3), "bytes")
            let units = try scene.probe.units()
            let answer = Answer(
                recipe: new, annotations: [Annotation(kind: .label, rank: 0, description: "castle", score: 0.5)])
            let two = all.prefix(2).map { (answer: answer, beside: $0.answer) }
            try requireEqual(try scene.store.answers.keep(two), 2, "answers that are kept")
            try requireEqual(try scene.store.answers.keep(two), 0, "answers that are kept a second time")
            try requireEqual(try page().map(\.image), [all[2].image], "images that lack the answer")
            try requireEqual(try scene.probe.units(), units, "units")
            try scene.submit(Picture.numbered(0..<3), scene.request(asking: [new]))
            try requireEqual(try scene.probe.count(.tasks), 4, "tasks, of which one asks what was not kept")
        },
        Check("a failed image is done by an answer that is read from its response later") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run, billing: .test())
            let claims = try worker.take(1)
            _ = try worker.send(claims)
            var result = AttemptResult(claim: claims[0], outcome: .failed(TestWorker.failure(.service)))
            result.raw = CompressedResponse(RawResponse(bytes: [1, 2, 3]))
            result.charge = .billed
            try worker.exchange { $0.results = [result] }
            let failed = try scene.store.answers.failedResponses(after: nil, in: run, of: ["vision"], limit: 9)
            let response = try unwrap(failed.first, "a failed image's response was not kept")
            try requireEqual(response.unanswered, [scene.recipe(1)], "what has no answer")
            let answer = worker.answered(claims[0]).answers
            try require(
                try scene.store.answers.complete(response, with: answer), "an answer from a kept response is not taken")
            try requireEqual(try scene.states(of: run), "1 done", "tasks")
            try requireEqual(try scene.probe.answers(of: "job"), ["0.jpg {\"recipe\":1} 1"], "what the job shows")
            try requireEqual(try scene.probe.units(), ["settled": 1], "units")
            try require(
                try !scene.store.answers.complete(response, with: answer), "an image that is done is completed again")
        },
        Check("an image that was queued again is not completed by its old response") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            let (claim, response) = try fail(worker, in: run, scene)
            _ = try scene.store.control.retry(.run(run), only: .failures())
            try require(
                try !scene.store.answers.complete(response, with: worker.answered(claim).answers),
                "an image that is queued again is completed by its old response")
            try requireEqual(try scene.states(of: run), "1 queued", "tasks")
        },
        Check("an older response does not follow an answer that another job has got meanwhile") { scene in
            let run = try scene.run(Picture.numbered(0..<1))
            let worker = try scene.worker(on: run)
            let (claim, response) = try fail(worker, in: run, scene)
            _ = try scene.answer(Picture.numbered(0..<1), scene.request("other"))
            try require(
                try !scene.store.answers.complete(response, with: worker.answered(claim).answers),
                "an older response is taken behind a newer answer")
            try requireEqual(
                try scene.probe.answers(of: "other"), ["0.jpg {\"recipe\":1} 1"], "what the other job shows")
        },
    ]

    /// Lets an image fail whose response is kept.
    private static func fail(_ worker: TestWorker, in run: RunID, _ scene: Scene) throws
        -> (claim: Claim, response: FailedResponse)
    {
        var result = AttemptResult(
            claim: try worker.take(1)[0], outcome: .failed(TestWorker.failure(.service)))
        result.raw = CompressedResponse(RawResponse(bytes: [1, 2, 3]))
        try worker.exchange { $0.results = [result] }
        let response = try unwrap(
            try scene.store.answers.failedResponses(after: nil, in: run, of: ["vision"], limit: 9).first,
            "a failed image's response was not kept")
        return (result.claim, response)
    }
}
