import Domain

/// The place of an annotation as COCO has it.
struct CocoShape {
    /// What it covers.
    enum Outline {
        case polygon([Point])
        /// Of a mask: see `SegmentMask.Runs`.
        case runs([Int])
    }

    /// Left, top, width and height.
    let box: [Double]
    let area: Double
    let outline: Outline

    /// The place of an annotation in a frame; nil where two decimals show no area of it within the picture.
    init?(_ annotation: Annotation, in frame: PictureFrame) {
        if annotation.kind == .segment {
            guard let runs = SegmentMask(annotation)?.runs(in: frame), runs.area > 0 else { return nil }
            let (columns, rows) = (runs.columns, runs.rows)
            box = [columns.first, rows.first, columns.last + 1 - columns.first, rows.last + 1 - rows.first].map(
                Double.init)
            area = Double(runs.area)
            outline = .runs(runs.lengths)
            return
        }
        let points = PolygonClip.clipped(annotation.polygon.map(frame.point), to: frame.size)
        guard let around = PixelBox(around: points, in: frame.size) else { return nil }
        area = PolygonClip.area(points)
        guard area >= 0.005, around.width >= 0.005, around.height >= 0.005 else { return nil }
        box = [around.left, around.top, around.width, around.height]
        outline = .polygon(points)
    }
}
