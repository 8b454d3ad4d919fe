internal import Crypto
internal import Platform
internal import Storage
internal import Domain

extension Check {
    /// What a plan asks of a store.
    static let previewing = [
        Check("a preview changes nothing, also with recipes that were never asked") { scene in
            try scene.answer(Picture.numbered(0..<2))
            let before = try scene.probe.dump()
            let preview = try scene.store.preview(
                scene.request("other", asking: [scene.recipe(7), scene.recipe(8, of: .logoDetection)]))
            let asked = try scene.look(preview, at: Picture.numbered(0..<3))
            try requireEqual(asked.map(\.missingRecipes), [[0, 1], [0, 1], [0, 1]], "what is asked of each image")
            _ = try preview.unseenImages(after: nil, limit: 10)
            _ = try preview.unseenNames(below: [SourcePath(Picture.folder)], after: nil, limit: 10)
            try requireEqual(try scene.probe.dump(), before, "the rows behind a preview")
        },
        Check("a preview tells what a submission then queues, and why") { scene in
            try scene.answer([Picture("a.jpg", 1), Picture("b.jpg", 2), Picture("c.jpg", 3)])
            let now = [Picture("a.jpg", 1), Picture("b.jpg", 5), Picture("d.jpg", 6), Picture("e.jpg", 6)]
            for recipes in [
                [scene.recipe(1)], [scene.recipe(2)], [scene.recipe(1), scene.recipe(1, of: .logoDetection)],
            ] {
                let request = scene.request(asking: recipes)
                let asked = try scene.look(try scene.store.preview(request), at: now)
                let submitted = try scene.submit(now, request)
                let run = try unwrap(submitted.run, "what a preview asks is not queued")
                let queued = try scene.probe.tasks(in: run).filter { $0.state == "queued" }
                try requireEqual(
                    asked.map { "\($0.path.name.description) \($0.reason.word)" }.sorted(),
                    queued.map { "\($0.name) \($0.reason)" }.sorted(), "images and reasons")
                _ = try scene.store.control.cancel(run)
            }
        },
        Check("a preview names what was before by its digest") { scene in
            try scene.answer([Picture("a.jpg", 1), Picture("b.jpg", 2)])
            let changed = try scene.look(
                try scene.store.preview(scene.request(asking: [scene.recipe(2)])),
                at: [Picture("a.jpg", 1), Picture("b.jpg", 5)])
            try requireEqual(
                changed.map { $0.origin?.hex }, [scene.recipe(1).digest.hex, Picture("b.jpg", 2).key.digest.hex],
                "origins")
        },
        Check("the further names of content that is to be asked about are under way in a preview") { scene in
            let preview = try scene.store.preview(scene.request())
            let first = try preview.decide([Picture("a.jpg", 1).identified(at: 0)])
            let second = try preview.decide([Picture("b.jpg", 1).identified(at: 1)])
            try requireEqual(first.map(\.decision), [.queue(.new, minGenerations: [:])], "the first name")
            try requireEqual(second.map(\.decision), [.alreadyQueued], "the second name")
        },
        Check("a preview tells how seen content stands") { scene in
            try scene.answer([Picture("a.jpg", 1), Picture("b.jpg", 2)])
            let preview = try scene.store.preview(scene.request())
            _ = try scene.look(preview, at: [Picture("a.jpg", 1)])
            let keys = (1...3).map { Picture("", $0).key }
            try requireEqual(try preview.decisions(of: keys), [.answered, nil, nil], "standings")
        },
    ]
}

extension Scene {
    /// What a preview asks of the files of a folder.
    func look(_ preview: any SubmissionPreview, at pictures: [Picture]) throws -> [AskedImage] {
        let listing = Listing(folder: Picture.folder, files: pictures.map(\.listed), isWhole: true)
        let diff = try preview.diff(listing, at: 0)
        let read = try preview.decide(diff.unread.map { pictures[$0].identified(at: Int64($0)) })
        return try preview.requests(diff.images + read).compactMap(\.self)
    }
}
