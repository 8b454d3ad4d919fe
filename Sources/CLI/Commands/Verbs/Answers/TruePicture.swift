internal import Evaluation
internal import ShortAnswers
internal import Storage
internal import Domain

/// What is in a picture of a job; what is not known of it is nil.
struct TruePicture {
    let member: JobMember
    var labels: Set<String>?
    /// By their classes.
    var boxes: [String: [TrueBox]]?
    var text: String?

    /// What a file in COCO's format says, as far as the job is asked for it.
    init(_ member: JobMember, _ picture: CocoFile.Picture, asking features: [FeatureType]) {
        self.member = member
        if features.contains(.labelDetection) { labels = picture.classes }
        if features.contains(.objectLocalization) { boxes = picture.boxes }
    }

    /// What people say.
    init(_ member: JobMember, _ corrections: [KeptAnswer]) {
        self.member = member
        for correction in corrections {
            switch ShortAnswerList(correction.feature) {
            case .labels: labels = Set(correction.annotations.map(\.description))
            case .objects: boxes = correction.boxes.mapValues { $0.map { TrueBox($0.box) } }
            case .texts: text = correction.text
            case .landmarks, .captions, .embeddings, nil: break
            }
        }
    }
}

extension KeptAnswer {
    /// The text as it is read.
    var text: String { passages.map(\.text).joined(separator: "\n") }

    /// The boxes around what has an outline, by the descriptions; what has no score is sure.
    var boxes: [String: [FoundBox]] {
        var boxes: [String: [FoundBox]] = [:]
        for annotation in annotations {
            let (xs, ys) = (annotation.polygon.map(\.x), annotation.polygon.map(\.y))
            guard let xMin = xs.min(), let xMax = xs.max(), let yMin = ys.min(), let yMax = ys.max() else { continue }
            let box = BoundingBox(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax)
            boxes[annotation.description, default: []].append(FoundBox(box, score: annotation.knownScore))
        }
        return boxes
    }
}

extension Annotation {
    /// The score as the views show it, so that 0.7 is not below 0.7; what has none is sure.
    var knownScore: Double { Double("\(score ?? 1)") ?? 1 }
}

extension Corrections {
    /// What people say of a job's pictures, in the order of the images.
    func truth(of job: String) throws(StoreError) -> [TruePicture] {
        let shown = Dictionary(grouping: try history(of: job).filter { $0.state == .shown }, by: \.image)
        return try shown.sorted { $0.key < $1.key }.map { image, records throws(StoreError) in
            let corrections = try currentCorrections(of: image, of: job).filter { correction in
                records.contains { $0.feature == correction.feature }
            }
            return TruePicture(JobMember(image: image, path: records[0].path, size: nil), corrections)
        }
    }
}
