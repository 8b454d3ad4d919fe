/// How a picture's shape is brought to a model's: `fit` in the manifest.
package enum Fit: String, CaseIterable, Sendable {
    /// Both edges scaled to the target, the shape changed if need be.
    case stretch
    /// The largest centred part of the target's shape, scaled.
    case crop
    /// The whole picture, scaled and centred, with a black border.
    case pad
}

/// The pixels a local model wants to see.
package struct SampleRequest: Equatable, Sendable {
    /// Width and height of the model's input.
    package var size: Size
    /// 3 for RGB, 1 for grey (the luma of BT.601).
    package var channels: Int
    /// How the picture's shape is brought to the model's.
    package var fit: Fit

    /// A request.
    package init(size: Size, channels: Int, fit: Fit) {
        self.size = size
        self.channels = channels
        self.fit = fit
    }
}

/// A picture, upright and resized, as a local model takes it.
package struct PreparedImage: Sendable {
    /// Width and height.
    package var size: Size
    /// 3 or 1.
    package var channels: Int
    /// Rows from the top, channels interleaved, 0...255, not rounded.
    package var samples: [Float]
    /// The way back to the upright original.
    package var placement: Placement

    /// A prepared image.
    package init(size: Size, channels: Int, samples: [Float], placement: Placement) {
        self.size = size
        self.channels = channels
        self.samples = samples
        self.placement = placement
    }

    /// Memory for a picture that will be prepared.
    package init(for request: SampleRequest) {
        self.init(
            size: request.size, channels: request.channels, samples: [],
            placement: Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: request.size))
    }
}
