extension TFLiteSettings {
    /// What the manifest says of one of the model's inputs; what it leaves out comes from the model.
    package struct Input: Equatable, Sendable {
        /// Its number among the model's inputs, from 0.
        package var index: Int?
        /// Its name: the tensor's, the signature's or the metadata's.
        package var name: String?
        /// What it is filled with.
        package var feed: Feed?
        /// Element type, checked against the model.
        package var type: TensorType?
        /// Dimensions, checked against the model: `[1, 224, 224, 3]`.
        package var dimensions: [Int]?
        /// Where the channels stand among the dimensions.
        package var layout: Layout?
        /// What the channels are.
        package var channels: Channels?
        /// Subtracted from 0...255; one value or one for each channel, in the model's order of channels.
        package var mean: [Float]?
        /// Divided by after that; one value or one for each channel, none of them 0.
        package var std: [Float]?
        /// How the picture's shape is brought to the model's.
        package var fit: Fit?
        /// How JPEG files are decoded.
        package var decode: Decode?

        /// Whether what the model's metadata says of its content and its numbers does not count.
        package var ignoresMetadata = false

        /// An input of which nothing is said.
        package init() {}
    }

    /// What an input is filled with.
    package enum Feed: Equatable, Sendable {
        case picture
        /// This number in every element; `zeros` in the manifest is 0.
        case value(Double)
    }

    /// The order of a picture's dimensions.
    package enum Layout: String, CaseIterable, Sendable {
        /// Pictures, height, width, channels.
        case channelsLast = "NHWC"
        /// Pictures, channels, height, width.
        case channelsFirst = "NCHW"
    }

    /// What a picture's channels are.
    package enum Channels: String, CaseIterable, Sendable {
        /// Red, green, blue.
        case rgb = "RGB"
        /// Blue, green, red.
        case bgr = "BGR"
        /// One channel: the luma of BT.601.
        case greyscale

        /// How many there are.
        package var count: Int { self == .greyscale ? 1 : 3 }
    }

    /// What is said of inputs, each with the key that it stands under.
    package var declaredInputs: [(key: String, input: Input)] {
        if inputs.isEmpty { return [("backend.input", input)] }
        return inputs.enumerated().map { ("backend.inputs[\($0)]", $1) }
    }
}
