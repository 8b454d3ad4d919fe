package import Platform

/// How a picture's shape is brought to a model's: `fit` in the manifest.
package enum Fit: String, CaseIterable, Sendable {
    /// Both edges scaled to the target, the shape changed if need be.
    case stretch
    /// The largest centred part of the target's shape, scaled.
    case crop
    /// The whole picture, scaled and centred, with a black border.
    case pad
}

/// How a JPEG file becomes the pixels that a model's picture is made of: `decode` in the manifest.
package enum Decode: String, CaseIterable, Sendable {
    /// At the smallest of 1/8, 1/4, 1/2 and the whole size that covers the model's picture: saves most of the time.
    case scaled
    /// Every pixel of the file.
    case exact
}

/// The pixels a local model wants to see.
package struct SampleRequest: Equatable, Sendable {
    /// Width and height of the model's input.
    package var size: Size
    /// 3 for RGB, 1 for grey (the luma of BT.601).
    package var channels: Int
    /// How the picture's shape is brought to the model's.
    package var fit: Fit
    /// How JPEG files are decoded.
    package var decode: Decode

    /// A request.
    package init(size: Size, channels: Int, fit: Fit, decode: Decode = .scaled) {
        self.size = size
        self.channels = channels
        self.fit = fit
        self.decode = decode
    }
}

/// The pixels that text recognition wants to see: the whole page in its own proportions, in grey.
package struct PageRequest: Equatable, Sendable {
    /// The longest edge: larger pictures are made smaller.
    package var maxEdge: Int
    /// Pictures are doubled as long as their longest edge stays within this.
    package var enlargedTo: Int

    /// A request.
    package init(maxEdge: Int, enlargedTo: Int) {
        self.maxEdge = maxEdge
        self.enlargedTo = enlargedTo
    }
}

/// A picture as a local backend takes it: pixels of the upright picture, or the file itself.
package struct PreparedImage: Sendable {
    /// Width and height.
    package var size: Size
    /// 3 or 1.
    package var channels: Int
    /// Rows from the top, channels interleaved, 0...255, not rounded; none where the file is taken.
    package var samples: [Float]
    /// The same of a page, one byte a pixel; empty for a model.
    package var grey: [UInt8] = []
    /// The file that a service or a program would be sent; empty for others.
    package var encoded: [UInt8] = []
    /// The way back to the upright original.
    package var placement: Placement
    /// The file with the picture's bytes, absolute, where a backend takes that; it may be gone after the call.
    package var file: FilePath?

    /// A prepared image.
    package init(size: Size, channels: Int, samples: [Float], placement: Placement) {
        self.size = size
        self.channels = channels
        self.samples = samples
        self.placement = placement
    }

    /// A picture that is taken as a file.
    ///
    /// - Parameter size: the upright picture's.
    package init(file: FilePath, size: Size) {
        self.init(
            size: size, channels: 0, samples: [],
            placement: Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: size))
        self.file = file
    }

    /// A picture that was made ready to be sent.
    package init(_ image: EncodedImage) {
        self.init(size: image.size, channels: 0, samples: [], placement: image.placement)
        encoded = image.bytes
    }

    /// Memory for a page that will be prepared.
    package init(for request: PageRequest) {
        self.init(for: SampleRequest(size: Size(width: 0, height: 0), channels: 1, fit: .stretch))
    }

    /// Memory for a picture that will be prepared.
    package init(for request: SampleRequest) {
        self.init(
            size: request.size, channels: request.channels, samples: [],
            placement: Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: request.size))
    }
}
