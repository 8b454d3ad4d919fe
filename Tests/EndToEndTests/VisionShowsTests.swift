import Platform
import TestSupport
import Testing

@Suite("Two hundred marked pictures sent to the Vision API", .inTurn) struct VisionShowsTests {
    /// What the pictures say of themselves; see Tests/Peers/picture_set.py.
    private static let comment = "nobody-may-read-this-comment"
    private static let count = 200
    private static let shapes = [1.0, 0.8, 1.5]

    private static let features = [
        "LANDMARK_DETECTION", "LABEL_DETECTION", "LOGO_DETECTION", "OBJECT_LOCALIZATION", "FACE_DETECTION",
        "SAFE_SEARCH_DETECTION", "IMAGE_PROPERTIES", "WEB_DETECTION",
        "{type: DOCUMENT_TEXT_DETECTION, symbols: true}",
        "{type: CROP_HINTS, aspectRatios: [1.0, 0.8, 1.5]}",
        "{type: PRODUCT_SEARCH, productSearch: {productSet: projects/p/locations/us-west1/productSets/s, "
            + "productCategories: [general-v1]}}",
    ]

    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `come back with everything as it was answered and where it is in the original`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch))
        try await site.scratch.run(
            python.description, peerScript("picture_set.py").description, site.scratch.path.description, "--count",
            "\(Self.count)")
        let job = try site.writeJob(
            features: Self.features, retry: "attempts: 1",
            more: ["prepare: {fit: 640x480}", "pace: {inFlight: 4}"])
        try await site.cairn("run", job, exits: 0)
        #expect(try site.tasks() == "done \(Self.count)")
        #expect(try site.books() == "\(Self.count * Self.features.count) settled, 0 uncertain")
        #expect(try site.units().count == Self.count * Self.features.count)

        let sent = try site.requests().flatMap { $0["images"].items }
        try #require(sent.count == Self.count)
        #expect(sent.allSatisfy { $0["metadata"].items.isEmpty && $0["orientation"].int == 1 })
        let truths = try JSONText(try Files.read(site.scratch.file("truth.json"))).members
        let stored = try StoredAnnotation.all(in: site.scratch.book)
        let locations = try site.locations()
        var wrong: [String] = []
        for image in sent {
            let name = try #require(truths.first { $0.value["number"] == image["mark"] }?.key)
            let truth = try #require(truths[name])
            let annotations = try #require(stored[name])
            let places = MarkTruth(truth, sent: image["size"], shapes: Self.shapes)
            wrong += misreadings(annotations, image["answer"]).map { "\(name): \($0)" }
            wrong += displacements(annotations, places).map { "\(name): \($0)" }
            wrong += misplacements(locations[name] ?? [], image["answer"]).map { "\(name): \($0)" }
        }
        #expect(wrong.prefix(10) == [], "\(wrong.count) in all")

        let kept = try site.responses()
        let answers = sent.map { $0["answer"] }
        #expect(try kept.count == Self.count && kept.allSatisfy { answers.contains(try JSONText($0.bytes)) })
        try await site.audit(secrets: [VisionSite.key, Self.comment])
    }

    /// What differs between an image's rows and the peer's answer, but for places.
    private func misreadings(_ stored: [StoredAnnotation], _ answer: JSONText) -> [String] {
        var wrong: [String] = []
        for (kind, expected) in AnswerWords(answer: answer).all {
            let found = stored.filter { $0.kind == kind }
            if found.map(\.words) != expected { wrong.append("\(kind): \(found.map(\.words)) for \(expected)") }
            if found.map(\.rank) != Array(expected.indices) { wrong.append("\(kind): ranks \(found.map(\.rank))") }
        }
        let likelihoods = stored.filter { $0.kind == "safeSearch" }.map { $0.attributes["likelihood"].string ?? "" }
        let safe = ["adult", "spoof", "medical", "violence", "racy"].map {
            answer["safeSearchAnnotation"][$0].string ?? "UNKNOWN"
        }
        if likelihoods != safe { wrong.append("\(likelihoods) for \(safe)") }
        // Page, block, two paragraphs with lines and their words, each inside the last one of the level above.
        let texts = stored.indices.filter { stored[$0].kind == "text" }
        let levels = ["page", "block", "paragraph", "line", "word"]
        for place in texts where stored[place].level != "symbol" {
            let above = levels.firstIndex(of: stored[place].level ?? "").map { $0 > 0 ? levels[$0 - 1] : "" }
            let parent = texts.last { $0 < place && stored[$0].level == above }
            if stored[place].parent != parent {
                wrong.append("\(stored[place].words) lies in \(stored[place].parent ?? -1)")
            }
        }
        // The symbols of a word follow each other, and are its text.
        let symbols = texts.filter { stored[$0].level == "symbol" }
        let spelled = symbols.map { stored[$0].parent ?? -1 }
        if spelled != spelled.sorted() || Set(spelled) != Set(texts.filter { stored[$0].level == "word" }) {
            wrong.append("symbols lie in \(spelled)")
        }
        return wrong
    }

    /// What lies elsewhere than in the picture.
    private func displacements(_ stored: [StoredAnnotation], _ truth: MarkTruth) -> [String] {
        func isNear(_ found: [[Double]], _ expected: [[Double]], share: Double = 1) -> Bool {
            found.count == expected.count
                && zip(found, expected).allSatisfy {
                    $0.count == 2 && abs($0[0] - $1[0]) <= truth.tolerance.x * share
                        && abs($0[1] - $1[1]) <= truth.tolerance.y * share
                }
        }
        var wrong: [String] = []
        for kind in Set(stored.map(\.kind)) {
            let found = stored.filter { $0.kind == kind }
            let expected = truth.boxes(of: kind)
            for (place, one) in found.enumerated() {
                let box = expected.indices.contains(place) ? expected[place] : nil
                let corners = box?.corners ?? []
                // Fractions of the picture are not rounded to pixels: there half a pixel would be seen.
                if !isNear(one.polygon, corners, share: kind == "object" ? 0.3 : 1) {
                    wrong.append("\(kind) \(place): \(one.polygon) for \(corners)")
                }
            }
        }
        for face in stored where face.kind == "face" {
            let inner = face.attributes["fdBoundingPoly"].items.map { $0.items.compactMap(\.double) }
            if !isNear(inner, truth.innerFace.corners) { wrong.append("the inner face: \(inner)") }
            let marks = face.attributes["landmarks"].items
            if marks.map({ $0["type"].string }) != truth.faceLandmarks.map(\.type)
                || !isNear(
                    marks.map { [$0["x"].double ?? .nan, $0["y"].double ?? .nan] },
                    truth.faceLandmarks.map { [$0.x, $0.y] })
            {
                wrong.append("the face's parts: \(marks)")
            }
        }
        return wrong
    }

    /// What differs between the places on the earth and the peer's answer, of which absent coordinates are 0.
    private func misplacements(_ found: [String], _ answer: JSONText) -> [String] {
        let expected = answer["landmarkAnnotations"].items.enumerated().flatMap { rank, landmark in
            let places = landmark["locations"].items.enumerated().map { place, location in
                let point = location["latLng"]
                return "\(rank) \(place) \(point["latitude"].double ?? 0) \(point["longitude"].double ?? 0)"
            }
            return places.isEmpty ? ["\(rank) nowhere"] : places
        }
        return found == expected ? [] : ["landmarks at \(found) for \(expected)"]
    }
}

