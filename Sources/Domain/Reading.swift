/// How a source wants its files read: what is an image of one, and how the image is turned.
///
/// A folder that two jobs read in two ways has two sets of names in the store.
package struct Reading: Hashable, Sendable {
    /// How stored pixels are turned to stand upright, by EXIF's numbers, 1...8; nil: as the file's EXIF says.
    package var orientation: Int?
    /// By how many quarters the picture is turned clockwise after that, 0...3.
    package var quarters = 0
    /// Whether an image is all of a file, since its metadata is sent along; otherwise it is the picture in it.
    package var isWholeFile = false

    /// By EXIF, and pictures.
    package init() {}

    /// The turn of a picture whose EXIF orientation is this, 1...8.
    package func turn(exif: Int) -> Int {
        (0..<quarters).reduce(orientation ?? exif) { turn, _ in Self.turnedClockwise[turn - 1] }
    }

    /// What each of EXIF's eight orientations is after another quarter clockwise.
    private static let turnedClockwise = [6, 7, 8, 5, 2, 3, 4, 1]

    /// Whether images are turned otherwise than their files say.
    package var turnsPictures: Bool { orientation != nil || quarters != 0 }
}

extension Reading {
    /// As a number that a store keeps: the orientation, 0 by EXIF; 16 for each quarter; 64 for whole files.
    package var code: Int64 { Int64((orientation ?? 0) + 16 * quarters + (isWholeFile ? 64 : 0)) }

    /// The reading of such a number; bits beyond it mean nothing.
    package init(code: Int64) {
        orientation = (1...8).contains(code & 15) ? Int(code & 15) : nil
        quarters = Int(code >> 4 & 3)
        isWholeFile = code & 64 != 0
    }
}
