package import Domain

/// The pixels of a page, as they go into a PDF.
package struct PDFPicture: Sendable {
    /// How the bytes are coded.
    package enum Coding: Sendable {
        /// A whole JPEG file.
        ///
        /// - Parameters:
        ///   - components: 1 grey, 3 colors, 4 CMYK.
        ///   - isInverted: whether 0 is full color, as Adobe's programs write CMYK.
        case jpeg(components: Int, isInverted: Bool)
        /// Rows of samples of 8 bits, each behind the number of its PNG filter, compressed by zlib.
        case deflated(components: Int)
    }

    let stored: Size
    let turn: Int
    let density: Double?
    let coding: Coding
    let bytes: [UInt8]

    /// A picture.
    ///
    /// - Parameters:
    ///   - stored: the size of its raster.
    ///   - turn: how that is turned to stand upright, by EXIF's numbers.
    ///   - density: its dots an inch, as its file says; nil where it says nothing.
    package init(stored: Size, turn: Int, density: Double?, coding: Coding, bytes: [UInt8]) {
        (self.stored, self.turn, self.density, self.coding, self.bytes) = (stored, turn, density, coding, bytes)
    }

    /// The size of the picture as it stands upright.
    var upright: Size { turn > 4 ? Size(width: stored.height, height: stored.width) : stored }

    /// Points for a pixel: of its density where that is likely, else of a scan's or a screen's.
    ///
    /// A page has 14,400 at the most.
    var scale: Double {
        let longest = Double(max(stored.width, stored.height))
        let likely = density.flatMap { (50...1200).contains($0) ? $0 : nil }
        return min(72 / (likely ?? (longest > 1500 ? 300 : 96)), 14_400 / longest)
    }

    /// What lays the raster on a page of some size, turned.
    func matrix(_ width: String, _ height: String) -> String {
        switch turn {
        case 2: "-\(width) 0 0 \(height) \(width) 0"
        case 3: "-\(width) 0 0 -\(height) \(width) \(height)"
        case 4: "\(width) 0 0 -\(height) 0 \(height)"
        case 5: "0 -\(height) -\(width) 0 \(width) \(height)"
        case 6: "0 -\(height) \(width) 0 0 \(height)"
        case 7: "0 \(height) \(width) 0 0 0"
        case 8: "0 \(height) -\(width) 0 \(width) 0"
        default: "\(width) 0 0 \(height) 0 0"
        }
    }

    /// The dictionary of the image, but for the length.
    var dictionary: String {
        let components: Int
        var rest: String
        switch coding {
        case .jpeg(let count, let isInverted):
            components = count
            rest = "/Filter /DCTDecode" + (isInverted ? " /Decode [1 0 1 0 1 0 1 0]" : "")
        case .deflated(let count):
            components = count
            rest = "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors \(count) /BitsPerComponent 8 "
            rest += "/Columns \(stored.width) >>"
        }
        let space = components == 1 ? "/DeviceGray" : components == 4 ? "/DeviceCMYK" : "/DeviceRGB"
        return "/Type /XObject /Subtype /Image /Width \(stored.width) /Height \(stored.height) /ColorSpace \(space) "
            + "/BitsPerComponent 8 \(rest)"
    }
}