extension MarkTruth {
    /// - Parameters:
    ///   - truth: what picture_set.py says of a picture.
    ///   - sent: width and height of what the peer got.
    init(_ truth: JSONText, sent: JSONText, shapes: [Double]) {
        let points = truth["polygon"].items
        number = truth["number"].int ?? -1
        box = Box(
            left: points[0][0].double ?? .nan, top: points[0][1].double ?? .nan, right: points[2][0].double ?? .nan,
            bottom: points[2][1].double ?? .nan)
        size = (truth["width"].double ?? .nan, truth["height"].double ?? .nan)
        scale = (size.width / (sent[0].double ?? .nan), size.height / (sent[1].double ?? .nan))
        self.shapes = shapes
    }
}

extension VisionSite {
    /// Where each picture's landmarks are, by the picture's name: rank, rank of the place, latitude, longitude.
    fileprivate func locations() throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        let rows = try scratch.book.rows(
            """
            SELECT path, rank, location_rank, printf('%!.17g', latitude), printf('%!.17g', longitude)
            FROM landmarks ORDER BY path, rank, location_rank
            """)
        for row in rows {
            let name = String(row[0].split(separator: "/").last ?? "")
            let place = row[2] == "NULL" ? "nowhere" : "\(row[2]) \(Double(row[3]) ?? .nan) \(Double(row[4]) ?? .nan)"
            found[name, default: []].append("\(row[1]) \(place)")
        }
        return found
    }
}
