internal import LiteRT
internal import Text

/// How the trial run fills one input of a model: with zeros, and with samples in the coding that pictures get.
///
/// It crosses to the child process as a word: `1x16x16x3:4:12:ff00...`, the dimensions, the bytes of an element and of
/// a pixel, and the pixels of some greys, from black to white.
struct TrialInput: Equatable {
    /// What is put into all inputs for one run.
    enum Content: CaseIterable {
        case zeros, black, white, noise
    }

    let dimensions: [Int]
    private let elementBytes: Int
    /// The bytes of all channels; of an element where the input takes no picture.
    private let pixelBytes: Int
    /// Coded pixels, the darkest first; a single one where the input always has the same number.
    private let pixels: [UInt8]

    /// The trial's way to fill an input.
    init(_ input: TFLiteInput) {
        dimensions = input.dimensions
        switch input.feed {
        case .constant(_, let element):
            (elementBytes, pixelBytes, pixels) = (element.count, element.count, element)
        case .picture(let feed):
            let channels = feed.shape.channels
            let samples = (0..<greys * channels).map { Float($0 / channels * 255 / (greys - 1)) }
            var bytes = [UInt8](repeating: 0, count: samples.count * feed.coding.width)
            var span = bytes.mutableSpan
            _ = feed.coding.fill(&span, 0..<span.count, with: samples.span)
            (elementBytes, pixelBytes, pixels) = (feed.coding.width, channels * feed.coding.width, bytes)
        }
    }

    /// The input that a word describes; nil where it describes none.
    init?(word: some StringProtocol) {
        let parts = word.split(separator: ":")
        guard parts.count == 4, let elementBytes = Int(parts[1]), let pixelBytes = Int(parts[2]),
            let pixels = bytes(ofHexadecimal: String(parts[3])), elementBytes > 0, pixelBytes >= elementBytes,
            !pixels.isEmpty, pixels.count % pixelBytes == 0
        else { return nil }
        dimensions = parts[0].split(separator: "x").compactMap { Int($0) }
        self.elementBytes = elementBytes
        self.pixelBytes = pixelBytes
        self.pixels = pixels
    }

    /// The word that describes it.
    var word: String {
        let sizes = dimensions.map(String.init).joined(separator: "x")
        return "\(sizes):\(elementBytes):\(pixelBytes):\(hexadecimal(pixels))"
    }

    /// Fills the memory of the input.
    func fill(_ input: inout MutableSpan<UInt8>, with content: Content) {
        let last = pixels.count / pixelBytes - 1
        // A fixed start: each trial of a model is the same (Marsaglia, "Xorshift RNGs", 2003).
        var random: UInt64 = 0x9E37_79B9_7F4A_7C15
        var start = 0
        for index in input.indices {
            let offset = index % pixelBytes
            if content == .noise, offset % elementBytes == 0 {
                random ^= random << 13
                random ^= random >> 7
                random ^= random << 17
                start = Int(random >> 33) % (last + 1) * pixelBytes
            }
            switch content {
            case .zeros: input[index] = 0
            case .black: input[index] = pixels[offset]
            case .white: input[index] = pixels[last * pixelBytes + offset]
            case .noise: input[index] = pixels[start + offset]
            }
        }
    }
}

/// How many greys there are, from 0 to 255.
private let greys = 16
