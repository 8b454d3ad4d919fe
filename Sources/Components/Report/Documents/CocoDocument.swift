internal import Crypto
package import Domain
internal import Text

/// The parts of a file in COCO's format, for programs that train and try detectors.
package struct CocoDocument: Sendable {
    private let job: String
    private let frame: PictureFrame.Kind
    /// The classes with their numbers.
    private let numbers: [CocoClass: Int]
    private let hasKinds: Bool

    /// A document.
    ///
    /// - Parameter numbers: of all classes that occur.
    package init(job: String, frame: PictureFrame.Kind, numbers: [CocoClass: Int]) {
        self.job = job
        self.frame = frame
        self.numbers = numbers
        hasKinds = Set(numbers.keys.map(\.kind)).count > 1
    }

    /// All before the first image.
    ///
    /// - Parameter newest: when the newest answer came; nil where there is none.
    package func head(newest: Timestamp?) -> [UInt8] {
        var info = JSONBuilder()
        info.object { json in
            json.add("description", "job \(job)")
            json.add("version", "1")
            if let newest { json.add("year", newest.utc.date.year) }
            json.add("contributor", "")
            json.add("url", "")
            if let newest { json.add("date_created", newest.iso8601) }
            json.add("frame", frame.rawValue)
        }
        var classes = JSONBuilder()
        classes.array { json in
            for (known, number) in numbers.sorted(by: { $0.value < $1.value }) {
                json.object { json in
                    json.add("id", number)
                    json.add("name", known.name)
                    json.add("supercategory", hasKinds ? known.kind : "")
                    if let mid = known.mid { json.add("mid", mid) }
                }
            }
        }
        return Array("{\"info\":".utf8) + info.bytes.withEscapedLineSeparators
            + Array(",\n\"licenses\":[],\n\"categories\":".utf8)
            + classes.bytes.withEscapedLineSeparators + Array(",\n\"images\":[".utf8)
    }

    /// What stands between the images and the annotations.
    package static let middle = Array("],\n\"annotations\":[".utf8)
    /// What stands at the end.
    package static let tail = Array("]}\n".utf8)

    /// An image, with its labels.
    package func image(_ image: ShownImage, name: String, size: Size, labels: [Annotation]) -> [UInt8] {
        let shown = PictureFrame(frame, upright: size, turn: image.key.turn).size
        var json = JSONBuilder()
        json.object { json in
            json.add("id", image.id.value)
            json.add("width", shown.width)
            json.add("height", shown.height)
            json.add("file_name", name)
            json.add("digest", image.key.digest.hex)
            json.add("kind", image.key.kind.rawValue)
            guard !labels.isEmpty else { return }
            json.array("labels") { json in
                for label in labels {
                    json.object { json in
                        json.add("name", label.description)
                        if let mid = label.mid { json.add("mid", mid) }
                        if let score = label.score, score.isFinite { json.add("score", score) }
                    }
                }
            }
        }
        return json.bytes.withEscapedLineSeparators
    }

    /// An annotation; nil where it has no area within the picture.
    package func annotation(
        _ annotation: Annotation, number: Int64, of image: ShownImage, size: Size
    ) -> [UInt8]? {
        guard let known = CocoClass(annotation), let category = numbers[known] else { return nil }
        let frame = PictureFrame(frame, upright: size, turn: image.key.turn)
        guard let shape = CocoShape(annotation, in: frame) else { return nil }
        var json = JSONBuilder()
        json.object { json in
            json.add("id", number)
            json.add("image_id", image.id.value)
            json.add("category_id", category)
            json.array("bbox") { json in shape.box.forEach { json.add(pixels: $0) } }
            json.add("area", json: Array(Markup.pixels(shape.area).utf8))
            json.add("iscrowd", 0)
            switch shape.outline {
            case .polygon(let points):
                json.array("segmentation") { json in
                    json.array { json in
                        points.forEach {
                            json.add(pixels: $0.x); json.add(pixels: $0.y)
                        }
                    }
                }
            case .runs(let lengths):
                json.object("segmentation") { json in
                    json.array("size") {
                        $0.add(nil, frame.size.height); $0.add(nil, frame.size.width)
                    }
                    json.array("counts") { json in lengths.forEach { json.add(nil, $0) } }
                }
            }
            // The number of a segment is its share of the picture, and no score.
            if annotation.kind != .segment, let score = annotation.score, score.isFinite { json.add("score", score) }
        }
        return json.bytes.withEscapedLineSeparators
    }
}
