internal import Domain
internal import Text

/// How pictures are made ready for the Vision API, by what is asked of them.
struct Preparation: Sendable {
    /// What the manifest says of it.
    let prepare: Prepare

    /// The quality of a JPEG, where the manifest says nothing.
    static let defaultQuality = 85

    /// The picture for some features together: the largest of the boxes that they ask for.
    func encoding(for types: [FeatureType]) -> EncodeRequest {
        EncodeRequest(
            fit: target(for: types), quality: prepare.quality ?? Self.defaultQuality,
            metadata: prepare.metadata ?? .strip, maxBytes: RequestBatch.maxPictureBytes)
    }

    /// How a picture is made ready for this feature alone, as a recipe has it.
    ///
    /// What is sent may be larger, for the sake of another feature: that is not another question.
    func json(for type: FeatureType) -> String {
        let encoding = encoding(for: [type])
        let fit =
            switch encoding.fit {
            case .box(let size): "[\(size.width),\(size.height)]"
            case .original: jsonString("original")
            }
        return object([
            ("fit", fit), ("quality", "\(encoding.quality)"), ("metadata", jsonString(encoding.metadata.rawValue)),
        ])
    }

    private func target(for types: [FeatureType]) -> Prepare.Target {
        if let fit = prepare.fit { return fit }
        let boxes = types.map(defaultBox)
        return .box(boxes.max { $0.width * $0.height < $1.width * $1.height } ?? smallBox)
    }
}

/// What Google recommends ("Supported images" in the Vision API's documentation): larger pictures take longer and gain
/// little.
private func defaultBox(_ type: FeatureType) -> Size {
    switch type {
    case .faceDetection: Size(width: 1600, height: 1200)
    case .textDetection, .documentTextDetection: Size(width: 1024, height: 768)
    default: smallBox
    }
}

private let smallBox = Size(width: 640, height: 480)
