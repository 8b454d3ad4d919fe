package import Domain

/// How a picture's shape is brought to a target's: which part of the picture fills which part of the target.
package struct ResizePlan: Equatable, Sendable {
    /// Where the part that is shown begins, in parts of the picture's width and height: 0 but for a crop.
    package let start: Point
    /// How large the part is, in parts of the picture's width and height: 1 but for a crop.
    package let share: Point
    /// Where it begins in the target, in whole pixels: 0 but for a pad.
    package let corner: Size
    /// How large it is in the target, in whole pixels: the target's size but for a pad.
    package let content: Size
    /// The upright original's size.
    private let original: Size

    /// The framing of an upright picture in a target.
    ///
    /// A crop takes the largest centred part of the target's shape, to fractions of a pixel, so that the shape is
    /// kept exactly; samples at its edge may mix in the neighbour just outside. A pad rounds the content to whole
    /// pixels, at least one, and puts an odd border pixel to the right or below.
    package init(of original: Size, in target: Size, fit: Fit) {
        let (width, height) = (Double(original.width), Double(original.height))
        let across = Double(target.width) / width
        let down = Double(target.height) / height
        var share = Point(x: 1, y: 1)
        var content = target
        switch fit {
        case .stretch:
            break
        case .crop:
            let scale = max(across, down)
            share = Point(x: min(across / scale, 1), y: min(down / scale, 1))
        case .pad:
            let scale = min(across, down)
            content = Size(
                width: min(max(Int((width * scale).rounded()), 1), target.width),
                height: min(max(Int((height * scale).rounded()), 1), target.height))
        }
        self.share = share
        self.content = content
        self.original = original
        start = Point(x: (1 - share.x) / 2, y: (1 - share.y) / 2)
        corner = Size(width: (target.width - content.width) / 2, height: (target.height - content.height) / 2)
    }

    /// The way back from the target's pixels to the upright original's.
    package var placement: Placement {
        let scale = Point(
            x: share.x * Double(original.width) / Double(content.width),
            y: share.y * Double(original.height) / Double(content.height))
        return Placement(
            scale: scale,
            offset: Point(
                x: Double(corner.width) - start.x * Double(original.width) / scale.x,
                y: Double(corner.height) - start.y * Double(original.height) / scale.y),
            original: original)
    }

    /// The upright size a decoded picture must have so that no pixel of the target is enlarged in vain.
    package var decoded: Size {
        Size(
            width: Int((Double(content.width) / share.x).rounded(.up)),
            height: Int((Double(content.height) / share.y).rounded(.up)))
    }
}
