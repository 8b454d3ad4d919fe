internal import Storage
internal import Domain

extension Check {
    /// Which recipes a job shows, and when.
    static let switching = [
        Check("new recipes are shown when their run has ended, all at once") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            let run = try scene.run(pictures, scene.request(asking: [scene.recipe(2)]))
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes before the run has begun")
            let worker = try scene.worker(on: run, asking: [scene.recipe(2)])
            let claims = try worker.take(2)
            try worker.answer([claims[0]])
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes with one image answered")
            let pending = try scene.store.snapshot { reports throws(StoreError) in
                try reports.pendingRecipes(of: run)
            }
            try requireEqual(pending?.asked.count, 1, "recipes that will be shown")
            try worker.answer([claims[1]])
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":2}"], "recipes with all answered")
        },
        Check("recipes that a run still answers are not shown by a submission of them") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            let request = scene.request(asking: [scene.recipe(2)])
            let run = try scene.run(pictures, request)
            try scene.submit(pictures, scene.request(asking: [scene.recipe(2)]))
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes while the run is open")
            try requireEqual(try scene.states(of: run), "2 queued", "tasks")
        },
        Check("a cancelled run shows nothing") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            let run = try scene.run(pictures, scene.request(asking: [scene.recipe(2)]))
            _ = try scene.store.control.cancel(run)
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes behind a cancelled run")
        },
        Check("a job that goes back to its recipes shows them, and what the others have queued is cancelled") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            let run = try scene.run(pictures, scene.request(asking: [scene.recipe(2)]))
            let back = try scene.submit(pictures)
            try requireEqual(back.run, nil, "the run of recipes that are answered")
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes")
            try requireEqual(try scene.states(of: run), "2 cancelled", "tasks of the superseded run")
        },
        Check("what only is left out leaves when the submission is complete") { scene in
            let pictures = Picture.numbered(0..<2)
            let both = [scene.recipe(1), scene.recipe(2, of: .faceDetection)]
            try scene.answer(pictures, scene.request(asking: both))
            let submitted = try scene.submit(pictures, finishes: false)
            try requireEqual(try scene.probe.shown(by: "job").count, 2, "recipes before the submission is complete")
            try submitted.finish()
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes of the complete submission")
        },
        Check("an interrupted submission switches no recipe") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            try scene.answer(pictures, scene.request("other", asking: [scene.recipe(2)]))
            try scene.submit(pictures, scene.request(asking: [scene.recipe(2)]), finishes: false)
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes")
        },
        Check("recipes that are answered already are shown at once") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            try scene.answer(pictures, scene.request("other", asking: [scene.recipe(2)]))
            try scene.submit(pictures, scene.request(asking: [scene.recipe(2)]))
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":2}"], "recipes")
        },
        Check("a job does not show another job's recipes") { scene in
            let pictures = Picture.numbered(0..<2)
            try scene.answer(pictures)
            try scene.answer(pictures, scene.request("other", asking: [scene.recipe(2)]))
            try requireEqual(try scene.probe.shown(by: "job"), ["{\"recipe\":1}"], "recipes of the one job")
            try requireEqual(try scene.probe.shown(by: "other"), ["{\"recipe\":2}"], "recipes of the other job")
            try requireEqual(
                try scene.probe.answers(of: "job"), ["0.jpg {\"recipe\":1} 1", "1.jpg {\"recipe\":1} 1"],
                "what the one job shows")
        },
    ]
}
